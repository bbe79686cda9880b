"""What the suite leaves to ``pytest --whole``: more of what is alike, and long journeys.

Most pages of lessons are made of the same parts, and what a check of such a page finds, it finds on
each that is made like it. So the suite looks at a few that are made differently, and
``pytest --whole`` at all. Each check chooses its few by what it looks at.

Journeys are what several browsers do one after the other, or one does for a long time: they would
take as long as all the rest. ``.ci/run`` runs the suite, and then what it left out.
"""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import pytest
from _pytest.mark import ParameterSet

OPTION = "--whole"
WHOLE = pytest.mark.whole

JOURNEYS = (
    # A class: who follows, votes and writes, on several screens. test_class.py is one of each.
    "browser/test_class_[!f]*.py",
    "browser/test_own_questions.py",
    # A guided path from its first stop to its last. test_guide.py begins them all.
    "browser/test_guide_asking.py",
    "browser/test_guide_pointing.py",
    "browser/test_guide_presented.py",
    "browser/test_guide_puts.py",
    "browser/test_guide_untold.py",
    "browser/test_evidence.py",
    # Servers that are killed, crowded or kept busy, and connections that break.
    "browser/test_runaway_work.py",
    "browser/test_nothing_lost.py",
    "browser/test_crowd.py",
    "browser/test_many_servers.py",
    "browser/test_slow_scripts.py",
    "browser/test_long_text.py",
    "browser/test_forged_values.py",
    # Every file that a page saves, opened again; every section and box with hostile text; every
    # section of tokenizers that are brought.
    "browser/test_saved_pages.py",
    "browser/test_downloads.py",
    "pages/test_payloads_in_sections.py",
    "pages/test_every_box.py",
    "pages/test_brought_*.py",
    "ui/training/test_brought_sizes.py",
    # Paper, windows of few lines, and what is asked on the full screen.
    "browser/test_paper*.py",
    "browser/test_low_screens.py",
    "browser/test_what_if_presented.py",
    "browser/test_predict_own.py",
    "browser/test_looks.py",
)
"""Modules below ``tests/``; a star stands for any letters."""


def is_journey(module: PurePath) -> bool:
    """Whether this module of tests is left to ``--whole``."""
    return any(module.match(f"tests/{journey}") for journey in JOURNEYS)


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
