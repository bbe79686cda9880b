"""The pairs that could merge at a step of encoding, found in the text as it then stands.

A replay finds its own (views/player/encode.js); a test holds them to these.
"""

from itertools import pairwise

from tokviz.traces.choice import Pair
from tokviz.traces.encoding import EncodeTrace


def candidates(trace: EncodeTrace, k: int) -> list[tuple[Pair, int, int]]:
    """Those of the pre-token of step ``k``, left to right, as (pair, rank, token id).

    Empty after the last step.
    """
    if k == len(trace.steps):
        return []
    where = trace.steps[k].pre_token
    start, end = trace.starts[where : where + 2].tolist()
    opens, ids = [*range(start, end)], trace.symbols[start:end].tolist()
    for step in trace.steps[:k]:
        if step.pre_token == where:
            right = opens.index(step.position)
            ids[right - 1 : right + 1] = [step.token_id]
            del opens[right]
    pairs = pairwise(ids)
    return [(pair, *trace.mergeable[pair]) for pair in pairs if pair in trace.mergeable]
