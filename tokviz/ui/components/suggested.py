"""The pair that What if suggests: one after which training ends with other tokens.

Most pairs that are passed over come a step later, and nothing is different in the end. So some are
tried: the next of each step that only the tie rule decided, by step; then of the other steps. Each
is trained once, on a short text, and the first is suggested whose training learns other tokens.
They are counted, not timed, so a text always has the same.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from tokviz.algorithms.merging.forced import Forced, ForcedError
from tokviz.traces.merges import MergeTrace
from tokviz.traces.parting import learned_apart
from tokviz.ui.components.forced import ForcedStep, first_tie, other_pairs

TRIED = 24
"""Pairs that are tried; each takes a training."""
SHORT, FEW_STEPS = 5_000, 300
"""Characters of a text, and steps of its training, up to which pairs are tried."""
RIVALS = 3
"""Of a step, how many pairs."""


def suggested(trace: MergeTrace, train: Callable[[Forced], MergeTrace] | None) -> ForcedStep | None:
    """The first pair that matters, or of the first tie where none does; None where none stands.

    ``train`` is the same training with these pairs forced, None where that may take long.
    """
    if train is not None and len(trace) <= FEW_STEPS:
        for one in islice(_candidates(trace), TRIED):
            if _matters(trace, train, one):
                return one
    return next(_others(trace, first_tie(trace)), None) if len(trace) else None


def _candidates(trace: MergeTrace) -> Iterator[ForcedStep]:
    tied = [step for step, ties in enumerate(trace.num_tied.tolist(), 1) if ties]
    untied = sorted(set(range(1, len(trace) + 1)) - set(tied))
    for step in (*tied, *untied):
        yield from islice(_others(trace, step), RIVALS)


def _others(trace: MergeTrace, step: int) -> Iterator[ForcedStep]:
    for left, right in other_pairs(trace, step - 1):
        yield ForcedStep(step, trace.vocab[left], trace.vocab[right])


def _matters(trace: MergeTrace, train: Callable[[Forced], MergeTrace], one: ForcedStep) -> bool:
    """Whether training then ends with other tokens."""
    try:
        apart = learned_apart(trace, train({one.step - 1: (one.left, one.right)}))
    except ForcedError:  # a rule forbids it, or training then ends before
        return False
    return bool(apart.only_one or apart.only_other)
