"""Why a value is refused: the message repeats what was said, and says the rule that it breaks."""

import re

import pytest

from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.values import Reader, choice, decimal, one_of, some_of, whole_number


def test_a_choice_refuses_what_is_not_offered() -> None:
    read = choice(("a", "b"))
    assert read("b") == "b"
    with pytest.raises(RefusedError, match=r"^is “c”, which is not on offer here$"):
        read("c")


@pytest.mark.parametrize(
    ("read", "value", "why"),
    [
        (whole_number(0, 9), "1.5", "is “1.5”, not a whole number"),
        (whole_number(0, 9), "", "is empty, not a whole number"),
        (decimal(0.0, 1.0, step=0.5), "half", "is “half”, not a number"),
        (one_of((1.0, 0.5)), "0.7", "is “0.7”, which is not on offer here"),
        (some_of(("a", "b")), '["a", "c"]', "names “c”, which is not on offer here"),
        (choice(("a",)), "x" * 99, f"is “{'x' * 29}…”, which is not on offer here"),
        (choice(("a",)), "a\n\u202e", "is “a↵‹RLO›”, which is not on offer here"),
        (choice(("a",)), "אב", "is “\u2068אב\u2069”, which is not on offer here"),
    ],
)
def test_what_is_refused_is_told_as_it_was_said(read: Reader, value: str, why: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read(value)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("read", "value", "told"),
    [
        (whole_number(0, 20_000), "999999", "is 999,999, not from 0 to 20,000"),
        (whole_number(1, 9), "-3", "is -3, not from 1 to 9"),
        (decimal(0, 1, step=0.05), "1e30", "is 1e+30, not from 0 to 1"),
        (decimal(0, 1, step=0.05), "1.0000001", "is 1.0000001, not from 0 to 1"),
    ],
)
def test_a_number_out_of_range_is_told_with_the_range(read: Reader, value: str, told: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(told)):
        read(value)
