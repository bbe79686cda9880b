"""Each kind of model that may take long with a text says itself from which length on."""

import tempfile
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import tokviz
from tests.files.valid_files import valid_files
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.limits import AT_ONCE
from tokviz.ui.components.bring import Brought

LONG = "x" * 5_000
PIECES = MappingProxyType({0: "[UNK]", 1: "a", 2: LONG})


def regex_bpe(*special_tokens: str, pattern: str = tokviz.GPT2_PATTERN) -> tokviz.RegexBPE:
    ids = {name: 256 + number for number, name in enumerate(special_tokens)}
    return tokviz.RegexBPE.from_merges([], pattern=pattern, special_tokens=ids)


def wordpiece(**settings: Any) -> WordPiece:
    return WordPiece(PIECES, **{"special_tokens": (), **settings})


@pytest.mark.parametrize(
    ("model", "longest"),
    [
        (regex_bpe("<|x|>"), AT_ONCE * 100),  # 500 letters are compared in the time of a merge
        (regex_bpe(LONG), AT_ONCE // 10),
        (wordpiece(), AT_ONCE // 10),  # each start of a word is tried with each end
        (wordpiece(max_chars_per_word=1_000), AT_ONCE // 1_000),
        (wordpiece(special_tokens=(LONG,)), AT_ONCE // 20),
    ],
)
def test_up_to_this_length_it_cannot(model: Any, longest: int) -> None:
    assert [model.may_run_away(size) for size in (longest, longest + 1)] == [False, True]


def test_a_pattern_that_somebody_wrote_may_with_any_text() -> None:
    assert regex_bpe(pattern=r"(\w+\w+)+!|.").may_run_away(1)
    assert not regex_bpe().may_run_away(AT_ONCE**2)


def test_of_all_that_can_be_brought_those_that_do_not_say_are_known() -> None:
    """Each letter, byte or word of these costs as much as the next, whatever their files say."""
    silent = set()
    with tempfile.TemporaryDirectory() as folder:
        for file in valid_files():
            path = Path(folder) / f"model{file.suffix}"
            path.write_bytes(file.content)
            model = tokviz.load(path)
            if not hasattr(model, "may_run_away"):
                silent.add(type(model).__name__)
                assert not Brought("mine", model, "mine").apart(AT_ONCE**2)
    assert silent == {"ByteBPE", "CharBPE", "WordLevel"}
