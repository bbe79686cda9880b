"""The text as the engine walks over it, and where every pair of neighbours stands in it."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.traces.merges import IntArray

Ints: TypeAlias = npt.NDArray[np.int64]


SEPARATOR = -1


def lay_nodes(symbols: IntArray, starts: IntArray, weights: IntArray) -> tuple[Ints, Ints, Ints]:
    """The symbols with a separator before, between and after the pre-tokens.

    Returns the nodes, the weight of each, and the node of each symbol.
    [7, 8, 9], [0, 2, 3], [1, 5] -> [-1, 7, 8, -1, 9, -1], [0, 1, 1, 0, 5, 0], [1, 2, 4]
    """
    lengths = np.diff(starts)
    node_of_symbol = np.arange(len(symbols)) + np.repeat(np.arange(len(lengths)), lengths) + 1
    nodes = np.full(len(symbols) + len(lengths) + 1, SEPARATOR, np.int64)
    nodes[node_of_symbol] = symbols
    node_weights = np.zeros(len(nodes), np.int64)
    node_weights[node_of_symbol] = np.repeat(weights, lengths)
    return nodes, node_weights, node_of_symbol


def group_places(nodes: Ints) -> tuple[Ints, Ints, Ints]:
    """The pairs of neighbours among ``nodes`` that hold no separator, by one sort of integers.

    Returns the distinct pairs (p, 2), where each pair's places open (p,), and all places: pair i
    stands at ``places[opens[i]:opens[i + 1]]``.
    """
    places = np.flatnonzero((nodes[:-1] >= 0) & (nodes[1:] >= 0))
    ids, numbers = np.arange(int(nodes.max()) + 1), nodes
    if len(ids) ** 2 * len(nodes) >= 2**63:  # sparse ids: number them, so that three fit in one
        ids, numbers = np.unique(nodes, return_inverse=True)
    packed = (numbers[places] * len(ids) + numbers[places + 1]) * len(nodes) + places
    packed.sort()
    both, places = np.divmod(packed, len(nodes))
    opens = np.flatnonzero(np.diff(both, prepend=-1))
    pairs = np.stack([ids[both[opens] // len(ids)], ids[both[opens] % len(ids)]], axis=1)
    return pairs, opens, places
