"""Several segmentations of one text as rows of the strips, each with its probability."""

import math
from collections.abc import Mapping, Sequence

from tokviz.text.markers import SPACES
from tokviz.traces.lattice import LatticePath
from tokviz.views.strips.groups import StripToken
from tokviz.views.strips.losses import GAP
from tokviz.views.strips.strips import StripRow

LARGE = {"trillion": 10**12, "billion": 10**9, "million": 10**6}
"""The words for numbers that no reader counts out."""


def segmentation_rows(
    paths: Sequence[LatticePath],
    log_probabilities: Sequence[float],
    *,
    colours: Mapping[int, int] | None = None,
) -> list[StripRow]:
    """A row for each segmentation, placed in the normalized text; its bar is its probability.

    Arguments:
        log_probabilities: natural, of each path among all.
        colours: what colours the edges where their ids are no ids of a vocabulary; one that is
            not there is no piece.
    """
    return [
        StripRow(
            probability_text(log_probability),
            _tokens(path, colours),
            markers=SPACES,
            share=math.exp(min(log_probability, 0.0)),
            has_ids=colours is None,
        )
        for path, log_probability in zip(paths, log_probabilities, strict=True)
    ]


def probability_text(log_probability: float) -> str:
    """-0.105 -> "90.0%"; what would round to all or to nothing is not rounded so far."""
    share = 100 * math.exp(min(log_probability, 0.0))
    if 99.95 <= share < 100 - 1e-9:
        return "over 99.9%"
    if share >= 0.1:
        return f"{share:.1f}%"
    return f"{share:.1g}%" if share >= 0.0001 else "under 0.0001%"


def ways_text(ways: float) -> str:
    """ "one way", "42 ways", and from a million on "over 3 million ways".

    ``ways`` comes of a logarithm, so it is a little more or less than the whole number.
    """
    ways = round(ways)
    if ways == 1:
        return "one way"
    for word, size in LARGE.items():
        if ways > size:
            return f"over {(ways - 1) // size:,} {word} ways"
    return f"{ways:,} ways"


def _tokens(path: LatticePath, colours: Mapping[int, int] | None) -> list[StripToken]:
    tokens: list[StripToken] = []
    end = 0
    for edge in path.edges:
        start, end = end, end + len(edge.piece.encode("utf-8", "surrogatepass"))
        number = edge.token_id if colours is None else colours.get(edge.token_id, GAP)
        tokens.append((number, edge.piece, start, end))
    return tokens
