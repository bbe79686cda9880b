"""Every kind of model is told in one place how to read a special token that a text spells."""

from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tokviz.algorithms.alike.special_in_text import PLAIN, WHOLE, Spelled, read_as, reading_whole
from tokviz.lessons import LESSONS

TEXT = "low <|x|> lower [MASK]"
REGEX_BPE = tokviz.RegexBPE.train(TEXT, num_merges=3, special_tokens=("<|x|>",))
WORDPIECE = tokviz.WordPiece.train(TEXT, vocab_size=40)


def ids(model: Any, how: Spelled) -> list[int]:
    found = read_as(model, how)
    assert found is not None
    so, told = found
    encoded: list[int] = so.encode(TEXT, **told)
    return encoded


@pytest.mark.parametrize(("model", "token"), [(REGEX_BPE, "<|x|>"), (WORDPIECE, "[MASK]")])
def test_it_is_one_token_or_plain_text(model: Any, token: str) -> None:
    special = next(i for i, each in model.vocab.items() if each in (token, token.encode()))
    assert special in ids(model, WHOLE)
    assert special not in ids(model, PLAIN)


@pytest.mark.parametrize("model", [REGEX_BPE, WORDPIECE])
def test_one_that_reads_them_whole_by_itself_needs_no_telling(model: Any) -> None:
    assert reading_whole(model).encode(TEXT) == ids(model, WHOLE)


@pytest.mark.parametrize(
    "variant", [each for row in LESSONS for each in row.variants], ids=lambda each: each.name
)
def test_who_takes_keywords_for_it_is_who_has_a_choice(variant: Any) -> None:
    """A lesson that learned to be told, and was forgotten here, would say that it cannot."""
    model = variant.train(TEXT)
    assert hasattr(model, "allowed_special") == (read_as(model, PLAIN) is not None)
    if not hasattr(model, "allowed_special"):
        assert reading_whole(model) is model


def test_a_pipeline_is_told_by_another_in_its_place(tmp_path: Path) -> None:
    built("bert").save(str(tmp_path / "p.json"))
    model = tokviz.load(tmp_path / "p.json")
    assert ids(model, WHOLE) == model.encode(TEXT) != ids(model, PLAIN)
    assert reading_whole(model) is model
