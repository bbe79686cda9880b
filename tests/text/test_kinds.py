"""Texts as arrays against numpy's sort of their code points."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.kinds import character_kinds


@given(st.text(st.characters(codec="utf-8")))
def test_kinds_are_those_of_a_sort(text: str) -> None:
    codes, kinds = np.unique(np.array([*map(ord, text)], np.int64), return_inverse=True)
    distinct, found = character_kinds(text)
    assert [*map(ord, distinct)] == codes.tolist()
    assert found.tolist() == kinds.tolist()
