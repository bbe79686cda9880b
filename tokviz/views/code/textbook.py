"""The textbook's loop beside a training by the fast engine: the same steps, told by its trace.

Every value is one that the training recorded, put at the name that holds it in the textbook. Where
the two would not learn the same merges, who shows this must not (ui/components/textbook.py).
"""

import ast
from dataclasses import dataclass

from tokviz.text.labels import upper
from tokviz.traces.merges import MergeStep, MergeTrace
from tokviz.views.code.finding import find, find_loop, lit
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

SAYS = "The same merges, counted anew at each step: slow, and easy to read."


@dataclass(frozen=True, slots=True)
class Given:
    """What the textbook's ``train`` is given; ``pre_tokens`` in words."""

    pre_tokens: str
    num_merges: int
    min_count: int


def textbook(listing: Listing, trace: MergeTrace, given: Given) -> Telling:
    """Every step of a training; TokvizError where the function counts and replaces no pairs."""
    telling, loop = Telling(trace.markers), _Loop(listing, trace, given)
    told: dict[tuple[bool, bool], int] = {}
    telling.step(telling.moment(loop.start(last=not len(trace))), after=trace.num_tokens(0))
    for step in trace.steps:
        kind = (trace.num_tied[step.rank] > 0, step.rank == len(trace) - 1)
        if kind not in told:
            told[kind] = telling.moment(loop.step(tied=kind[0], last=kind[1]))
        telling.step(told[kind], **_values(trace, step))
    return telling


def _values(trace: MergeTrace, step: MergeStep) -> dict[str, str | bytes | int]:
    left, right = step.pair
    return {
        "made": step.rank,
        "merges": step.rank + 1,
        "pairs": int(trace.pairs_per_step[step.rank]),
        "count": step.count,
        "left": trace.vocab[left],
        "right": trace.vocab[right],
        "tied": int(trace.num_tied[step.rank]),
        "token": step.token,
        "token_id": step.token_id,
        "before": trace.num_tokens(step.rank),
        "after": trace.num_tokens(step.rank + 1),
    }


class _Loop:
    """The parts of the function, and what is said at them."""

    def __init__(self, listing: Listing, trace: MergeTrace, given: Given) -> None:
        self._ties, self._ended, self._given = trace.rule.ties, trace.stop_reason, given
        self._too_rare = len(trace) < given.num_merges
        self._base_size = int(trace.merged_ids[0]) if len(trace) else 0
        self._loop = find_loop(listing, "count_pairs")
        inside = self._loop.body
        self._begin = [find(listing, bound="text"), find(listing, bound="merges")]
        self._count = find(listing, within=inside, called="count_pairs")
        self._stop = find(listing, within=inside, written="< min_count")
        self._leave = find(listing, within=inside, written="break")
        self._choose = find(listing, within=inside, bound="pair")
        self._mint = find(listing, within=inside, bound="token_id")
        self._replace = find(listing, within=inside, called="replace_pair")
        self._keep = find(listing, within=inside, called="append")
        self._end = find(listing, written="return")

    def start(self, *, last: bool) -> Moment:
        """Before any merge: the text as its symbols."""
        symbols: Said = (f"{self._given.pre_tokens}: ", ("number", "after"), " tokens")
        notes = {_at(self._begin[0]): symbols}
        if last:
            where = self._stop if self._too_rare else self._loop
            notes[_at(where)] = (f"The loop ends at once: {self._ended}",)
        counted = [self._count, self._stop] if self._too_rare and last else []
        loop = [self._loop] if last else []
        return Moment(lit(0, *self._begin, *loop, *counted, *self._ending(last=last)), notes)

    def step(self, *, tied: bool, last: bool) -> Moment:
        """One turn of the loop."""
        ran = [self._loop, self._count, self._stop, self._choose, self._mint]
        ran += [self._replace, self._keep, *self._ending(last=last)]
        then = f". Then the loop ends: {self._ended}" if last else ""
        at_head, at_stop = ("", then) if self._too_rare else (then, "")
        tie: Said = ("; tied: ", ("number", "tied"), f" more. {upper(self._ties)} wins")
        notes: dict[Spot, Said] = {
            _at(self._loop): (
                *("len(merges) = ", ("number", "made")),
                f", num_merges = {self._given.num_merges:,}{at_head}",
            ),
            _at(self._count): ("len(counts) = ", ("number", "pairs")),
            _at(self._stop): (
                *("max(counts.values()) = ", ("number", "count")),
                f", min_count = {self._given.min_count:,}{at_stop}",
            ),
            _at(self._choose): (
                *("pair = ", ("token", "left"), " ", ("token", "right")),
                *(", counts[pair] = ", ("number", "count")),
                *(tie if tied else ()),
            ),
            _at(self._mint): (
                *(f"token_id = {self._base_size:,} + ", ("number", "made")),
                *(" = ", ("number", "token_id"), ": ", ("token", "token")),
            ),
            _at(self._replace): (("number", "before"), " → ", ("number", "after"), " tokens"),
            _at(self._keep): ("len(merges) = ", ("number", "merges")),
        }
        return Moment(lit(0, *ran), notes)

    def _ending(self, *, last: bool) -> list[ast.stmt]:
        """What runs after the last merge."""
        return [*([self._leave] if self._too_rare else []), self._end] if last else []


def _at(statement: ast.stmt) -> Spot:
    return Spot(0, statement.lineno)
