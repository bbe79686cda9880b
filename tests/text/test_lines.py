"""The lines of a text are those that Python's own splitting finds; the rest is not listed."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.lines import LINE_ENDS, count_lines, first_lines
from tokviz.traces.words import WordLevelTrace
from tokviz.views.stepper.words import MOST_LINES, word_level_replay

TEXTS = st.text(st.sampled_from(LINE_ENDS + "ab \t\x1f\u200b語👏"), max_size=40)


@given(TEXTS, st.integers(0, 50))
def test_lines_are_pythons(text: str, most: int) -> None:
    lines = text.splitlines(keepends=True)
    assert first_lines(text, most) == lines[:most]
    assert count_lines(text) == len(lines)


def test_no_other_character_ends_a_line() -> None:
    every = (chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert "".join(char for char in every if len(f"a{char}b".splitlines()) > 1) == LINE_ENDS


def test_a_replay_lists_no_line_that_it_does_not_show() -> None:
    """A list of all would hold up every other reader."""
    text = " \n" * 200_000
    tracemalloc.start()
    replay = word_level_replay(WordLevelTrace((), (), {}), text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    shown = replay.lanes[0]
    assert [chip.token for chip in shown.chips] == [" \n"] * MOST_LINES
    assert shown.note == "the first 20 of 200,000 lines"
    assert peak < 1_000_000
