"""Encoding by merges, step by step: the pair that came off the heap, and what became of it.

As in ``merging.py`` the lines are found by what they do, and every value is one that was recorded.
"""

import ast
from collections import Counter

from tokviz.traces.encoding import EncodeTrace
from tokviz.views.code.finding import find, find_loop, lit, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

POPPED: Said = (
    *("left, right = ", ("token", "left"), " ", ("token", "right")),
    *(", rank = ", ("number", "rank")),
)
JOINED: Said = (
    *(("token", "token"), ", ", ("number", "before"), " → ", ("number", "after"), " tokens"),
)
LEFT_OUT: Said = (("number", "skipped"), " left out just before, by dropout")


def encoding(listing: Listing, trace: EncodeTrace) -> Telling:
    """Every merge of an encoding; TokvizError where the function has no loop over a heap."""
    telling, heap = Telling(trace.markers), _Heap(listing)
    skipped = Counter(left_out.before for left_out in trace.skipped)
    told: dict[tuple[bool, bool], int] = {}
    telling.step(telling.moment(heap.start(last=not trace.steps)), base=len(trace.symbols))
    for k, step in enumerate(trace.steps):
        key = (skipped[k] > 0, k == len(trace) - 1)
        if key not in told:
            told[key] = telling.moment(heap.step(skips=key[0], last=key[1]))
        telling.step(
            told[key],
            left=trace.vocab[step.pair[0]],
            right=trace.vocab[step.pair[1]],
            rank=step.rank,
            token=step.token,
            before=trace.num_tokens(k),
            after=trace.num_tokens(k + 1),
            skipped=skipped[k],
        )
    return telling


class _Heap:
    """The parts of the function, and what is said at them."""

    def __init__(self, listing: Listing) -> None:
        self._loop = find_loop(listing, "heappop")
        self._look = find(listing, called="look")
        self._places = next(
            s for s in statements(listing.body) if self._look in getattr(s, "body", [])
        )
        inside = self._loop.body
        self._pop = find(listing, within=inside, called="heappop", bound="rank")
        self._note = find(listing, within=inside, called="note")
        self._skip = find(listing, within=inside, called="append")
        self._join = find(listing, within=inside, called="join")
        self._end = find(listing, written="return")
        self._ended: dict[Spot, Said] = {
            Spot(0, self._loop.lineno): ("The heap is empty: no pair that was learned is left.",)
        }

    def start(self, *, last: bool) -> Moment:
        """Before any merge: what was learned waits on the heap."""
        waits: Said = (("number", "base"), " base symbols; their learned pairs go on the heap")
        notes = {Spot(0, self._look.lineno): waits, **(self._ended if last else {})}
        return Moment(lit(0, self._places, self._look, *self._ending(last=last)), notes)

    def step(self, *, skips: bool, last: bool) -> Moment:
        """One pair off the heap."""
        notes: dict[Spot, Said] = {
            Spot(0, self._pop.lineno): POPPED,
            Spot(0, self._join.lineno): JOINED,
            **({Spot(0, self._skip.lineno): LEFT_OUT} if skips else {}),
            **(self._ended if last else {}),
        }
        ran = [self._loop, self._pop, self._note, *([self._skip] if skips else []), self._join]
        return Moment(lit(0, *ran, *self._ending(last=last)), notes)

    def _ending(self, *, last: bool) -> list[ast.stmt]:
        return [self._loop, self._end] if last else []
