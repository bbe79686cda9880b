"""What the library makes of added tokens is known before it reads them."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import (
    BertNormalizer,
    ByteLevel,
    Lowercase,
    Nmt,
    Normalizer,
    Prepend,
    Replace,
    Sequence,
    Strip,
    StripAccents,
)

from tests.files.trials import trial_run
from tests.foreign_added_tokens import take_added
from tests.foreign_kinds import Kind, taken
from tests.pipelines import SHAPES, built
from tokviz.algorithms.pipelines.added_tokens import (
    check_normalized,
    looked_for,
    normalizing,
    number_of_beginnings,
    with_normalizer,
)
from tokviz.algorithms.pipelines.stages import Stages, read_library
from tokviz.checks.limits import FILE_SPECIALS, LIBRARY_LETTERS, NORMALIZED_LENGTH
from tokviz.files.errors import FormatError

words = st.lists(st.text("ab é中", min_size=1, max_size=6), max_size=6, unique=True)
writing = st.sampled_from(
    (BertNormalizer(), ByteLevel(), Prepend("▁"), Replace("a", "bbb"), Replace("b", ""))
)
SIXTY = Replace("a", "a" * 60)


def content_of(
    normalizer: Normalizer | None, tokens: list[str], *, normalized: bool = True
) -> dict[str, Any]:
    library = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    library.add_tokens([AddedToken(token, normalized=normalized) for token in tokens])
    if normalizer is not None:
        library.normalizer = normalizer
    content: dict[str, Any] = json.loads(library.to_str())
    return content


def check(content: dict[str, Any]) -> None:
    """As a loader does it."""
    check_normalized(content, normalizing(read_library(with_normalizer(content))), "a.json")


def stages_of(content: dict[str, Any]) -> Stages:
    return Stages.of(content, {token["content"]: token["id"] for token in content["added_tokens"]})


@given(st.lists(st.binary(max_size=4)))
def test_beginnings_are_counted_once(tokens: list[bytes]) -> None:
    each = {token[:length] for token in tokens for length in range(1, len(token) + 1)}
    assert number_of_beginnings(tokens) == len(each)


@given(st.lists(writing, max_size=3), words)
def test_tokens_are_as_the_library_looks_for_them(
    several: list[Normalizer], tokens: list[str]
) -> None:
    normalizer = Sequence(several)
    content = content_of(normalizer, tokens)
    library = read_library(json.dumps(content))
    listed = library.get_added_tokens_decoder().values()
    theirs = [normalizer.normalize_str(token.content).encode() for token in listed]
    alone = normalizing(read_library(with_normalizer(content)))
    assert sorted(looked_for(content, alone)) == sorted(theirs)


def test_tokens_that_become_too_long_together_are_refused() -> None:
    most = NORMALIZED_LENGTH // (500 * 60)
    tokens = [f"{number:03}" + "a" * 497 for number in range(most + 2)]
    check(content_of(SIXTY, tokens[:most]))
    check(content_of(SIXTY, tokens, normalized=False))
    check(content_of(None, tokens))
    with pytest.raises(FormatError, match=r"at most 524,288 bytes long .* but of the 19 of a.json"):
        check(content_of(SIXTY, tokens))


def test_two_tokens_that_are_looked_for_as_one_are_refused() -> None:
    """Of them the library takes one by chance, and another one when it reads the file anew."""
    with pytest.raises(FormatError, match=r"'LOW' and 'low' of a.json both become 'low'. Take one"):
        check(content_of(Lowercase(), ["LOW", "low", "new"]))
    check(content_of(Lowercase(), ["LOW", "low", "new"], normalized=False))
    check(content_of(Lowercase(), ["LOW", "lows"]))


@pytest.mark.parametrize(
    ("normalizer", "token"),
    [
        (Strip(), "  "),
        (StripAccents(), "\u0301"),
        (BertNormalizer(), "\u200b"),
        (Nmt(), "\x01"),
        (Replace("a", ""), "aa"),
        (Replace(Regex("<.*>"), ""), "<mask>"),
    ],
)
def test_a_token_that_becomes_nothing_is_refused(normalizer: Normalizer, token: str) -> None:
    """Beside it the library looks for "ne", and never ends with a text that ends in "n"."""
    content = content_of(normalizer, [token, "ne"])
    kind = Kind(lambda _: (json.dumps(content), "then"), take_added)
    findings = trial_run("nothing", range(1), partial(taken, kind))  # in a process that may hang
    assert (findings.faults, findings.refused) == ([], 1)
    with pytest.raises(FormatError, match=r"normalized, but '.*' of a.json becomes nothing"):
        check(content)
    check(content_of(normalizer, [token, "ne"], normalized=False))


def test_what_comes_counts_not_what_may_come() -> None:
    """A table of rules may write 36 bytes for a letter, and does so for hardly any."""
    table = built("t5").normalizer
    check(content_of(table, [f"<word {number:04}>" for number in range(FILE_SPECIALS - 2)]))


@pytest.mark.parametrize("name", SHAPES)
def test_the_added_tokens_of_published_shapes_are_far_from_the_limit(name: str) -> None:
    content = json.loads(built(name).to_str())
    check(content)
    assert stages_of(content).added_states < NORMALIZED_LENGTH / 500


def test_a_token_that_might_fill_the_memory_alone_is_not_normalized() -> None:
    content = content_of(Replace("a", "a" * 10_000), ["a" * 500])
    with pytest.raises(FormatError, match="the first 1 may be 5,010,000"):
        check_normalized(content, lambda _: pytest.fail("it was normalized"), "a.json")


def test_a_text_is_cut_apart_where_reading_the_stages_takes_long() -> None:
    """The library reads them with the first text, whose length is no matter."""
    tokens = [f"{number:03}" + "a" * 497 for number in range(17)]
    grown = stages_of(content_of(Replace("a", "a" * 40), tokens))
    shrunk = Sequence([SIXTY, Replace("a" * 60, "a")])
    assert LIBRARY_LETTERS < grown.added_states <= NORMALIZED_LENGTH
    assert not grown.are_read_here
    assert stages_of(content_of(shrunk, tokens)).added_states < 10_000
    assert not stages_of(content_of(shrunk, tokens)).are_read_here
    assert not stages_of(content_of(Replace("b" * 3_000_000, ""), [])).are_read_here
    assert stages_of(content_of(BertNormalizer(), tokens)).are_read_here
