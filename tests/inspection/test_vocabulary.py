"""The X-ray of a vocabulary: each token is of one kind, in one script, and has one length."""

import json

import pytest

from tests.pipelines import built
from tests.test_lessons import VARIANTS
from tokviz import CharBPE, RegexBPE, SentencePieceBPE, WordLevel, WordPiece, gpt2
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.inspection.scripts import script_of
from tokviz.inspection.vocabulary import KINDS, WHY, Kind, VocabularyFacts, examine
from tokviz.lessons import Variant
from tokviz.samples import sample

SMALL = [variant for _, variant in VARIANTS if variant.name != "Code points"]


def merged(*merges: tuple[int, int]) -> VocabularyFacts:
    return examine(
        RegexBPE.from_merges(merges, pattern=r"(?s:.+)", special_tokens={"<|end|>": 900})
    )


def kind_of(facts: VocabularyFacts, token: str | bytes) -> Kind:
    return next(each.kind for each in facts.tokens if each.token == token)


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_every_token_of_every_lesson_is_looked_at(variant: Variant) -> None:
    tokenizer = variant.train(sample("rhyme").text)
    facts = examine(tokenizer)
    assert [each.token_id for each in facts.tokens] == sorted(tokenizer.vocab)
    assert {each.kind for each in facts.tokens} <= set(KINDS)
    special = {each.token_id for each in facts.tokens if each.kind == "special"}
    assert special == tokenizer.special_ids


def test_every_kind_is_explained() -> None:
    assert set(WHY) == set(KINDS)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        (b"a", "letters"),
        (b" a", "begins"),
        (b"1", "number"),
        (b" 1", "number"),
        (b".", "punctuation"),
        (b"\x00", "punctuation"),
        (b" ", "space"),
        (b"\n ", "space"),
        (b"\xc3", "incomplete"),
        (b"a1", "mixed"),
        (b"a ", "mixed"),
        (b"\xc3\xa9", "letters"),
        (b"<|end|>", "special"),
    ],
)
def test_what_kind_a_byte_token_is(token: bytes, kind: Kind) -> None:
    merges = ((32, 97), (32, 49), (10, 32), (97, 49), (97, 32), (0xC3, 0xA9))
    assert kind_of(merged(*merges), token) == kind


@pytest.mark.parametrize(
    ("token", "kind"),
    [(");\n", "punctuation"), (" {\r\n", "punctuation"), ("3.5", "mixed"), (".\n\t", "mixed")],
)
def test_what_kind_a_token_without_letters_is(token: str, kind: Kind) -> None:
    """Published patterns leave line ends with the punctuation before them."""
    made = [*token.encode()]
    merges = [(made[0], made[1]), *((255 + at, byte) for at, byte in enumerate(made[2:], 1))]
    assert kind_of(merged(*merges), token.encode()) == kind


def test_markers_say_where_a_word_begins_goes_on_and_ends() -> None:
    pieces = examine(WordPiece.train("hug hugs hugging", vocab_size=20))
    assert kind_of(pieces, "hug") == "begins"
    assert kind_of(pieces, "##s") == "continues"
    letters = examine(CharBPE.train("low lower", num_merges=4))
    assert kind_of(letters, "low") == "letters"
    assert kind_of(letters, "low</w>") == "ends"
    assert kind_of(letters, "</w>") == "ends"
    spaces = examine(SentencePieceBPE.train("the then the", vocab_size=14))
    assert kind_of(spaces, "▁the") == "begins"
    assert kind_of(spaces, "t") == "letters"


def test_a_byte_of_sentencepiece_is_a_byte() -> None:
    facts = examine(SentencePieceBPE.train("ab ab", vocab_size=265, byte_fallback=True))
    assert kind_of(facts, "<0xC3>") == "incomplete"
    assert kind_of(facts, "<0x20>") == "space"
    assert next(each.length for each in facts.tokens if each.token == "<0xC3>") == 1


def test_not_all_bytes_need_be_tokens() -> None:
    """Gemma has 255 of them: its tab is a token as it is."""
    content = json.loads(built("llama2").to_str())
    content["added_tokens"] = []
    del content["model"]["vocab"]["<0x09>"]
    ids = {token: number for number, token in enumerate(content["model"]["vocab"])}
    content["model"]["vocab"] = ids
    facts = examine(pipeline_from_text(json.dumps(content), "x.json"))
    assert kind_of(facts, "<0xC3>") == "incomplete"
    assert kind_of(facts, "<0x20>") == "space"


def test_what_is_not_decoded_as_a_byte_is_text() -> None:
    facts = examine(WordLevel.train("<0x41>"))
    assert all(each.token != "A" and each.kind != "incomplete" for each in facts.tokens)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        (" the", "Latin"),
        ("é", "Latin"),
        ("жить", "Cyrillic"),
        ("日本", "Han"),
        ("日本の", "Japanese"),
        ("안녕", "Hangul"),
        ("мир world", "several scripts"),
        ("123 ?!", "no script"),
        ("e\u0301", "Latin"),
        ("\U00012000", "another script"),
        ("", "no script"),
    ],
)
def test_the_script_of_a_token(text: str, script: str) -> None:
    assert script_of(text) == script


def test_duplicates_but_for_case_and_space() -> None:
    facts = merged((32, 97), (32, 65), (97, 98))
    groups = [{each.token for each in group} for group in facts.duplicates]
    assert {b"a", b"A", b" a", b" A"} in groups
    assert {b"b", b"B"} in groups
    assert not any(b"ab" in group for group in groups)
    assert len(groups[0]) == 4


def test_the_longest_come_first_and_are_no_special_ones() -> None:
    facts = merged((97, 98), (256, 99))
    assert [each.token for each in facts.longest(2)] == [b"abc", b"ab"]


def test_gpt2s_vocabulary() -> None:
    facts = examine(RegexBPE.from_tiktoken(gpt2()))
    kinds = [each.kind for each in facts.tokens]
    assert len(kinds) == 50_257
    assert kinds.count("incomplete") == 344
    assert kinds.count("special") == 1
    assert kind_of(facts, b" SolidGoldMagikarp") == "begins"
