"""Unigram's training, step by step: seeds, expectation and maximization, pruning, the final cut.

Two listings: where training begins with its seeds (0), and the trainer's loop (1).
"""

from tokviz.traces.rounds import EmStep, PruneStep, UnigramTrace
from tokviz.views.code.finding import find, lit
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

SEEDS, LOOP = 0, 1
LEFT: Said = ("gone: ", ("number", "gone"), ", left: ", ("number", "left"))


def rounds(seeds: Listing, loop: Listing, trace: UnigramTrace) -> Telling:
    """Every step of a training."""
    telling, told = Telling(trace.markers), _Rounds(seeds, loop, trace.stop_reason)
    kinds = {
        "seeds": telling.moment(told.seeds()),
        "em": telling.moment(told.expectation()),
        "prune": telling.moment(told.pruning(last=False)),
        "last prune": telling.moment(told.pruning(last=True)),
        "final": telling.moment(told.cut()),
    }
    telling.step(kinds["seeds"], seeds=len(trace.seeds))
    for k, step in enumerate(trace.steps):
        kind = str(step.kind)
        if isinstance(step, PruneStep) and trace.steps[k + 1].kind == "final":
            kind = "last prune"
        values: dict[str, str | int] = {"gone": len(step.dropped), "left": len(step.pieces)}
        if isinstance(step, EmStep):
            values["objective"] = f"{step.objective:.4f}"
        telling.step(kinds[kind], round=step.round, **values)
    return telling


class _Rounds:
    """The parts of both listings, and what is said at them."""

    def __init__(self, seeds: Listing, loop: Listing, stop_reason: str) -> None:
        self._stop = stop_reason
        self._seeds = find(seeds, called="seed_pieces")
        self._expect = find(loop, called="expect")
        self._maximize = find(loop, called="maximize")
        self._prune = find(loop, called="_prune")
        self._enough = find(loop, written="<= surplus_size")
        self._round = find(loop, written="round_ += 1")
        self._cut = find(loop, called="finalize")
        self._take = find(loop, written="self._take(cut)")
        self._end = find(loop, written="return")

    def seeds(self) -> Moment:
        """Before the first round."""
        said: Said = (("number", "seeds"), " seed pieces, far too many on purpose")
        return Moment(lit(SEEDS, self._seeds), {Spot(SEEDS, self._seeds.lineno): said})

    def expectation(self) -> Moment:
        """One E-step and one M-step."""
        notes: dict[Spot, Said] = {
            Spot(LOOP, self._expect.lineno): ("objective = ", ("words", "objective")),
            Spot(LOOP, self._maximize.lineno): ("round_ = ", ("number", "round"), ", ", *LEFT),
        }
        return Moment(lit(LOOP, self._expect, self._maximize), notes)

    def pruning(self, *, last: bool) -> Moment:
        """One pruning, and whether another round follows."""
        go_on = [self._enough] if last else [self._enough, self._round]
        ended: Said = ("few enough: the rounds end",) if last else ("still too many: once more",)
        notes: dict[Spot, Said] = {
            Spot(LOOP, self._prune.lineno): ("round_ = ", ("number", "round"), ", ", *LEFT),
            Spot(LOOP, self._enough.lineno): ended,
        }
        return Moment(lit(LOOP, self._prune, *go_on), notes)

    def cut(self) -> Moment:
        """The end of training."""
        notes: dict[Spot, Said] = {
            Spot(LOOP, self._take.lineno): LEFT,
            Spot(LOOP, self._end.lineno): (self._stop,),
        }
        return Moment(lit(LOOP, self._cut, self._take, self._end), notes)
