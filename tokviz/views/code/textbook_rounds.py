"""Unigram's textbook beside a training by the fast trainer: the same rounds, told by their trace.

Listing 0 is the loop; below it stand the functions that it calls, each lit where a step runs it.
Every value is one that the training recorded, put at the name that holds it in the textbook. Of
many pieces few are followed: the most used of an EM step, and of a pruning the last that goes and
the first that stays.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tokviz.text.labels import in_digits
from tokviz.traces.rounds import EmStep, FinalStep, PruneStep, UnigramTrace
from tokviz.views.code.finding import find, find_loop, lit, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling

SAYS = (
    "The same rounds, word by word in plain numbers: slow, and easy to read. Last digits may "
    "differ, and with them which of two equals stays."
)
TRAIN, EXPECT, MAXIMIZE, PRUNE, LOSSES, FINALIZE = range(6)
"""The listings: the functions of these names, losses for ``prune_losses``."""
LEFT: Said = ("gone: ", ("number", "gone"), ", left: ", ("number", "left"))


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the textbook's ``train`` is given beside words, seeds and alphabet."""

    num_pieces: int
    surplus_size: int
    shrinking_factor: float


class _Kind(NamedTuple):
    """Steps of one kind have the same moment: an EM step, a pruning, or the cut.

    Of a pruning: whether the rounds end with it, and whether there is a last piece that goes by its
    loss, and a first that stays.
    """

    step: str
    ends: bool = False
    goes: bool = False
    stays: bool = False


def textbook_rounds(listings: Sequence[Listing], trace: UnigramTrace, sizes: Sizes) -> Telling:
    """Every step of a training; TokvizError where the functions do something else."""
    telling, told = Telling(trace.markers), _Told(listings, trace.stop_reason, sizes)
    seeds, score = int(np.count_nonzero(trace.seed_scores)), int(trace.seed_scores.sum())
    telling.step(telling.moment(told.seeds()), seeds=seeds, score=score)
    moments: dict[_Kind, int] = {}
    for k in range(len(trace)):
        kind, values = _told_of(trace, k)
        if kind not in moments:
            moments[kind] = telling.moment(told.moment(kind))
        telling.step(moments[kind], **values)
    return telling


def _told_of(trace: UnigramTrace, k: int) -> tuple[_Kind, dict[str, str | int]]:
    """The kind of a step, and the values that it recorded."""
    step = trace.steps[k]
    values: dict[str, str | int] = {
        "round": step.round + 1,
        "gone": len(step.dropped),
        "left": len(step.pieces),
    }
    if isinstance(step, EmStep):
        return _Kind("em"), values | _of_expectation(trace, step)
    if isinstance(step, FinalStep):
        split = len(step.unreachable)
        return _Kind("final"), values | {"restored": len(step.restored), "split": split}
    of_pruning = _of_pruning(trace, step)
    ends = isinstance(trace.steps[k + 1], FinalStep)
    kind = _Kind("prune", ends, goes="goes" in of_pruning, stays="stays" in of_pruning)
    return kind, values | of_pruning


def _of_expectation(trace: UnigramTrace, step: EmStep) -> dict[str, str | int]:
    most = int(step.expected_counts.argmax())
    place = int(np.flatnonzero(step.pieces == step.counted[most])[0])
    return {
        "counted": len(step.counted),
        "objective": f"{round(step.objective, 4) + 0.0:.4f}",
        "most": trace.seeds[int(step.counted[most])],
        "uses": in_digits(float(step.expected_counts[most]), 4),
        "log_prob": in_digits(float(step.log_probs[place]), 4),
    }


def _of_pruning(trace: UnigramTrace, step: PruneStep) -> dict[str, str | int]:
    loss_of = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
    fates = dict(zip(step.dropped.tolist(), step.fates, strict=True))
    reasons = [*fates.values()]
    values: dict[str, str | int] = {
        "judged": len(step.pieces) + reasons.count("least missed"),
        "unused": reasons.count("unused"),
        "split": reasons.count("better split"),
    }
    goes = [n for n, fate in fates.items() if fate == "least missed"]
    stays = [n for n in step.pieces.tolist() if np.isfinite(loss_of[n])]
    if goes:
        last = max(goes, key=lambda n: loss_of[n])
        values |= {"goes": trace.seeds[last], "lost": in_digits(loss_of[last], 4)}
    if stays:
        first = min(stays, key=lambda n: loss_of[n])
        values |= {"stays": trace.seeds[first], "saved": in_digits(loss_of[first], 4)}
    return values


class _Told:
    """The functions of the textbook, and what is said at their lines."""

    def __init__(self, listings: Sequence[Listing], stop_reason: str, sizes: Sizes) -> None:
        self._listings, self._stop, self._sizes = listings, stop_reason, sizes
        train = listings[TRAIN]
        self._begin = [find(train, bound="log_total"), find(train, bound="log_probs")]
        self._rounds, self._turns = find_loop(train, "prune"), find_loop(train, "expect")
        turn = self._turns.body
        self._expect = find(train, within=turn, called="expect")
        self._maximize = find(train, within=turn, called="maximize")
        self._keep = find(train, within=turn, called="append")
        self._room = find(train, bound="room")
        self._prune = find(train, called="prune")
        self._enough = find(train, written="<= surplus_size")
        self._leave = find(train, written="break")
        self._end = find(train, called="finalize")

    def seeds(self) -> Moment:
        """Before the first round."""
        total, log_probs = self._begin
        notes: dict[Spot, Said] = {
            _at(TRAIN, total): ("sum(seeds.values()) = ", ("number", "score")),
            _at(TRAIN, log_probs): (("number", "seeds"), " seed pieces"),
        }
        return Moment(lit(TRAIN, *self._begin), notes)

    def moment(self, kind: _Kind) -> Moment:
        """What a step of this kind lights and says."""
        if kind.step == "prune":
            return self._pruning(kind)
        return self._expectation() if kind.step == "em" else self._cut()

    def _expectation(self) -> Moment:
        """Expected counts, and probabilities of them."""
        run = [self._rounds, self._turns, self._expect, self._maximize, self._keep]
        objective: Said = ("objective = ", ("words", "objective"))
        most: Said = ("[", ("token", "most"), "] = ")
        return self._ran(
            run,
            {
                self._rounds: ("round ", ("number", "round")),
                self._expect: objective,
                self._maximize: LEFT,
            },
            {
                EXPECT: {
                    self._in(EXPECT, bound="counts"): ("len(counts) = ", ("number", "counted")),
                    self._in(EXPECT, bound="forward"): ("the sum of all ways to each place",),
                    self._in(EXPECT, bound="backward"): ("and of all ways from there on",),
                    self._in(EXPECT, written="counts[piece] +="): (
                        *("in the end counts", *most, ("words", "uses")),
                        ", the most",
                    ),
                    self._in(EXPECT, written="return"): objective,
                },
                MAXIMIZE: {
                    self._in(MAXIMIZE, bound="kept"): ("len(kept) = ", ("number", "left")),
                    self._in(MAXIMIZE, written="return"): (
                        *("log_probs", *most, ("words", "log_prob")),
                    ),
                },
            },
        )

    def _pruning(self, kind: _Kind) -> Moment:
        """The losses, who stays, and whether another round follows."""
        run = [self._rounds, self._room, self._prune, self._enough]
        sizes = self._sizes
        enough = "few enough: the rounds end" if kind.ends else "still too many: once more"
        goes: Said = ("losses[", ("token", "goes"), "] = ", ("words", "lost"), " goes")
        stays: Said = ("losses[", ("token", "stays"), "] = ", ("words", "saved"), " stays")
        between = ["; "] if kind.goes and kind.stays else []
        close = [*(goes if kind.goes else []), *between, *(stays if kind.stays else [])]
        unlike: Said = ("unused: ", ("number", "unused"), ", better split: ", ("number", "split"))
        return self._ran(
            [*run, self._leave] if kind.ends else run,
            {
                self._rounds: ("round ", ("number", "round")),
                self._room: (
                    f"surplus_size = {sizes.surplus_size:,}, "
                    f"shrinking_factor = {sizes.shrinking_factor:g}",
                ),
                self._prune: LEFT,
                self._enough: (enough,),
            },
            {
                PRUNE: {
                    self._in(PRUNE, called="prune_losses"): (
                        *("len(losses) = ", ("number", "judged")),
                    ),
                    self._in(PRUNE, written="return"): LEFT,
                },
                LOSSES: {
                    self._in(LOSSES, written="continue"): unlike,
                    self._in(LOSSES, written="losses[piece] ="): close or ("",),
                },
            },
        )

    def _cut(self) -> Moment:
        """The end of training."""
        return self._ran(
            [self._end],
            {self._end: (*LEFT, f". {self._stop}")},
            {
                FINALIZE: {
                    self._in(FINALIZE, bound="dropped"): (
                        *("len(dropped) = ", ("number", "restored")),
                    ),
                    self._in(FINALIZE, bound="usable"): ("better split: ", ("number", "split")),
                    self._in(FINALIZE, bound="chosen"): (
                        f"num_pieces = {self._sizes.num_pieces:,}",
                    ),
                    self._in(FINALIZE, written="return"): LEFT,
                }
            },
        )

    def _in(self, listing: int, **looked_for: str) -> ast.stmt:
        return find(self._listings[listing], **looked_for)  # type: ignore[arg-type]

    def _ran(
        self,
        run: Sequence[ast.stmt],
        said: Mapping[ast.stmt, Said],
        called: Mapping[int, Mapping[ast.stmt, Said]],
    ) -> Moment:
        """These lines of the loop, and all of the functions that they call."""
        spots = lit(TRAIN, *run)
        notes = {_at(TRAIN, statement): note for statement, note in said.items()}
        for number, values in called.items():
            spots += lit(number, *statements(self._listings[number].body))
            notes |= {_at(number, statement): note for statement, note in values.items()}
        return Moment(spots, notes)


def _at(listing: int, statement: ast.stmt) -> Spot:
    return Spot(listing, statement.lineno)
