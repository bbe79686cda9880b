"""The curated texts are what their table says they are."""

import unicodedata
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest
import regex

from tokviz.samples import EVENING, SAMPLES, Sample, sample

by_key = pytest.mark.parametrize("chosen", SAMPLES, ids=lambda chosen: chosen.key)


@by_key
def test_every_sample_has_text(chosen: Sample) -> None:
    assert chosen.text.strip()


@by_key
def test_what_to_watch_for_fits_on_a_line(chosen: Sample) -> None:
    assert 0 < len(chosen.why) <= 100


@by_key
def test_a_key_finds_its_sample(chosen: Sample) -> None:
    assert sample(chosen.key) is chosen


def test_every_file_is_in_the_table() -> None:
    stems = {
        entry.name.removesuffix(".txt")
        for entry in files("tokviz.samples").iterdir()
        if entry.name.endswith(".txt")
    }
    assert stems == {chosen.key for chosen in (*SAMPLES, EVENING)}


def test_an_unknown_key_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match="Choose one of: rhyme, low"):
        sample("nothing")


def test_a_sample_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        sample("low").title = "high"  # type: ignore[misc]


def test_the_unicode_paragraph_is_533_characters_long_as_seed_003_prints() -> None:
    assert len(sample("unicode").text) == 533


def test_the_unicode_paragraph_has_its_six_non_joiners_again() -> None:
    between = "🇺🇳🇮🇨🇴🇩🇪"
    assert "\u200c".join(between) in sample("unicode").text


def test_the_low_text_has_the_word_counts_of_seed_004() -> None:
    words = Counter(sample("low").text.split())
    assert words == {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def test_the_first_pair_of_the_unicode_paragraph_is_the_one_seed_003_merges() -> None:
    data = sample("unicode").text.encode()
    pairs = Counter(pairwise(data))
    assert max(pairs, key=pairs.__getitem__) == (101, 32)


@pytest.mark.parametrize("script", ["HANGUL", "HIRAGANA", "CJK UNIFIED", "ARABIC", "DEVANAGARI"])
def test_the_language_sample_has_each_script(script: str) -> None:
    assert any(script in unicodedata.name(char, "") for char in sample("languages").text)


@pytest.mark.parametrize("char", ["\u200d", "\U0001f3fd", "\U0001f1f0", "\ufe0f"])
def test_the_emoji_sample_has_joiners_tones_flags_and_selectors(char: str) -> None:
    assert char in sample("emoji").text


def test_the_code_sample_has_tabs_and_spaces() -> None:
    assert "\n\t\t" in sample("code").text
    assert "\n        " in sample("code").text


def test_what_the_notes_count_is_so() -> None:
    low, tiny = sample("low").text, sample("tiny").text
    assert low.count("es") == low.count("st") == 9
    assert len(tiny) == 11
    words = len(regex.findall(r"\w+", sample("page").text))
    marks = len(regex.findall(r"[^\w\s]", sample("page").text))
    assert 0.8 * words < marks < words


@by_key
def test_a_note_promises_nothing_that_only_one_tokenizer_does(chosen: Sample) -> None:
    assert not regex.search(r"\bmerges?\b|\bties\b|becomes? a token|come first", chosen.why)
