"""Texts as arrays against numpy's sort of their code points."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.merging.letter_pieces import alphabet_of
from tokviz.inspection.scripts import script_of
from tokviz.text import code_points
from tokviz.text.code_points import character_kinds, distinct_characters


@given(st.text(st.characters(codec="utf-8")))
def test_kinds_are_those_of_a_sort(text: str) -> None:
    codes, kinds = np.unique(np.array([*map(ord, text)], np.int64), return_inverse=True)
    distinct, found = character_kinds(text)
    assert [*map(ord, distinct)] == codes.tolist()
    assert found.tolist() == kinds.tolist()


@given(st.text())
def test_distinct_characters_are_those_of_a_set(text: str) -> None:
    for few in (0, 1_000):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(code_points, "_FEW", few)
            assert set(distinct_characters(text)) == set(text)


class Whole(str):
    """A text that refuses to be gone through letter by letter, which lets nobody else work."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("letter by letter")


def test_a_long_text_is_not_gone_through_letter_by_letter() -> None:
    text = Whole("日本" * code_points._FEW)
    assert sorted(distinct_characters(text)) == ["日", "本"]
    assert script_of(text) == "Han"
    assert alphabet_of([text], "##") == ["##日", "##本", "日"]
