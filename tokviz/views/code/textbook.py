"""The textbook's loop beside a training by the fast engine: the same steps, told by its trace.

Every value is one that the training recorded, put at the name that holds it in the textbook. Where
the two would not learn the same merges, who shows this must not (ui/components/textbook.py).
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tokviz.text.labels import plural, score_words, upper
from tokviz.traces.merges import MergeStep, MergeTrace
from tokviz.views.code.finding import find, find_loop, lit
from tokviz.views.code.listing import Listing
from tokviz.views.code.merging import PAIR
from tokviz.views.code.telling import Moment, Said, Spot, Telling

SAYS = "The same merges, counted anew at each step: slow, and easy to read."


@dataclass(frozen=True, slots=True)
class Given:
    """What the textbook's ``train`` is given; ``pre_tokens`` in words.

    ``size`` is how many merges it is to make; of one that ranks by pair score, how many tokens.
    """

    pre_tokens: str
    size: int
    min_count: int


class Facts(NamedTuple):
    """What is so at a step, beside its values."""

    tied: bool
    fills: bool
    last: bool


def textbook(listing: Listing, trace: MergeTrace, given: Given) -> Telling:
    """Every step of a training; TokvizError where the function counts and replaces no pairs."""
    telling, loop = Telling(trace.markers), _loop_of(trace)(listing, trace, given)
    told: dict[Facts, int] = {}
    telling.step(telling.moment(loop.start(last=not len(trace))), after=trace.num_tokens(0))
    for step, alone in zip(trace.steps, _counts_alone(trace), strict=True):
        tied, last = trace.num_tied[step.rank] > 0, step.rank == len(trace) - 1
        if (facts := Facts(tied, not step.count, last)) not in told:
            told[facts] = telling.moment(loop.step(facts))
        telling.step(told[facts], **_values(trace, step, alone))
    return telling


def _loop_of(trace: MergeTrace) -> "type[_Loop]":
    if trace.rule.ranked_by == "pair score":
        return _Scored
    return _Barred if trace.rule.bars else _Counted


def _values(
    trace: MergeTrace, step: MergeStep, alone: tuple[int, int]
) -> dict[str, str | bytes | int]:
    left, right = step.pair
    return {
        "made": step.rank,
        "merges": step.rank + 1,
        "pairs": int(trace.pairs_per_step[step.rank]),
        "count": step.count,
        "score": score_words(step.score),
        "left": trace.vocab[left],
        "right": trace.vocab[right],
        "left_alone": alone[0],
        "right_alone": alone[1],
        "tied": int(trace.num_tied[step.rank]),
        "barred": int(trace.num_barred[step.rank]),
        "token": step.token,
        "token_id": step.token_id,
        "size": step.token_id + 1,
        "before": trace.num_tokens(step.rank),
        "after": trace.num_tokens(step.rank + 1),
    }


def _counts_alone(trace: MergeTrace) -> Iterator[tuple[int, int]]:
    """How often the left and the right token of each step stand in the text before it."""
    counts = trace.token_counts(0).tolist()
    counts += [0] * (max(trace.vocab, default=0) + 1 - len(counts))
    for step in trace.steps:
        left, right = step.pair
        yield counts[left], counts[right]
        joined = trace.num_tokens(step.rank) - trace.num_tokens(step.rank + 1)
        counts[left] -= joined
        counts[right] -= joined
        counts[step.token_id] += joined


class _Loop:
    """The parts of a function that counts and replaces, and what is said at them."""

    learned = ""
    """What the loop makes longer."""
    keeps: Mapping[str, str] = {"called": "append"}
    """What the statement does that makes it longer."""
    replaces = "replace_pair"
    """The function that puts a token in the place of a pair."""

    def __init__(self, listing: Listing, trace: MergeTrace, given: Given) -> None:
        self._ties, self._ended, self._given = trace.rule.ties, trace.stop_reason, given
        self._too_rare = self._made(trace) < given.size
        self._loop = find_loop(listing, "count_pairs")
        inside = self._loop.body
        self._begin = [find(listing, bound="text"), find(listing, bound=self.learned)]
        self._count = find(listing, within=inside, called="count_pairs")
        self._stop = find(listing, within=inside, written="< min_count")
        self._leave = find(listing, within=inside, written="break")
        self._asked = [self._count, self._stop]
        self._replace = find(listing, within=inside, called=self.replaces)
        self._keep = find(listing, within=inside, **self.keeps)
        self._end = [find(listing, written="return")]

    def _made(self, trace: MergeTrace) -> int:
        """What ``Given.size`` counts, as it is in the end."""
        raise NotImplementedError

    def _own(self, facts: Facts, at_head: str, at_stop: str) -> dict[ast.stmt, Said]:
        """What is said at the lines that not every such loop has, or not with these values."""
        raise NotImplementedError

    def start(self, *, last: bool) -> Moment:
        """Before any merge: the text as its symbols."""
        symbols: Said = (f"{self._given.pre_tokens}: ", ("number", "after"), " tokens")
        notes = {_at(self._begin[0]): symbols}
        if last:
            where = self._stop if self._too_rare else self._loop
            notes[_at(where)] = (f"The loop ends at once: {self._ended}",)
        asked = self._asked if self._too_rare and last else []
        loop = [self._loop] if last else []
        return Moment(lit(0, *self._begin, *loop, *asked, *self._ending(last=last)), notes)

    def step(self, facts: Facts) -> Moment:
        """One turn of the loop."""
        then = f". Then the loop ends: {self._ended}" if facts.last else ""
        at_head, at_stop = ("", then) if self._too_rare else (then, "")
        notes: dict[ast.stmt, Said] = {
            self._count: ("len(counts) = ", ("number", "pairs")),
            self._replace: (("number", "before"), " → ", ("number", "after"), " tokens"),
            **self._own(facts, at_head, at_stop),
        }
        ran = sorted(notes, key=lambda statement: statement.lineno)
        said = {_at(statement): note for statement, note in notes.items()}
        return Moment(lit(0, *ran, *self._ending(last=facts.last)), said)

    def _tie(self, facts: Facts) -> Said:
        told: Said = ("; tied: ", ("number", "tied"), f" more. {upper(self._ties)} wins")
        return told if facts.tied else ()

    def _ending(self, *, last: bool) -> Sequence[ast.stmt]:
        """What runs after the last merge."""
        return [*([self._leave] if self._too_rare else []), *self._end] if last else []


class _Counted(_Loop):
    """``plain_bpe.train``: the pair that stands most often."""

    learned = "merges"

    def __init__(self, listing: Listing, trace: MergeTrace, given: Given) -> None:
        super().__init__(listing, trace, given)
        self._base_size = int(trace.merged_ids[0]) if len(trace) else 0
        self._choose = find(listing, within=self._loop.body, bound="pair")
        self._mint = find(listing, within=self._loop.body, bound="token_id")

    def _made(self, trace: MergeTrace) -> int:
        return len(trace)

    def _own(self, facts: Facts, at_head: str, at_stop: str) -> dict[ast.stmt, Said]:
        return {
            self._loop: (
                *("len(merges) = ", ("number", "made")),
                f", num_merges = {self._given.size:,}{at_head}",
            ),
            self._stop: (
                *("max(counts.values()) = ", ("number", "count")),
                f", min_count = {self._given.min_count:,}{at_stop}",
            ),
            self._choose: (
                *("pair = ", *PAIR, ", counts[pair] = ", ("number", "count")),
                *self._tie(facts),
            ),
            self._mint: (
                *(f"token_id = {self._base_size:,} + ", ("number", "made")),
                *(" = ", ("number", "token_id"), ": ", ("token", "token")),
            ),
            self._keep: ("len(merges) = ", ("number", "merges")),
        }


class _Scored(_Loop):
    """``plain_wordpiece.train``: the pair that stands most often for how often its parts do."""

    learned = "vocab"

    def __init__(self, listing: Listing, trace: MergeTrace, given: Given) -> None:
        super().__init__(listing, trace, given)
        self._alone = find(listing, within=self._loop.body, bound="alone")
        self._score = find(listing, within=self._loop.body, bound="scores")
        self._choose = find(listing, within=self._loop.body, bound="left")
        self._spell = find(listing, within=self._loop.body, bound="token")

    def _made(self, trace: MergeTrace) -> int:
        return len(trace.vocab)

    def _own(self, facts: Facts, at_head: str, at_stop: str) -> dict[ast.stmt, Said]:
        return {
            self._loop: (
                *("len(vocab) = ", ("number", "token_id")),
                f", vocab_size = {self._given.size:,}{at_head}",
            ),
            self._stop: (f"min_count = {self._given.min_count:,}{at_stop}",),
            self._alone: (
                *("alone: ", ("token", "left"), " ", ("number", "left_alone")),
                *(", ", ("token", "right"), " ", ("number", "right_alone")),
            ),
            self._score: (
                *("scores[", *PAIR, "] = ", ("number", "count"), " / (", ("number", "left_alone")),
                *(" × ", ("number", "right_alone"), ") = ", ("words", "score")),
            ),
            self._choose: ("left, right = ", *PAIR, *self._tie(facts)),
            self._spell: ("token = ", ("token", "token")),
            self._keep: ("len(vocab) = ", ("number", "size")),
        }


class _Barred(_Loop):
    """``plain_sentencepiece_bpe.train``: the pair that stands most often of those no rule bars."""

    learned = "merges"
    keeps: Mapping[str, str] = {"written": "] = pair"}
    replaces = "join_pair"

    def __init__(self, listing: Listing, trace: MergeTrace, given: Given) -> None:
        super().__init__(listing, trace, given)
        inside = self._loop.body
        self._begin.append(find(listing, bound="counts"))
        self._free = find(listing, within=inside, called="free_pairs")
        self._choose = find(listing, within=inside, bound="pair")
        self._asked[1:1] = [self._free, self._choose]
        self._end.insert(0, find(listing, bound="pieces", written="script_of]"))
        merges = plural(len(trace), "merge")
        self._listed = f"{merges}, then the alphabet; scores 0, −1, −2, …"

    def _made(self, trace: MergeTrace) -> int:
        return len(trace)

    def _own(self, facts: Facts, at_head: str, at_stop: str) -> dict[ast.stmt, Said]:
        chosen: Said = ("pair = ", *PAIR, ", counts[pair] = ", ("number", "count"))
        gone = ["; no longer in the text: it only fills the vocabulary up"] if facts.fills else []
        # its own line says who wins
        tied: Said = ("; tied: ", ("number", "tied"), " more") if facts.tied else ()
        return {
            self._loop: (
                *("len(merges) = ", ("number", "made")),
                f", num_merges = {self._given.size:,}{at_head}",
            ),
            self._count: ("pairs that stand: ", ("number", "pairs")),
            self._free: ("at least as frequent, but left out: ", ("number", "barred")),
            self._choose: (*chosen, *gone, *tied),
            self._stop: (f"min_count = {self._given.min_count:,}{at_stop}",),
            self._keep: (
                *("free[pair] = ", ("token", "token")),
                *(", len(merges) = ", ("number", "merges")),
            ),
            **({self._end[-1]: (self._listed,)} if facts.last else {}),
        }


def _at(statement: ast.stmt) -> Spot:
    return Spot(0, statement.lineno)
