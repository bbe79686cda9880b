"""Many random segmentations of one text, counted: the rows of a table, the most frequent first."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tokviz.text.direction import in_a_row
from tokviz.text.labels import plain_label
from tokviz.text.markers import Markers
from tokviz.traces.merges import Token

MOST_ROWS = 10
BORDER = " | "


@dataclass(frozen=True, slots=True)
class DrawRow:
    """One segmentation, how many tokens it has, and how many of the draws gave it."""

    segmentation: str
    num_tokens: int
    times: int


def draw_rows(draws: Iterable[Iterable[Token]], markers: Markers) -> tuple[list[DrawRow], int]:
    """The most frequent segmentations, and how many different ones there were in all.

    Of two that were drawn equally often, the one drawn first comes first.
    """
    counted = Counter(map(tuple, draws))
    rows = [
        DrawRow(_in_a_row(tokens, markers), len(tokens), times)
        for tokens, times in counted.most_common(MOST_ROWS)
    ]
    return rows, len(counted)


def _in_a_row(tokens: Iterable[Token], markers: Markers) -> str:
    return in_a_row((plain_label(token, markers) for token in tokens), BORDER)
