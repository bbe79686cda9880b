"""The word list, versions 1 and 2, on sentences of the seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.word_level import UnknownWordError, WordLevel
from tokviz.text.pre_tokens import well_formed

HTML = """<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr">
<head>
<meta charset="UTF-8">
"""
EVENING = """
One summer's evening when the little clock upon his table was rapidly approaching the much-desired hour,
"""  # noqa: E501
UNKNOWN = "*|unk|*"
END_OF_TEXT = "*|endoftext|*"
TWO_TEXTS = "Hello, do you like tea? *|endoftext|* In the sunlit rerraces of palace."
KNOWN = "you do like the , one ? In of ."
any_text = st.text(st.characters() | st.sampled_from(" .,-ab\n"))


def version_2(text: str = KNOWN) -> WordLevel:
    return WordLevel.train(text, unk_token=UNKNOWN, special_tokens=(END_OF_TEXT,))


def test_the_page_is_split_at_punctuation_and_spaces() -> None:
    assert WordLevel.train("").split(HTML)[:30] == [
        *["<", "!", "DOCTYPE", "html", ">", "<", "html", "class", "=", '"', "client", "-"],
        *["nojs", '"', "lang", "=", '"', "en", '"', "dir", "=", '"', "ltr", '"', ">", "<"],
        *["head", ">", "<", "meta"],
    ]


def test_the_evening_sentence_comes_back_with_its_losses() -> None:
    tokenizer = WordLevel.train(EVENING)
    ids = tokenizer.encode(EVENING)
    assert len(ids) == 21
    assert tokenizer.decode(ids) == (
        "One summer' s evening when the little clock upon his table was rapidly approaching "
        "the much - desired hour,"
    )


def test_words_are_numbered_in_code_point_order() -> None:
    tokenizer = WordLevel.train('z { } — ← → ~ext | ! " # $ % %2C & ( ) * + , - . / 0 One')
    assert list(tokenizer.vocab.items())[:17] == list(
        enumerate(
            [
                "!",
                '"',
                "#",
                "$",
                "%",
                "%2C",
                "&",
                "(",
                ")",
                "*",
                "+",
                ",",
                "-",
                ".",
                "/",
                "0",
                "One",
            ]
        )
    )
    assert list(tokenizer.vocab.values())[-8:] == ["z", "{", "|", "}", "~ext", "—", "←", "→"]


def as_long_as_the_page_of_seed_004() -> str:
    """Its 1,999 entries: those whose ids it prints or implies, and fillers that sort between.

    A filler is the entry before it and a number, so every entry has its printed id.
    """
    known = {
        **dict(enumerate(["!", '"', "#", "$", "%", "%2C", "&", "'", "(", ")", "*", "+", ","])),
        **dict(enumerate(["-", ".", "/", "0"], 13)),
        **{159: "?", 276: "In", 332: "One", 531: "approaching", 687: "clock", 776: "desired"},
        **{805: "do", 870: "evening", 1030: "his", 1036: "hour", 1169: "like", 1179: "little"},
        **{1262: "much", 1325: "of", 1503: "rapidly", 1567: "s", 1706: "summer", 1722: "table"},
        **{1743: "the", 1825: "upon", 1869: "was", 1934: "when", 1988: "you"},
        **dict(enumerate(["z", "{", "|", "}", "~ext", "—", "←", "→"], 1991)),
    }
    entries: list[str] = []
    for number in range(1_999):
        before = max((i for i in known if i < number), default=0)
        stem = "A" if known[before] == "?" else known[before]
        entries.append(known.get(number, f"{stem}{number:04}"))
    assert entries == sorted(set(entries))
    return " ".join(entries)


def test_seed_004_prints_these_ids() -> None:
    tokenizer = WordLevel.train(as_long_as_the_page_of_seed_004())
    assert len(tokenizer.vocab) == 1_999
    assert tokenizer.encode(EVENING) == [
        *(332, 1706, 7, 1567, 870, 1934, 1743, 1179, 687, 1825, 1030, 1722, 1869, 1503, 531),
        *(1743, 1262, 13, 776, 1036, 12),
    ]


def test_seed_004_prints_these_ids_of_two_texts() -> None:
    tokenizer = version_2(as_long_as_the_page_of_seed_004())
    assert len(tokenizer.vocab) == 2_001
    ids = tokenizer.encode(TWO_TEXTS)
    assert ids == [
        *(2000, 12, 805, 1988, 1169, 2000, 159, 1999, 276, 1743, 2000, 2000, 1325, 2000, 14)
    ]


def test_special_tokens_stand_last() -> None:
    vocab = version_2("b a").vocab
    assert dict(vocab) == {0: "a", 1: "b", 2: END_OF_TEXT, 3: UNKNOWN}


def test_version_1_fails_on_an_unseen_word() -> None:
    tokenizer = WordLevel.train("do you like , ?")
    with pytest.raises(KeyError) as caught:
        tokenizer.encode("Hello, do you like tea?")
    assert isinstance(caught.value, UnknownWordError)
    assert str(caught.value).startswith("Every word must be in the vocabulary, but 'Hello' is not.")


def test_version_2_splits_the_two_texts_as_printed() -> None:
    assert version_2().split(TWO_TEXTS) == [
        *["Hello", ",", "do", "you", "like", "tea", "?", END_OF_TEXT, "In", "the", "sunlit"],
        *["rerraces", "of", "palace", "."],
    ]


def test_version_2_maps_unseen_words_to_unknown() -> None:
    tokenizer = version_2()
    assert tokenizer.decode(tokenizer.encode(TWO_TEXTS)) == (
        "*|unk|*, do you like *|unk|*? *|endoftext|* In the *|unk|* *|unk|* of *|unk|*."
    )
    assert tokenizer.encode_trace(TWO_TEXTS).num_unknown == 5


def test_a_special_token_in_the_text_is_no_word() -> None:
    vocab = version_2(f"a {END_OF_TEXT} b").vocab
    assert list(vocab.values()) == ["a", "b", END_OF_TEXT, UNKNOWN]


def test_a_special_token_of_split_marks_stays_whole() -> None:
    tokenizer = WordLevel.train("a b", special_tokens=("<|end|>", "<|end|>!"))
    assert tokenizer.tokenize("a<|end|>!b<|end|>") == ["a", "<|end|>!", "b", "<|end|>"]


def test_documents_share_one_vocabulary() -> None:
    assert list(WordLevel.train(["b a", "c a"]).vocab.values()) == ["a", "b", "c"]


def test_documents_do_not_run_together() -> None:
    assert list(WordLevel.train(["a", "b"]).vocab.values()) == ["a", "b"]


def test_two_dashes_are_two_words() -> None:
    assert WordLevel.train("").split("well--then") == ["well", "-", "-", "then"]


def test_training_is_told_in_three_stages() -> None:
    trace = version_2("b a b").trace
    assert trace is not None
    assert [(step.stage, step.tokens, step.ids) for step in trace.steps] == [
        ("split", ("b", "a", "b"), ()),
        ("sort", ("a", "b"), ()),
        ("number", ("a", "b", END_OF_TEXT, UNKNOWN), (0, 1, 2, 3)),
    ]


def test_look_ups_are_recorded_with_byte_ranges() -> None:
    steps = WordLevel.train("née a").encode_trace("née b").steps
    assert [(s.start, s.end, s.word, s.token_id, s.known) for s in steps] == [
        (0, 4, "née", 1, True),
        (5, 6, "b", None, False),
    ]


@given(any_text, any_text)
def test_every_text_can_be_encoded_by_version_2(corpus: str, text: str) -> None:
    tokenizer = version_2(corpus)
    ids = tokenizer.encode(text)
    assert tokenizer.encode_trace(text).ids == ids
    assert tokenizer.tokenize(text) == [tokenizer.vocab[token_id] for token_id in ids]


@given(any_text)
def test_the_training_text_has_no_unknown_word(text: str) -> None:
    tokenizer = WordLevel.train(text)
    assert tokenizer.tokenize(text) == tokenizer.split(text)


@given(any_text)
def test_splitting_drops_only_white_space(text: str) -> None:
    assert "".join(WordLevel.train("").split(text)) == "".join(well_formed(text).split())


@pytest.mark.parametrize("specials", [("",), (" ",), ("a", "a")])
def test_unusable_special_tokens_are_refused(specials: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="special token"):
        WordLevel.train("text", special_tokens=specials)


@pytest.mark.parametrize("specials", [(), ("<e>",)])
def test_the_unknown_token_is_special_whether_or_not_it_is_named_among_them(
    specials: tuple[str, ...],
) -> None:
    vocab = dict(enumerate(("a", "<u>", *specials)))
    model = WordLevel(vocab, unk_token="<u>", special_tokens=specials)
    assert model.special_ids == set(range(1, len(vocab)))
    assert WordLevel(vocab, unk_token=None, special_tokens=specials).special_ids == {
        *range(2, len(vocab))
    }


def test_spans_are_those_of_what_is_encoded_or_it_is_refused_alike() -> None:
    """``encode_trace`` alone records an unknown word where there is no token for it."""
    model = WordLevel.train("a b", unk_token=None)
    for method in (model.encode, model.token_spans):
        with pytest.raises(KeyError, match="'zebra' is not"):
            method("zebra a")
    assert [step.token_id for step in model.encode_trace("zebra a").steps] == [None, 0]


def test_wrong_id_is_refused() -> None:
    with pytest.raises(ValueError, match="7 is not among its 1 tokens"):
        WordLevel.train("a").decode([7])
