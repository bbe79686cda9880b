"""A check of many pages, sizes or texts alike: a few of them in the suite, all by one option.

Most pages of lessons are made of the same parts, and what a check of such a page finds, it finds on
each that is made like it. So the suite looks at a few that are made differently, and
``pytest --whole`` at all. Each check chooses its few by what it looks at.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

OPTION = "--whole"
WHOLE = pytest.mark.whole

MADE_DIFFERENTLY = ("text_to_bytes", "char_bpe", "byte_bpe", "unigram", "compare", "")
"""A page of each make. They are: rows of characters and bytes; two replays of merges, one above the
other; one replay, as in all other lessons that merge; pieces that go, and a lattice; strips side by
side; the overview, which is no lesson. ``word_level`` is for what lanes of words do otherwise."""


def few(values: Iterable[Any], *, first: Iterable[Any]) -> list[ParameterSet]:
    """Parameters for ``parametrize``: the ``first`` for the suite, the others by ``--whole``.

    All keep their places among ``values``; a tuple is of several arguments. A value of ``first``
    that is none of them is an error: else a renamed page would leave the suite without a word.
    """
    values, first = list(values), list(first)
    if strangers := [value for value in first if value not in values]:
        raise ValueError(f"{strangers} are none of {values}: choose others to look at")
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in first else WHOLE,
        )
        for value in values
    ]
