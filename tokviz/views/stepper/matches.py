"""WordPiece's encoding as a replay for the stepper: every substring that was tried, hit or miss.

One try a step, as ``encode_trace`` recorded them. A word over the limit is not tried at all and
gets one step that says so; so does a special token. Where nothing fits, the pieces found so far go
and [UNK] stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from tokviz.text.labels import plural
from tokviz.traces.matches import MatchStep, MatchTrace
from tokviz.views.stepper.stepper import Ask, Chip, Lane, Look, Moment, Option, Place, Replay
from tokviz.views.stepper.words import UNNAMED

MOST_STEPS = 1_500
"""Tries of a word that a replay shows, and in all, before it ends with a word."""
WORDS, TRIES, TOKENS = range(3)


def match_replay(
    trace: MatchTrace, vocab: Mapping[int, str] | None = None, *, max_chars: int | None = None
) -> Replay:
    """The replay of one text's encoding.

    Arguments:
        vocab: id -> piece of the tokenizer that recorded the trace; without it, the replay has no
            name for the unknown token.
        max_chars: the length from which on a word is not tried, if it is known.
    """
    film = _Film(trace, vocab or {}, max_chars)
    for number in range(len(trace.pre_tokens)):
        if len(film.moments) > MOST_STEPS:
            break
        film.word(number)
    shown, total = len(film.words), len(trace.pre_tokens)
    note = f"the first {shown:,} of {total:,}" if shown < total else "after normalizing, cut apart"
    lanes = (
        Lane("The words", film.words, note),
        Lane(
            "Tries for this word",
            film.tries,
            "the longest first; dashed box: not in the vocabulary",
        ),
        Lane("Tokens", film.tokens, "found so far, with their ids"),
    )
    return Replay("WordPiece encoding, try by try", lanes, film.moments, trace.markers)


def drawn_of(tries: Sequence[MatchStep]) -> tuple[Sequence[MatchStep], int]:
    """The tries of a word that a replay shows, and how many more there are; it then ends so."""
    return tries[:MOST_STEPS], max(0, len(tries) - MOST_STEPS)


@dataclass
class _Film:
    """The lanes and moments so far."""

    trace: MatchTrace
    vocab: Mapping[int, str]
    max_chars: int | None
    words: list[Chip] = field(default_factory=list)
    tries: list[Chip] = field(default_factory=list)
    tokens: list[Chip] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._prefix = "".join(marker.text for marker in self.trace.markers)
        self.tries_of = {
            number: list(steps)
            for number, steps in groupby(self.trace.steps, key=lambda step: step.pre_token)
        }
        count = len(self.trace.pre_tokens)
        self.moments.append(
            Moment(
                [f"The text is cut into {plural(count, 'word')}. No piece is looked for yet."],
                ["For each word: try all of it, then ever less of it, until a piece is found."],
            )
        )

    def word(self, number: int) -> None:
        """Add all steps of one word."""
        self.words.append(Chip(self.trace.pre_tokens[number]))
        if self.trace.outcomes[number] == "too long":
            self._too_long(number)
            return
        if self.trace.outcomes[number] == "special":
            self._special(number)
            return
        steps = self.tries_of.get(number, [])
        drawn, rest = drawn_of(steps)
        last = len(self.moments) + len(drawn) + bool(rest)  # the step before which the tries stay
        found: list[int] = []
        for place, step in enumerate(drawn):
            if place == 0 or drawn[place - 1].token_id is not None:
                search = _search(drawn[place:])
                if not rest or search[-1].token_id is not None:  # else how it ends is not drawn
                    self._ask(search)
            self._try(step, end=last)
            if step.token_id is not None:
                found.append(len(self.tokens))
                self._token(step.candidate, step.token_id)
            elif place == len(steps) - 1:
                self._nothing_fits(step, found)
            self._say(step, number, failed=place == len(steps) - 1, found=found)
        if rest:
            self._not_drawn(number, rest)

    def _ask(self, search: Sequence[MatchStep]) -> None:
        """Before the tries for one piece; where the first already fits there is nothing to ask."""
        if len(search) < 2:
            return
        rest, last = Chip(search[0].candidate), len(self.moments) + len(search) - 1
        say: list[str | Chip] = [
            "Which piece comes next: the longest in the vocabulary that begins ",
            rest,
            "?",
        ]
        ask = Ask(say, _options(search), answered=last)
        self.moments[-1] = replace(self.moments[-1], ask=ask)

    def _try(self, step: MatchStep, *, end: int) -> None:
        now = len(self.moments)
        if step.token_id is None:
            self.tries.append(Chip(step.candidate, note="no", look="miss", first=now, end=end))
        else:
            note = f"yes: {step.token_id}"
            self.tries.append(Chip(step.candidate, step.token_id, note, "hit", now, end))

    def _token(self, token: str, token_id: int, *, unknown: bool = False) -> None:
        look: Look = "unknown" if unknown else ""
        self.tokens.append(
            Chip(token, token_id, note=str(token_id), look=look, first=len(self.moments))
        )

    def _nothing_fits(self, step: MatchStep, found: Sequence[int]) -> None:
        """The whole word becomes [UNK]; what was found of it goes."""
        now = len(self.moments)
        for at in found:
            chip = self.tokens[at]
            self.tokens[at] = Chip(chip.token, chip.number, chip.note, "", chip.first, now)
        (unknown,) = self.trace.pieces[step.pre_token]
        self._token(self.vocab.get(unknown, UNNAMED), unknown, unknown=True)

    def _say(self, step: MatchStep, number: int, *, failed: bool, found: Sequence[int]) -> None:
        word = self.trace.pre_tokens[number]
        tried = Chip(step.candidate, step.token_id)
        now: list[Place] = [(WORDS, number), (TRIES, len(self.tries) - 1)]
        say: list[str | Chip]
        why: list[str | Chip]
        if step.token_id is not None:
            say = [tried, f" is in the vocabulary: {step.token_id}."]
            now.append((TOKENS, len(self.tokens) - 1))
            rest = len(word) - step.end
            gets = f" What follows gets {self._prefix} in front." if self._prefix else ""
            why = [f"{plural(rest, 'character')} of ", Chip(word), f" left.{gets}"]
            if not rest:
                why = [Chip(word), " is done."]
        elif failed:
            say = [tried, " is not in the vocabulary, and nothing shorter is left to try."]
            now.append((TOKENS, len(self.tokens) - 1))
            why = ["So the whole word ", Chip(word), " becomes ", self._unknown(number)]
            why.append(", and what was found of it goes." if found else ".")
        else:
            say = [tried, " is not in the vocabulary."]
            why = ["Take one character off its end and try again."]
        self.moments.append(Moment(say, why, now))

    def _not_drawn(self, number: int, rest: int) -> None:
        """So long a word has more tries than anybody steps through."""
        pieces = len(self.trace.pieces[number])
        say: list[str | Chip] = [
            f"The replay ends here: {plural(rest, 'more try')} of ",
            Chip(self.trace.pre_tokens[number]),
            " follow, which it does not show.",
        ]
        why: list[str | Chip] = [f"At the end the word is {plural(pieces, 'token')}."]
        self.moments.append(Moment(say, why, [(WORDS, number)]))

    def _too_long(self, number: int) -> None:
        word = self.trace.pre_tokens[number]
        (unknown,) = self.trace.pieces[number]
        self._token(self.vocab.get(unknown, UNNAMED), unknown, unknown=True)
        limit = "So long" if self.max_chars is None else f"Over {self.max_chars:,}"
        say: list[str | Chip] = [
            Chip(word),
            f" has {len(word):,} characters. {limit}, a word is not tried at all.",
        ]
        why: list[str | Chip] = ["It becomes ", self._unknown(number), "."]
        now = [(WORDS, number), (TOKENS, len(self.tokens) - 1)]
        self.moments.append(Moment(say, why, now))

    def _special(self, number: int) -> None:
        (token_id,) = self.trace.pieces[number]
        chip = Chip(self.trace.pre_tokens[number], token_id)
        self._token(chip.token, token_id)
        say: list[str | Chip] = [chip, f" is a special token: {token_id}."]
        why: list[str | Chip] = ["It is kept whole, as it stands in the text. No piece is tried."]
        now = [(WORDS, number), (TOKENS, len(self.tokens) - 1)]
        self.moments.append(Moment(say, why, now))

    def _unknown(self, number: int) -> Chip:
        (unknown,) = self.trace.pieces[number]
        return Chip(self.vocab.get(unknown, UNNAMED), unknown, look="unknown")


def _search(steps: Sequence[MatchStep]) -> Sequence[MatchStep]:
    """The tries up to the first hit, or all of them."""
    hits = [place for place, step in enumerate(steps) if step.token_id is not None]
    return steps[: hits[0] + 1] if hits else steps


def _options(search: Sequence[MatchStep]) -> list[Option]:
    """What was found, what was tried just before it, what is shorter, and that nothing fits."""
    *missed, last = search
    if last.token_id is None:
        tried = [search[0], search[len(search) // 2], last]
        return [*_missed(tried), Option(["“nothing fits”"], "won")]
    shorter = []
    if last.end - last.start > 1:
        shorter = [Option([Chip(last.candidate[:-1])], said="is shorter than what fits")]
    return [
        *_missed(missed[-1:] if shorter else missed[-2:]),
        Option([Chip(last.candidate)], "won"),
        *shorter,
        Option(["“nothing fits”"], said="is wrong: a piece does"),
    ]


def _missed(steps: Sequence[MatchStep]) -> list[Option]:
    said = "is not in the vocabulary"
    return [Option([Chip(step.candidate)], said=said) for step in dict.fromkeys(steps)]
