"""BERT's preparation of text, code point by code point against the reference."""

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from tokviz.text.normalizers import bert
from tokviz.text.normalizers.bert import bert_normalize, bert_split, bert_words

PLANES = (0, 1, 2, 3, 4, 14, 15)
"""Of Unicode's 17: those with assigned characters, one of the ten that are empty, and one of the
two for private use."""
any_text = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("aÉ. 東\t\u0301\u00ad\u2028")
)


@pytest.mark.parametrize("plane", PLANES)
def test_cleaning_and_punctuation_agree_on_every_code_point(plane: int) -> None:
    cleaner = BertNormalizer(strip_accents=False, lowercase=False)
    splitter = BertPreTokenizer()
    start = plane << 16
    for number in range(start, start + (1 << 16)):
        if 0xD800 <= number < 0xE000:
            continue
        text = f"a{chr(number)}b"
        normalized = bert_normalize(text, lowercase=False)
        assert normalized == cleaner.normalize_str(text), hex(number)
        words = [word for word, _ in splitter.pre_tokenize_str(normalized)]
        assert list(bert_split(normalized).words) == words, hex(number)


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("strip_accents", [None, False])
def test_folding_agrees_on_every_code_point(plane: int, strip_accents: bool | None) -> None:
    folder = BertNormalizer(lowercase=True, strip_accents=strip_accents)
    for number in range(plane << 16, (plane + 1) << 16):
        if not 0xD800 <= number < 0xE000:
            text = f"a{chr(number)}b"
            ours = bert_normalize(text, lowercase=True, strip_accents=strip_accents)
            assert ours == folder.normalize_str(text), hex(number)


@pytest.mark.parametrize("plane", PLANES)
def test_accents_stand_in_the_order_of_the_reference(plane: int) -> None:
    """U+1D165 and U+302E survive stripping, so they show where the others were put."""
    folder = BertNormalizer(lowercase=False, strip_accents=True)
    for number in range(plane << 16, (plane + 1) << 16):
        if not 0xD800 <= number < 0xE000:
            text = f"a\U0001d165{chr(number)}b\u302e{chr(number)}\U0001d165c"
            ours = bert_normalize(text, lowercase=False, strip_accents=True)
            assert ours == folder.normalize_str(text), hex(number)


@given(st.lists(any_text.map(lambda text: text * 3), max_size=4), st.integers(1, 9))
def test_long_documents_are_worked_through_in_stretches(documents: list[str], size: int) -> None:
    """Where they are cut is not seen: neither in a word nor in a gap."""
    for folding in ({"lowercase": True}, {"lowercase": False, "strip_accents": True}):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("tokviz.text.normalizers.bert._STRETCH", size)
            words = bert_words(documents, **folding)
        normalized = [bert_normalize(document, **folding) for document in documents]
        whole = bert_split("\n".join(normalized))
        assert (words.words, words.gaps) == (whole.words, whole.gaps)


class Watched:
    """A pattern that notes how long the texts are that it is given."""

    def __init__(self, pattern: Any, lengths: list[int]) -> None:
        self._pattern, self._lengths = pattern, lengths

    def __getattr__(self, name: str) -> Any:
        return partial(self._called, getattr(self._pattern, name))

    def _called(self, act: Callable[..., Any], *given: Any) -> Any:
        if act.__name__ != "search":  # which ends where it finds
            self._lengths.append(len(given[-1]))
        return act(*given)


WATCHED = ("CHINESE_CHARACTER", "VANISHING", "WHITE_SPACE", "NONSPACING", "DECOMPOSING", "WORD")


@pytest.mark.parametrize("text", ["東", "ア", "é", "東。", "é. "])
def test_a_text_without_spaces_is_worked_through_in_stretches_too(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for Python's lock gets it between two calls into an engine."""
    lengths: list[int] = []
    monkeypatch.setattr(bert, "_STRETCH", 100)
    for name in WATCHED:
        monkeypatch.setattr(bert, f"_{name}", Watched(getattr(bert, f"_{name}"), lengths))
    words = bert_words([text * 1_000], lowercase=True)
    assert "".join(words.words) == bert_normalize(text, lowercase=True).replace(" ", "") * 1_000
    one_word = text in "アé"  # is looked for whole, twice
    assert sorted(lengths)[-3 if one_word else -1] <= 310  # a Chinese character has two spaces


@pytest.mark.parametrize("text", ["the men in the pen ", " \n"])
def test_who_waits_for_pythons_lock_gets_it_while_a_long_text_is_cut(text: str) -> None:
    turns, begun, done = 0, Event(), Event()

    def wait() -> None:
        nonlocal turns
        begun.set()
        while not done.is_set():
            sleep(0)  # gives the lock back, and asks for it again
            turns += 1

    waiting = Thread(target=wait)
    waiting.start()
    begun.wait()
    before = turns
    bert_words([text * (6_000_000 // len(text))], lowercase=False)
    got = turns - before
    done.set()
    waiting.join()
    assert got > 4


@given(any_text, st.integers(1, 9))
def test_where_a_text_is_cut_to_be_normalized_is_not_seen(text: str, size: int) -> None:
    for folding in ({"lowercase": True}, {"lowercase": False, "strip_accents": True}):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(bert, "_STRETCH", size)
            in_stretches = bert_normalize(text, **folding)
        assert in_stretches == bert_normalize(text, **folding)


@given(any_text)
def test_folding_equals_the_reference(text: str) -> None:
    folder = BertNormalizer(lowercase=True)
    assert bert_normalize(text, lowercase=True) == folder.normalize_str(text)


@given(any_text)
def test_splitting_loses_only_gaps(text: str) -> None:
    split = bert_split(text)
    assert len(split.gaps) == len(split.words) + 1
    assert "".join(map("".join, zip(split.gaps, [*split.words, ""], strict=True))) == text
    assert not "".join(split.gaps).strip()


def test_chinese_characters_stand_apart() -> None:
    assert list(bert_split(bert_normalize("in東京now", lowercase=False)).words) == [
        *["in", "東", "京", "now"]
    ]


def test_punctuation_stands_apart() -> None:
    assert list(bert_split("don't go!").words) == ["don", "'", "t", "go", "!"]


@pytest.mark.parametrize(
    ("text", "words"), [("x$y", ["x", "$", "y"]), ("x、y", ["x", "、", "y"]), ("xay", ["xay"])]
)
def test_ascii_symbols_count_as_punctuation(text: str, words: list[str]) -> None:
    assert list(bert_split(text).words) == words


@given(
    marks=st.text("\u0301\u0316\u0345\u0344\u302e\U0001d165\u1ab0", min_size=60, max_size=90),
    tail=any_text,
)
def test_many_marks_on_one_letter_are_put_in_order(marks: str, tail: str) -> None:
    text = f"x\u00e9{marks}{tail}"
    for lowercase in (True, False):
        folder = BertNormalizer(lowercase=lowercase, strip_accents=True)
        ours = bert_normalize(text, lowercase=lowercase, strip_accents=True)
        assert ours == folder.normalize_str(text)


@given(text=st.text(st.characters(max_codepoint=127), max_size=40), lowercase=st.booleans())
def test_plain_ascii_is_prepared_as_any_text(text: str, lowercase: bool) -> None:
    normalized = BertNormalizer(lowercase=lowercase).normalize_str(text)
    assert bert_normalize(text, lowercase=lowercase) == normalized
    split, among_others = bert_split(normalized), bert_split(f"{normalized} \u0394")
    assert [*split.words, "\u0394"] == list(among_others.words)
    assert [*split.gaps[:-1], split.gaps[-1] + " ", ""] == list(among_others.gaps)
