"""What ``load`` would refuse is refused before it is trained, or before it is saved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tokviz import CharBPE, RegexBPE, TokvizError, WordLevel, WordPiece

TEXT = "low lower lowest the hen in the pen"
LONG = "y" * 513
PIECES = {0: "[UNK]", 1: "a"}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: CharBPE.train(TEXT, num_merges=3, end_of_word="x" * 65), "at most 64 .* has 65"),
        (
            lambda: CharBPE.train(
                TEXT, num_merges=3, end_of_word="x" * 65, end_of_word_joined=True
            ),
            "at most 64 .* has 65",
        ),
        (lambda: CharBPE((), (), "x" * 65), "at most 64 .* has 65"),
        (
            lambda: WordPiece.train(TEXT, vocab_size=60, max_chars_per_word=1_001),
            "is 1,001, .* from 1 to 1,000",
        ),
        (lambda: WordPiece(PIECES, max_chars_per_word=1_001), "is 1,001, .* from 1 to 1,000"),
        (
            lambda: WordPiece.train(TEXT, vocab_size=60, continuing_prefix="#" * 65),
            "at most 64 .* has 65",
        ),
        (lambda: WordPiece(PIECES, continuing_prefix="#" * 65), "at most 64 .* has 65"),
    ],
)
def test_a_model_over_the_limits_of_its_file_is_not_made(
    make: Callable[[], object], words: str
) -> None:
    with pytest.raises(TokvizError, match=words):
        make()


@pytest.mark.parametrize(
    "model",
    [
        CharBPE.train(TEXT, num_merges=3, end_of_word="x" * 64),
        CharBPE.train(TEXT, num_merges=3, end_of_word="x" * 64, end_of_word_joined=True),
        WordPiece.train(TEXT, vocab_size=60, max_chars_per_word=1_000, continuing_prefix="#" * 64),
        RegexBPE.train(TEXT, num_merges=3, special_tokens=(LONG[1:],)),
    ],
)
def test_what_is_just_within_the_limits_is_saved_and_loaded(model: Any, tmp_path: Path) -> None:
    model.save(tmp_path / "x.json")
    assert tokviz.load(tmp_path / "x.json").encode(TEXT) == model.encode(TEXT)


@pytest.mark.parametrize(
    "model",
    [
        WordPiece.train(TEXT, vocab_size=60, special_tokens=("[UNK]", LONG)),
        RegexBPE.train(TEXT, num_merges=3, special_tokens=(LONG,)),
        WordLevel.train(TEXT, unk_token=LONG),
    ],
)
def test_a_special_token_that_load_refuses_is_not_saved(model: Any, tmp_path: Path) -> None:
    with pytest.raises(TokvizError, match=r"at most 512 characters, .* of x\.json has 513"):
        model.save(tmp_path / "x.json")
    assert not (tmp_path / "x.json").exists()
