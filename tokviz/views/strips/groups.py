"""Where several tokenizations of one text may be cut so that their parts line up.

A cut is a byte offset that lies inside no token of any row. Between two neighbouring cuts lies a
group: a column that holds every row's tokens for the same bytes, and that wraps as a whole.

rows [(0, 3), (3, 5)] and [(0, 1), (1, 3), (3, 5)] -> cuts [0, 3, 5]
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

from tokviz.text.direction import direction, run_of, runs_left
from tokviz.traces.merges import Token
from tokviz.traces.results import Span

StripToken: TypeAlias = tuple[int, Token, int | None, int | None]
"""(id, token, start, end): a half-open range of the text's UTF-8 bytes, or None and None."""


def common_cuts(rows: Sequence[Sequence[Span]], size: int) -> list[int]:
    """The ascending offsets, 0 and ``size`` among them, where no row has a token across.

    ``rows`` hold half-open byte ranges within ``range(size)``.
    """
    if not size:
        return [0]
    deeper = [0] * (size + 1)  # change, at each offset, of how many tokens lie across it
    borders = {0, size}
    for row in rows:
        for start, end in row:
            borders |= {start, end}
            if end - start > 1:
                deeper[start + 1] += 1
                deeper[end] -= 1
    across = list(accumulate(deeper))
    return [offset for offset in sorted(borders) if not across[offset]]


def group_numbers(row: Sequence[Span], cuts: Sequence[int]) -> list[int]:
    """The group of each token; a token without bytes stays with what stands before it."""
    return [max(bisect_left(cuts, end) - 1, 0) for _, end in row]


def runs_of(text: str, data: bytes, cuts: Sequence[int]) -> dict[str, object]:
    """Whether the text, of these bytes, runs from right to left, and how each group's letters do.

    Of a text that has no letter from right to left nothing is said.
    """
    if not runs_left(text):
        return {}
    groups = [data[start:end].decode("utf-8", "replace") for start, end in pairwise(cuts)]
    return {"back": direction(text) == "rtl", "runs": [run_of(group) for group in groups]}


def cut_alike(rows: Sequence[Sequence[Span]], data: bytes, cuts: Sequence[int]) -> list[int]:
    """The numbers of the groups in which every row has the same tokens, white space aside.

    A token stands for the same characters whether it has the space before them or not, so a token
    of white space alone, or of nothing, cuts nothing; where there is nothing else, all rows must
    have the very same tokens.
    """
    if len(rows) < 2:
        return []
    kept = [_by_group([_without_spaces(span, data) for span in row], cuts) for row in rows]
    whole = [_by_group(row, cuts) for row in rows]
    seen: set[int] = set().union(*kept)
    return [
        group
        for group in range(len(cuts) - 1)
        if _all_equal([row.get(group) for row in (kept if group in seen else whole)])
    ]


def _all_equal(values: Sequence[object]) -> bool:
    return all(value == values[0] for value in values)


def _by_group(row: Sequence[Span], cuts: Sequence[int]) -> dict[int, list[Span]]:
    found: dict[int, list[Span]] = {}
    for span in row:
        if span[0] < span[1]:
            found.setdefault(bisect_left(cuts, span[1]) - 1, []).append(span)
    return found


def _without_spaces(span: Span, data: bytes) -> Span:
    """The same range without ASCII's white space at its ends."""
    token = data[slice(*span)]
    start = span[0] + len(token) - len(token.lstrip())
    return start, start + len(token.strip())
