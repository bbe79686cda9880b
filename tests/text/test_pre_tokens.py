"""Splitting loses nothing, agrees with tiktoken, and no pattern can hang it."""

import unicodedata
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import tokviz
from tests.nasty_text import hard_text
from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    PatternError,
    as_documents,
    compile_pattern,
    count_pre_tokens,
    cut_special_tokens,
    split,
    well_formed,
)
from tokviz.text.tiktoken_splits import split_as_tiktoken

PUBLISHED = {"gpt2": GPT2_PATTERN, "gpt4": GPT4_PATTERN, "o200k": O200K_PATTERN}
published = pytest.mark.parametrize("pattern", PUBLISHED.values(), ids=PUBLISHED.keys())
ascii_text = st.text(
    alphabet=st.one_of(
        st.characters(max_codepoint=127), st.sampled_from(" \n\r\t\x1c\x1d\x1e\x1f'sStTdDaA12/.")
    ),
    max_size=40,
)


# ---- the published patterns ---------------------------------------------------------------


def test_gpt2_pattern_on_the_sentence_of_seed_003() -> None:
    pre_tokens = split("Hello world how are you", GPT2_PATTERN)
    assert pre_tokens == ["Hello", " world", " how", " are", " you"]


def test_gpt2_pattern_keeps_the_last_of_several_spaces_for_the_word() -> None:
    assert split("a   b", GPT2_PATTERN) == ["a", "  ", " b"]


def test_gpt2_pattern_cuts_english_contractions_in_lower_case_only() -> None:
    assert split("I've I'VE", GPT2_PATTERN) == ["I", "'ve", " I", "'", "VE"]


def test_gpt4_pattern_cuts_contractions_in_any_case() -> None:
    assert split("I'VE", GPT4_PATTERN) == ["I", "'VE"]


def test_gpt4_pattern_takes_three_digits_at_most() -> None:
    assert split("12345", GPT4_PATTERN) == ["123", "45"]


def test_o200k_pattern_cuts_where_a_capital_begins() -> None:
    assert split("helloWorld", O200K_PATTERN) == ["hello", "World"]


@published
@given(text=hard_text)
@settings(max_examples=80)
def test_the_pre_tokens_join_back_to_the_text(pattern: str, text: str) -> None:
    assert "".join(split(text, pattern)) == text


@published
@given(text=ascii_text)
@settings(max_examples=100)
def test_on_ascii_text_the_quick_twin_is_the_pattern(pattern: str, text: str) -> None:
    assert split(text, pattern) == regex.findall(pattern, text)


@published
@pytest.mark.parametrize("control", "\x1c\x1d\x1e\x1f\x0b\x0c\x00\x7f")
def test_on_ascii_controls_the_quick_twin_is_the_pattern(pattern: str, control: str) -> None:
    for text in (f"a{control}b", f" {control} b", f"{control}{control}1", f"a {control}\n"):
        assert split(text, pattern) == regex.findall(pattern, text)


# ---- patterns of one's own ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "pre_tokens"),
    [
        (r"(a)(b)?", ["a", "ab", "-c"]),
        (r"[a-z]+", ["aab", "-", "c"]),
        (r"(?r)[a-z]{2}", ["a", "ab", "-c"]),
        (r"a\Kb", ["aa", "b", "-c"]),
        (r"(?=b)", ["aa", "b-c"]),
        (r"x", ["aab-c"]),
        (r"", ["a", "a", "b", "-", "c"]),
        (r"\X", ["a", "a", "b", "-", "c"]),
        (r"(?r)(a)|(c)", ["a", "a", "b-", "c"]),
        (r"(?r)..|.", ["a", "ab", "-c"]),
    ],
)
def test_groups_gaps_and_directions_lose_nothing(pattern: str, pre_tokens: list[str]) -> None:
    assert split("aab-c", pattern) == pre_tokens


@given(
    text=hard_text,
    pattern=st.sampled_from(
        [r"\w+", r"(\p{L})(\d)?", r"(?r)\s*\w", r"(?i)S|k", r"\b", r"(?V1)[\w--_]+", r"$|^", r"\R"]
    ),
)
@settings(max_examples=100)
def test_any_pattern_gives_pre_tokens_that_join_back(text: str, pattern: str) -> None:
    pre_tokens = split(text, pattern)
    assert "".join(pre_tokens) == text
    assert "" not in pre_tokens


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a(", r"missing \) at position 2"),
        ("*", "nothing to repeat at position 0"),
        (r"\p{Klingon}", "unknown property"),
        ("(?a)(?u)a", "mutually incompatible"),
        ("(" * 3000 + ")" * 3000, "recursion"),
    ],
)
def test_a_broken_pattern_is_refused_with_the_reason(pattern: str, reason: str) -> None:
    with pytest.raises(PatternError, match=rf"must be a regular expression.*{reason}.*published"):
        split("text", pattern)


@pytest.mark.parametrize("pattern", [None, 5, b"x"])
def test_a_pattern_that_is_no_text_is_refused(pattern: Any) -> None:
    with pytest.raises(PatternError, match="is a str, but"):
        split("low", pattern)


def test_a_long_broken_pattern_is_shortened_in_the_message() -> None:
    with pytest.raises(PatternError) as caught:
        compile_pattern("(" + "a" * 500)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("pattern", ["(x+x+)+y", "((x+x+)+y)"])
def test_a_runaway_pattern_is_stopped_with_the_remedy(pattern: str) -> None:
    with pytest.raises(PatternError, match=r"within 0\.05 seconds.* out of time .*possessive"):
        split("x" * 4000, pattern, timeout=0.05)


def test_a_pattern_that_eats_all_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hungry:
        groups = flags = 0

        def findall(self, *_: object, **__: object) -> list[str]:
            raise MemoryError

    monkeypatch.setattr("tokviz.text.pre_tokens.compile_pattern", lambda _: Hungry())
    with pytest.raises(
        PatternError, match=r"the memory that the system grants, but .* out of memory"
    ):
        split("text", "(?R)")


# ---- beside tiktoken ----------------------------------------------------------------------


def assert_tiktoken_cuts_alike(text: str, pattern: str) -> None:
    """Where a pre-token of tiktoken's is two of ours, the token for both together shows it."""
    ours = [pre_token.encode() for pre_token in split_as_tiktoken(text, pattern)]
    ranks = {bytes([value]): value for value in range(256)}
    for token in [*ours, *(left + right for left, right in pairwise(ours))]:
        ranks.setdefault(token, len(ranks))
    encoding = tiktoken.Encoding("cuts", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    theirs = [encoding.decode_single_token_bytes(i) for i in encoding.encode_ordinary(text)]
    assert theirs == ours


def assigned_characters() -> str:
    """Every character that this edition of regex knows, but for the private and the huge blocks."""
    everything = map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
    pattern = r"[\P{Cn}--\p{Co}--\p{Han}--\p{Hangul}]"
    return "".join(regex.findall(pattern, "".join(everything), flags=regex.V1))


@published
def test_every_assigned_character_splits_as_in_tiktoken(pattern: str) -> None:
    chars = assigned_characters() + "一丁龥가각힣\ue000\U0002ffff\U000323b0\U0003d000\u0378"
    for start in range(0, len(chars), 4096):
        text = "".join(f"a{char}1{char} {char}'s\n" for char in chars[start : start + 4096])
        assert_tiktoken_cuts_alike(text, pattern)


@published
@given(text=hard_text)
@settings(max_examples=100)
def test_hard_text_splits_as_in_tiktoken(pattern: str, text: str) -> None:
    assert_tiktoken_cuts_alike(text, pattern)


def test_a_letter_that_only_one_engine_knows_is_cut_as_tiktoken_cuts_it() -> None:
    """U+0295 turned from a lower-case into a caseless letter in a later edition of Unicode."""
    text = "\u0295Bx"
    assert_tiktoken_cuts_alike(text, O200K_PATTERN)


def test_characters_given_a_stand_in_come_back_as_they_were() -> None:
    text = "a\ua7f1b \U000323b0\u0c5c1\U00011de0"
    assert "".join(split_as_tiktoken(text, GPT2_PATTERN)) == text


@pytest.mark.parametrize("pattern", [r"[a-z]+", r"(?:.|\n)", r"\p{Greek}+|\P{Greek}+"])
def test_a_pattern_with_no_or_other_classes_joins_back(pattern: str) -> None:
    text = "aé Ω\ua7f1z"
    assert "".join(split_as_tiktoken(text, pattern)) == text


def test_gpt2s_pattern_as_the_paper_has_it_cuts_as_tiktokens_rewriting_of_it() -> None:
    rewritten = tokviz.gpt2()._pat_str
    assert rewritten != GPT2_PATTERN
    for start in range(0, 0x3000, 512):
        text = "".join(f"{chr(c)}'s {chr(c)}{chr(c)}  " for c in range(start, start + 512))
        assert split(text, rewritten) == split(text, GPT2_PATTERN)


# ---- documents, special tokens, counts ----------------------------------------------------


def test_one_text_is_one_document() -> None:
    assert as_documents("ab") == ["ab"]


def test_documents_stay_apart() -> None:
    assert as_documents(("a", "b")) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udc00", "\ufffd"),
        ("\ud83d\ude04", "😄"),
        ("😄\ud83d", "😄\ufffd"),
        ("plain é", "plain é"),
        ("\ufeffbom", "\ufeffbom"),
    ],
)
def test_lone_surrogates_become_replacement_characters(text: str, repaired: str) -> None:
    assert well_formed(text) == repaired


def test_well_formed_text_is_not_normalized() -> None:
    text = unicodedata.normalize("NFD", "é") + "\r\n\x00"
    assert well_formed(text) == text


@pytest.mark.parametrize(
    ("text", "specials", "plain", "special"),
    [
        ("a<|x|>b", ["<|x|>"], ["a", "b"], ["<|x|>"]),
        ("<|x|>", ["<|x|>"], [], ["<|x|>"]),
        ("", ["<|x|>"], [], []),
        ("abc", [], ["abc"], []),
        ("<a><a>b", ["<a>", "<a><a>"], ["b"], ["<a><a>"]),
        ("<a><a><a>b", ["<a>", "<a><a>"], ["b"], ["<a><a>", "<a>"]),
        ("a.b+c", [".", "+"], ["a", "b", "c"], [".", "+"]),
    ],
)
def test_special_tokens_are_cut_out_the_longest_first(
    text: str, specials: list[str], plain: list[str], special: list[str]
) -> None:
    cut = cut_special_tokens(text, specials)
    assert [part for part, is_special in cut if not is_special] == plain
    assert [part for part, is_special in cut if is_special] == special
    assert "".join(part for part, _ in cut) == text


def test_pre_tokens_are_counted_in_the_order_first_seen() -> None:
    counted = count_pre_tokens(["b", "a", "b"])
    assert counted.distinct == ("b", "a")
    assert counted.occurrences.tolist() == [0, 1, 0]
    assert counted.weights.tolist() == [2, 1]


def test_no_pre_tokens_are_counted_as_none() -> None:
    counted = count_pre_tokens([])
    assert (counted.distinct, counted.occurrences.tolist()) == ((), [])
    assert np.asarray(counted.weights).tolist() == []
