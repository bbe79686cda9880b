"""Long texts are counted a stretch at a time, and as a Counter counts them."""

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.counting import STRETCH, count_each
from tokviz.views.tables.word_facts import stuck_words, unspaced_words

WORDS = [f"{number % 4_000}日" for number in range(3 * STRETCH + 1)]


def longest_counted(work: Callable[[], Any]) -> int:
    """The most words that the work gave to one call of a Counter or a dict."""
    given_to: list[int] = [0]

    def watch(frame: Any, event: str, called: Any) -> None:
        if event == "c_call" and called.__name__ in ("_count_elements", "fromkeys"):
            held = [value for value in frame.f_locals.values() if isinstance(value, list)]
            given_to.append(max(map(len, held), default=0))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return max(given_to)


@pytest.mark.parametrize("work", [count_each, stuck_words, unspaced_words])
def test_no_call_counts_more_than_a_stretch(work: Callable[[list[str]], Any]) -> None:
    assert 0 < longest_counted(lambda: work(WORDS)) <= STRETCH


@given(st.lists(st.text(max_size=2)))
def test_counts_and_their_order_are_a_counters(words: list[str]) -> None:
    assert list(count_each(words).items()) == list(Counter(words).items())
