"""Pairs that the caller chose in the trainer's place, and what would have won without.

A step is forced by its number and two tokens, spelled as the vocabulary has them: ``{3: ("t",
"he")}``, of bytes ``{3: (b"t", b"he")}``. Ids would not do: some are given when training ends. The
pair must stand in the text at that step (``trace.pair_counts`` of a training without it has all
that do), and no rule of the tokenizer may forbid it; then training goes on by its own rule.
Not here: who stood against a forced pair (contests.py, pair_scores.py).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Protocol, TypeAlias

from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.whole_numbers import check_whole
from tokviz.text.characters import encode_utf8
from tokviz.text.direction import isolated
from tokviz.text.labels import plural, short_label
from tokviz.traces.choice import ChoiceRule, Pair
from tokviz.traces.merges import Token

Forced: TypeAlias = Mapping[int, tuple[Token, Token]]


class ForcedError(TokvizError):
    """Pairs that cannot be joined at the steps that are to join them.

    ``steps``, counted from 0, are those at fault; ``why`` ends a sentence about one of them.
    """

    def __init__(self, message: str, steps: Sequence[int], why: str) -> None:
        super().__init__(message, steps, why)
        self.steps, self.why = tuple(steps), why

    def __str__(self) -> str:
        return str(self.args[0])


class Pairs(Protocol):
    """What the engine says of the pairs of the text."""

    rule: ChoiceRule
    bars: Any
    """The rules that forbid pairs, called with one; or None."""

    def count(self, pair: Pair) -> int:
        """How often the pair stands in the text now."""
        ...


class ForcedPairs:
    """What is forced; ``vocab`` grows while training goes on.

    ``spelled`` says how a token of ``vocab`` is written where that is not as itself. Raises
    TokvizError for what is no step, or no pair of tokens.
    """

    def __init__(
        self,
        asked: Forced,
        vocab: Sequence[Any],
        spelled: Callable[[Any], Token] = lambda token: token,
    ) -> None:
        _check(asked)
        self._asked, self._vocab, self._spelled = dict(asked), vocab, spelled
        self.led: dict[int, tuple[Pair, int]] = {}
        """Forced step -> the pair that would have won it, and how often that stood."""

    def __bool__(self) -> bool:
        return bool(self._asked)

    def instead_of(self, best: Pair | None, step: int, pairs: Pairs) -> Pair | None:
        """The pair of this step, where ``best`` is the trainer's own; None ends training.

        Raises ForcedError where the forced pair cannot be joined.
        """
        if best is None or step not in self._asked:
            return best
        left, right = (self._ids(token, step) for token in self._asked[step])
        pair = max(product(left, right), key=pairs.count)
        if not pairs.count(pair):
            raise self._refused(step, "they do not stand side by side in the text then")
        bar = pairs.bars(pair) if pairs.bars is not None else None
        if bar is not None:
            raise self._refused(step, f"a rule forbids it: {pairs.rule.bars[bar[0]]}")
        self.led[step] = (best, pairs.count(best))
        return pair

    def overruled(self, joined: int, steps: int) -> dict[int, Pair]:
        """Forced step -> the pair that would have won it, when training has made its steps.

        The first ``joined`` of them joined a pair. Raises ForcedError where no pair was left, or
        training ended, before a step that is forced.
        """
        late = [step for step in self._asked if step not in self.led]
        if late:
            fills = joined < steps
            rest = ": the later ones only fill the vocabulary up" if fills else ""
            more = "" if fills else ", or ask for more merges"
            raise ForcedError(
                f"forced names step {max(late):,}, but training joined a pair at "
                f"{plural(joined, 'step')} only, counted from 0{rest}. "
                f"Force an earlier step{more}.",
                late,
                f"after step {joined:,} no pair is left to join: steps only fill the vocabulary up"
                if fills
                else f"training ends after step {steps:,}",
            )
        return {step: pair for step, (pair, _) in sorted(self.led.items())}

    def _ids(self, token: Token, step: int) -> list[int]:
        found = [i for i, known in enumerate(self._vocab) if self._spelled(known) == token]
        if not found:
            raise self._refused(step, f"{isolated(short_label(token, 60))} is no token then")
        return found

    def _refused(self, step: int, why: str) -> ForcedError:
        left, right = self._asked[step]
        remedy = "Take a pair that stands in the text at that step and may be joined."
        spelled = tuple(encode_utf8(token) for token in (left, right) if isinstance(token, str))
        if len(spelled) == 2 and {*spelled} <= {*map(self._spelled, self._vocab)}:
            remedy = f"Write bytes here: {spelled!r:.130}."
        asked = f"forced asks step {step:,} to join {left!r:.60} and {right!r:.60}"
        return ForcedError(f"{asked}, but {why}. {remedy}", [step], why)


def _check(asked: object) -> None:
    """TokvizError for what names no steps and pairs of tokens."""
    remedy = "Write {0: ('a', 'b')}, of bytes {0: (b'a', b'b')}."
    if not isinstance(asked, Mapping):
        raise KindError(f"forced names pairs by their steps, but it is {asked!r:.80}. {remedy}")
    for step, pair in asked.items():
        check_whole("A step of forced", step, such_as=0)
        if step < 0 or not _is_pair(pair):
            raise KindError(
                f"forced says {step!r}: {pair!r:.80}, but it takes a step, counted from 0, and "
                f"two tokens as they are spelled. {remedy}"
            )


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(token, str | bytes) for token in pair)


NOTHING_FORCED = ForcedPairs({}, ())
