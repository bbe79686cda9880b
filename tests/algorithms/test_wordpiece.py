"""WordPiece: the Hugging Face course's chapter, and parity with ``tokenizers``."""

import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from tokviz.algorithms.wordpiece import WordPiece
from tokviz.files.loading.wordpiece import load_vocab_txt
from tokviz.text.markers import BERT_MAX_CHARS, BERT_UNK

COURSE = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]
COURSE_VOCABULARY = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] ##a ##b ##c ##d ##e ##f ##g ##h ##i ##k ##l ##m ##n ##o ##p "
    "##r ##s ##t ##u ##v ##w ##y ##z , . C F H T a b c g h i s t u w y ab ##fu Fa Fac ##ct ##ful "
    "##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg sh th is ##thms ##za ##zat ##ut"
)
any_text = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("aéHu. 東#\t\u0301\u00ad[]"),
    max_size=60,
)


def reference(tokenizer: WordPiece) -> Tokenizer:
    """Hugging Face's WordPiece with the same vocabulary and the same preparation of text."""
    their = Tokenizer(models.WordPiece(dict(tokenizer.token_to_id), unk_token=BERT_UNK))
    their.normalizer = normalizers.BertNormalizer(
        lowercase=tokenizer.lowercase, strip_accents=tokenizer.strip_accents
    )
    their.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return their


@pytest.fixture(scope="module")
def course() -> WordPiece:
    return WordPiece.train(COURSE, vocab_size=70)


def test_vocabulary_of_the_course(course: WordPiece) -> None:
    assert list(course.vocab.values()) == COURSE_VOCABULARY.split()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Hugging", "Hugg ##i ##n ##g"),
        ("HOgging", "[UNK]"),
        (
            "This is the Hugging Face course!",
            "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]",
        ),
    ],
)
def test_tokenizations_of_the_course(course: WordPiece, text: str, pieces: str) -> None:
    assert course.tokenize(text) == pieces.split()


@settings(max_examples=100)
@given(any_text, st.booleans(), st.sampled_from([None, True, False]))
def test_encoding_equals_the_reference(
    text: str, lowercase: bool, strip_accents: bool | None
) -> None:
    tokenizer = WordPiece.train(
        [*COURSE, "é東#", text[::2]],
        vocab_size=300,
        lowercase=lowercase,
        strip_accents=strip_accents,
    )
    assert tokenizer.encode(text) == reference(tokenizer).encode(text).ids


@settings(max_examples=100)
@given(any_text)
def test_encoding_text_never_trained_on_equals_the_reference(text: str) -> None:
    tokenizer = WordPiece.train(COURSE, vocab_size=70, lowercase=True)
    assert tokenizer.encode(text) == reference(tokenizer).encode(text).ids


@given(any_text)
def test_trace_tells_what_encode_does(text: str) -> None:
    tokenizer = WordPiece.train([*COURSE, text[::2]], vocab_size=300)
    trace = tokenizer.encode_trace(text)
    assert trace.ids == tokenizer.encode(text)
    hits = [step.token_id for step in trace.steps if step.token_id is not None]
    assert trace.num_unknown or hits == trace.ids
    assert "".join(a + b for a, b in zip(trace.gaps, [*trace.pre_tokens, ""], strict=True)) == (
        trace.normalized
    )


@given(any_text)
def test_spans_hold_the_letters_of_the_pieces(text: str) -> None:
    tokenizer = WordPiece.train(COURSE, vocab_size=70)
    spans = tokenizer.token_spans(text)
    tokens = tokenizer.tokenize(text)
    assert len(spans) == len(tokens)
    for (start, stop), token in zip(spans, tokens, strict=True):
        source = text.encode()[start:stop].decode()
        assert token in (
            BERT_UNK,
            tokenizer.normalize(source),
            f"##{tokenizer.normalize(source)}",
        )


def test_spans_point_into_the_text_before_normalizing() -> None:
    tokenizer = WordPiece.train("cafe 東", vocab_size=60, lowercase=True)
    text = "\ufeffCAFÉ\t東"
    assert tokenizer.tokenize(text) == ["cafe", "東"]
    assert tokenizer.token_spans(text) == [(3, 8), (9, 12)]


MARKS = "aeo\u0301\u0323\u05b0\u05bc\u0300한ßİﬁ½\U0001d16d\U0001d165 .東\u0345"


@pytest.mark.parametrize("lowercase", [True, False])
@settings(max_examples=100)
@given(text=st.text(st.sampled_from(MARKS), max_size=12))
def test_every_text_has_spans_whatever_marks_change_places(text: str, lowercase: bool) -> None:
    tokenizer = WordPiece.train(MARKS + " " + text, vocab_size=200, lowercase=lowercase)
    theirs = Tokenizer(models.WordPiece(dict(tokenizer.token_to_id), unk_token=BERT_UNK))
    theirs.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    encoding, data = theirs.encode(text), text.encode()
    assert tokenizer.encode(text) == encoding.ids
    spans = tokenizer.token_spans(text)
    assert len(spans) == len(encoding.ids)
    in_place = "".join(unicodedata.normalize("NFD", char) for char in text)
    moved = unicodedata.normalize("NFD", text) != in_place
    position = 0
    for (start, end), offsets in zip(spans, encoding.offsets, strict=True):
        data[start:end].decode()
        assert start >= position
        if not moved:  # theirs then name the place that another mark left
            before, after = (len(text[:offset].encode()) for offset in offsets)
            assert (start, end) == (max(before, position), max(after, position))
        position = end


def test_of_a_character_in_several_pieces_the_first_has_all_of_it() -> None:
    tokenizer = WordPiece.train("한", vocab_size=8, lowercase=True)
    assert tokenizer.tokenize("한") == ["\u1112", "##\u1161", "##\u11ab"]
    assert tokenizer.token_spans("한") == [(0, 3), (3, 3), (3, 3)]


def test_marks_that_change_places_keep_them() -> None:
    text = "a\U0001d16d\U0001d165"
    tokenizer = WordPiece.train(text, vocab_size=8, lowercase=True)
    assert tokenizer.tokenize(text) == ["a", "##\U0001d165", "##\U0001d16d"]
    assert tokenizer.token_spans(text) == [(0, 1), (1, 5), (5, 9)]


def test_every_try_of_one_word_in_order(course: WordPiece) -> None:
    steps = course.encode_trace("thab").steps
    assert [
        (step.start, step.end, step.candidate, step.token_id is not None) for step in steps
    ] == [
        (0, 4, "thab", False),
        (0, 3, "tha", False),
        (0, 2, "th", True),
        (2, 4, "##ab", False),
        (2, 3, "##a", True),
        (3, 4, "##b", True),
    ]


def test_one_unknown_letter_makes_the_whole_word_unknown(course: WordPiece) -> None:
    trace = course.encode_trace("this thиs")
    assert trace.outcomes == ("pieces", "nothing fits")
    assert trace.pieces[1] == (course.unk_id,)


def test_words_over_the_limit_are_unknown_without_a_try(course: WordPiece) -> None:
    at_limit = "a" * BERT_MAX_CHARS
    assert BERT_UNK not in course.tokenize(at_limit)
    trace = course.encode_trace(at_limit + "a")
    assert (trace.outcomes, trace.steps) == (("too long",), ())
    assert trace.ids == [course.unk_id]


def test_lower_case_drops_accents_unless_told_otherwise() -> None:
    assert WordPiece.train("Café", vocab_size=60, lowercase=True).tokenize("CAFÉ") == ["cafe"]
    kept = WordPiece.train("Café", vocab_size=60, lowercase=True, strip_accents=False)
    assert kept.tokenize("CAFÉ") == ["café"]


def test_decode_puts_spaces_between_words(course: WordPiece) -> None:
    assert course.decode(course.encode("This is  the Face.")) == "This is the Face ."


def test_typed_special_token_is_plain_text() -> None:
    tokenizer = WordPiece.train("[MASK] it", vocab_size=60)
    assert tokenizer.tokenize("[MASK]") == ["[", "MASK", "]"]


@pytest.mark.parametrize("text", ["", "   ", "\ufeff", "a"])
def test_text_with_nothing_to_merge(text: str) -> None:
    tokenizer = WordPiece.train(text, vocab_size=70)
    assert tokenizer.trace is not None
    assert len(tokenizer.trace) == 0
    assert tokenizer.trace.stop_reason.startswith("No word has two letters")
    assert tokenizer.decode(tokenizer.encode(text)) == text.strip(" \ufeff")


def test_a_lone_surrogate_is_a_replacement_character_which_bert_drops() -> None:
    assert WordPiece.train("a \ud800b", vocab_size=60).tokenize("a\ud800") == ["a"]


def test_wrong_id_is_refused(course: WordPiece) -> None:
    with pytest.raises(ValueError, match="70 is not among its 70 tokens"):
        course.decode([70])


def test_saved_vocabulary_comes_back(course: WordPiece, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    course.save(path)
    loaded = load_vocab_txt(path)
    assert dict(loaded.vocab) == dict(course.vocab)
    assert loaded.trace is None
    assert loaded.encode(COURSE[3]) == course.encode(COURSE[3])


def test_saved_vocabulary_is_what_the_reference_reads(course: WordPiece, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    course.save(path)
    assert models.WordPiece.read_file(str(path)) == dict(course.token_to_id)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[UNK]\na\na\n", "line 3 repeats line 2"),
        ("[UNK]\n\na\n", "line 2 is empty"),
        ("a\nb\n", "\\[UNK\\]. is not among"),
    ],
)
def test_broken_vocabulary_files_are_refused(lines: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_vocab_txt(path)


def test_an_unknown_token_that_is_not_special_is_refused_before_training() -> None:
    merges: list[int] = []
    with pytest.raises(ValueError, match=r"one of special_tokens, but 'ab' is none of .*Put it"):
        WordPiece.train(
            "ab ab",
            vocab_size=20,
            special_tokens=("[PAD]",),
            unk_token="ab",
            on_merge=merges.append,
        )
    assert merges == []


@pytest.mark.parametrize(
    ("text", "name"), [("a b c", "a"), ("ab ab", "ab"), ("tab tab", "##ab"), ("ab", "##b")]
)
@pytest.mark.parametrize("ranked_by", ["pair score", "count"])
def test_a_special_token_that_a_word_could_spell_is_refused(
    text: str, name: str, ranked_by: Literal["pair score", "count"]
) -> None:
    settings: dict[str, Any] = {"vocab_size": 20, "ranked_by": ranked_by}
    with pytest.raises(ValueError, match=rf"no piece of a word could be, but '{name}' is. Put it"):
        WordPiece.train(text, special_tokens=(BERT_UNK, name), **settings)
    tokenizer = WordPiece.train(text, special_tokens=(BERT_UNK, f"[{name}]", "x"), **settings)
    assert tokenizer.trace is not None
    assert tokenizer.special_ids == tokenizer.trace.special_ids == {0, 1, 2}
    assert len(tokenizer.token_to_id) == len(tokenizer.vocab)
