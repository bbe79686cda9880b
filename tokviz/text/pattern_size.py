"""How large a split pattern may grow when it is compiled.

The engine of the ``regex`` package writes a counted repeat out: ``a{300}`` becomes 300 items, and
repeats inside repeats multiply, so a few characters can ask for gigabytes. Here they are counted
before anything is compiled. Only what must repeat is written out: ``a{2,300}`` counts twice.

The repeat of a group multiplies all that stands before it. That may be too much, but never too
little: which bracket opens the group need not be known, and comments and classes hide nothing.

Not here: repeats that take long to match; those have a deadline (pre_tokens.py).
"""

import re

MAX_PATTERN_SIZE = 20_000
"""Items a pattern may grow to: compiled in about 20 ms. The published ones have fewer than 200."""

_BETWEEN = r"\s|#[^\n]*\n"
"""What a verbose pattern may have between two digits of a count."""
_COUNT = rf"(?:\d|{_BETWEEN})*"
_ITEM = re.compile(
    rf"\\[pPN]\{{(?!{_COUNT}(?:,{_COUNT})?\}})[^{{}}]*\}}"  # r"\P{2,3}" repeats a letter P
    rf"|\\.|\{{(?P<least>{_COUNT})(?:,{_COUNT})?\}}|.",
    re.DOTALL,
)


def pattern_size(pattern: str) -> int:
    """An upper bound of the items it grows to. "(ab{3}){10}" -> 10 * (2 brackets, a, 3 b) = 60

    Counting ends beyond the limit: a long pattern may grow to a number of thousands of digits.
    """
    size, before = 0, ""
    for found in _ITEM.finditer(pattern):
        if size > MAX_PATTERN_SIZE:
            break
        item = found.group()
        if found["least"] is None:
            size += 1
        elif before[-1:].isspace() or before == ")":  # space: a verbose pattern's
            size *= _times(found["least"])
        else:
            size += _times(found["least"]) - 1
        before = item
    return size


def _times(least: str) -> int:
    """How often at least; the first twelve digits make a number that is large enough."""
    return max(int(re.sub(_BETWEEN, "", least)[:12] or 0), 1)
