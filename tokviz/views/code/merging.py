"""The loop of a training that merges, step by step: which of its lines ran, and with what values.

Its parts are found by what they do: it calls ``merge``, its head chooses, names that the trace
knows get their values, and what is appended is said.
"""

import ast

from tokviz.text.labels import score_words, upper
from tokviz.traces.merges import MergeStep, MergeTrace
from tokviz.views.code.finding import binds, calls, find, find_loop, receiver, rows_of, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Gap, Moment, Said, Spot, Telling

PAIR: Said = (("token", "left"), " ", ("token", "right"))
NAMED: dict[str, Said] = {
    "pair": ("pair = ", *PAIR),
    "token_id": ("token_id = ", ("number", "token_id")),
    "token": ("token = ", ("token", "token")),
    "filled": ("filled = ", ("number", "filled")),
}
"""Names in the loops, and what the trace knows of their values."""


def merging(listing: Listing, trace: MergeTrace) -> Telling:
    """Every step of a training; TokvizError where the function has no loop that merges."""
    telling, loop = Telling(trace.markers), _Loop(listing, trace)
    told: dict[frozenset[str], int] = {}
    filled = 0
    start = telling.moment(loop.start(last=not len(trace)))
    tokens, pairs = trace.num_tokens(0), len(trace.pair_table(0)[1])
    telling.step(start, tokens=tokens, pairs=pairs)
    for step in trace.steps:
        kind = _kind(trace, step)
        filled += step.count == 0
        if kind not in told:
            told[kind] = telling.moment(loop.step(kind))
        telling.step(told[kind], **_values(trace, step), filled=filled)
    return telling


def _kind(trace: MergeTrace, step: MergeStep) -> frozenset[str]:
    """What is so at a step: "tied", "barred", "fills", "forced", "last"."""
    facts = {
        "tied": trace.num_tied[step.rank] > 0,
        "barred": trace.num_barred[step.rank] > 0,
        "fills": step.count == 0,
        "forced": step.rank in trace.forced,
        "last": step.rank == len(trace) - 1,
    }
    return frozenset(name for name, is_so in facts.items() if is_so)


def _values(trace: MergeTrace, step: MergeStep) -> dict[str, str | bytes | int]:
    left, right = step.pair
    would_left, would_right = trace.forced.get(step.rank, step.pair)
    return {
        "would_left": trace.vocab[would_left],
        "would_right": trace.vocab[would_right],
        "tied": int(trace.num_tied[step.rank]),
        "barred": int(trace.num_barred[step.rank]),
        "before": trace.num_tokens(step.rank),
        "after": trace.num_tokens(step.rank + 1),
        "left": trace.vocab[left],
        "right": trace.vocab[right],
        "token": step.token,
        "token_id": step.token_id,
        "count": step.count,
        "score": score_words(step.score),
        "merges": step.rank + 1,
    }


class _Loop:
    """The parts of the loop, and what is said at them."""

    def __init__(self, listing: Listing, trace: MergeTrace) -> None:
        self._rule, self._stop, self._steps = trace.rule, trace.stop_reason, len(trace)
        self._loop = find_loop(listing, "merge")
        merge = next(s for s in statements(self._loop.body) if calls(s, "merge"))
        self._engine = receiver(calls(merge, "merge")[0])
        self._made = find(listing, bound=self._engine)
        self._head = Spot(0, self._loop.lineno)

    def start(self, *, last: bool) -> Moment:
        """Before any merge: every pair has been counted."""
        lit = [Spot(0, row) for row in rows_of(self._made)]
        counted: Said = (("number", "tokens"), " tokens, ", ("number", "pairs"), " different pairs")
        notes: dict[Spot, Said] = {lit[0]: counted}
        if last:
            lit += [Spot(0, row) for row in rows_of(self._loop)]
            notes[self._head] = ("The loop ends at once. ", self._stop)
        return Moment(lit, notes)

    def step(self, kind: frozenset[str]) -> Moment:
        """One turn of the loop."""
        every = [self._loop, *statements(self._loop.body)]
        lit = [Spot(0, row) for statement in every for row in rows_of(statement)]
        notes: dict[Spot, Said] = {}
        for statement in every[1:]:
            if said := self._said(statement):
                notes[Spot(0, statement.lineno)] = said
        notes[self._head] = [
            *self._choice(kind),
            *([f". Then the loop ends: {self._stop}"] if "last" in kind else []),
        ]
        return Moment(lit, notes)

    def _choice(self, kind: frozenset[str]) -> list[str | Gap]:
        """What the head of the loop chose, and why."""
        said = [part for name in binds(self._loop) for part in NAMED.get(name, ())]
        if "fills" in kind:
            return [*said, ", no longer in the text: it only fills the vocabulary up"]
        if self._rule.ranked_by == "pair score":
            said += [", score ", ("words", "score")]
        said += [", count ", ("number", "count")]
        if "forced" in kind:
            would: Said = (("token", "would_left"), " ", ("token", "would_right"))
            return [*said, "; forced, else ", *would, " would have won"]
        if "barred" in kind and self._rule.ranked_by == "count":
            said += ["; at least as frequent, but barred: ", ("number", "barred")]
        if "tied" in kind:
            said += ["; tied: ", ("number", "tied"), f" more. {upper(self._rule.ties)} wins"]
        return said

    def _said(self, statement: ast.stmt) -> Said:
        """What this line of the loop did: the value of a name, or what came of a call."""
        for name in binds(statement):
            if name in NAMED:
                return NAMED[name]
        if calls(statement, "merge"):
            return (("number", "before"), " → ", ("number", "after"), " tokens")
        if self._keeps_merge(statement):
            return ("merge ", ("number", "merges"), f" of {self._steps:,}")
        for call in calls(statement, "append"):
            named = isinstance(call.args[0], ast.Name)  # then its line says no id: it may change
            return (
                (("token", "token"),)
                if named
                else (("number", "token_id"), ": ", ("token", "token"))
            )
        return ()

    def _keeps_merge(self, statement: ast.stmt) -> bool:
        """``merges.append(pair)``, or ``merges[token] = len(merges)``."""
        if isinstance(statement, ast.Assign):
            return isinstance(statement.targets[0], ast.Subscript)
        return any(
            isinstance(argument, ast.Name) and argument.id in binds(self._loop)
            for call in calls(statement, "append")
            for argument in call.args
        )
