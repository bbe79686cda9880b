"""Viterbi's search for the best path, position by position, and the walk back along it.

Two listings: the search over the edges (0) and the walk back (1). Moments come in the order of
``views/lattice/lattice.py``: one for each position that is settled, the last one walks back.
"""

from tokviz.traces.lattice import LatticeTrace
from tokviz.views.code.finding import find, find_loop, lit, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

SEARCH, BACK = 0, 1


def best_path(search: Listing, back: Listing, trace: LatticeTrace) -> Telling:
    """Every position, and the best path."""
    telling = Telling(trace.markers)
    telling.step(telling.moment(_start(search)), characters=len(trace.normalized))
    arrival, walk = telling.moment(_arrival(search)), telling.moment(_walk(back))
    for step in trace.steps:
        telling.step(
            arrival,
            position=step.position,
            arriving=len(step.arriving),
            best=step.best.piece,
            total=f"{step.log_prob:.4f}",
        )
    if trace.steps:
        telling.step(walk, pieces=len(trace.best.edges), total=f"{trace.best.log_prob:.4f}")
    return telling


def _start(search: Listing) -> Moment:
    totals = find(search, called="no_totals", bound="totals")
    said: Said = ("totals[0] = 0; ", ("number", "characters"), " positions are not reached yet")
    return Moment(lit(SEARCH, totals), {Spot(SEARCH, totals.lineno): said})


def _arrival(search: Listing) -> Moment:
    loop = find_loop(search, "rises")
    rises = find(search, called="rises")
    kept = find(search, written="last[edge.end] = edge")
    notes: dict[Spot, Said] = {
        Spot(SEARCH, loop.lineno): (
            *(("number", "arriving"), " edges with edge.end = ", ("number", "position")),
        ),
        Spot(SEARCH, rises.lineno): (
            *("totals[", ("number", "position"), "] = ", ("words", "total"), ", the highest"),
        ),
        Spot(SEARCH, kept.lineno): (*("last[", ("number", "position"), "] = ", ("token", "best")),),
    }
    return Moment(lit(SEARCH, loop, rises, kept), notes)


def _walk(back: Listing) -> Moment:
    loop = find_loop(back, "append")
    end = find(back, written="return")
    notes: dict[Spot, Said] = {
        Spot(BACK, loop.lineno): ("from the end to the start, along the winners",),
        Spot(BACK, end.lineno): (("number", "pieces"), " pieces, total ", ("words", "total")),
    }
    return Moment(lit(BACK, loop, *statements(loop.body), end), notes)
