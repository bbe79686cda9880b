"""WordPiece's encoding, try by try, in the code that looks a piece up.

Two listings: the loop over the words (0) and the match within one word (1). Moments come in the
order of ``views/stepper/matches.py``: one for each try, one for a word of which nothing is tried,
and one where tries are left that no replay shows.
"""

import ast
from itertools import groupby

from tokviz.traces.matches import MatchStep, MatchTrace
from tokviz.views.code.finding import find, lit, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Moment, Said, Spot, Telling
from tokviz.views.stepper.matches import drawn_of

WORDS, MATCH = 0, 1
NOTHING_FITS, TOO_LONG, SPECIAL = '"nothing fits"', '"too long"', '"special"'


def matching(words: Listing, match: Listing, trace: MatchTrace, *, steps: int) -> Telling:
    """Every try; ``steps`` is how many the replay shows."""
    telling, told = Telling(trace.markers), _Match(words, match)
    moments = {
        name: telling.moment(moment)
        for name, moment in (
            ("start", told.word()),
            ("miss", told.tried(found=False)),
            ("hit", told.tried(found=True)),
            ("nothing fits", told.given_up()),
            ("too long", told.too_long()),
            ("special", told.special()),
            ("more", told.more()),
        )
    }
    telling.step(moments["start"], words=len(trace.pre_tokens))
    tries = {number: list(of) for number, of in groupby(trace.steps, lambda step: step.pre_token)}
    for number, word in enumerate(trace.pre_tokens):
        outcome = trace.outcomes[number]
        if outcome in ("too long", "special"):
            telling.step(moments[outcome], word=word, length=len(word))
            continue
        drawn, rest = drawn_of(tries.get(number, []))
        for step in drawn:
            failed = outcome == "nothing fits" and step is tries[number][-1]
            kind = "nothing fits" if failed else "hit" if step.hit else "miss"
            telling.step(moments[kind], word=word, **_values(step))
        if rest:
            telling.step(moments["more"], word=word)
    telling.cut(steps)
    return telling


def _values(step: MatchStep) -> dict[str, str | int]:
    return {
        "candidate": step.candidate,
        "start": step.start,
        "end": step.end,
        "token_id": -1 if step.token_id is None else step.token_id,
    }


class _Match:
    """The parts of both listings, and what is said at them."""

    def __init__(self, words: Listing, match: Listing) -> None:
        self._words, self._match = words, match
        self._each = find(words, bound="word")
        self._candidate = find(match, bound="candidate")
        self._look_up = find(match, called="get", bound="token_id")
        self._ends = next(s for s in statements(match.body) if self._look_up in _body(s))
        self._keep = find(match, called="append", written="token_ids.append")
        self._go_on = find(match, within=_after(match, self._keep), bound="start")

    def word(self) -> Moment:
        """Before the first try: the words wait."""
        said: Said = (("number", "words"), " words, one after the other")
        return Moment(lit(WORDS, self._each), {Spot(WORDS, self._each.lineno): said})

    def _now(self) -> dict[Spot, Said]:
        return {Spot(WORDS, self._each.lineno): ("word = ", ("token", "word"))}

    def tried(self, *, found: bool) -> Moment:
        """One look-up: a hit is kept, a miss leaves one character off."""
        ran = [self._ends, self._candidate, self._look_up]
        result: Said = ("token_id = ", ("number", "token_id")) if found else ("token_id = None",)
        notes: dict[Spot, Said] = {
            **self._now(),
            Spot(MATCH, self._ends.lineno): ("end = ", ("number", "end")),
            Spot(MATCH, self._candidate.lineno): ("candidate = ", ("token", "candidate")),
            Spot(MATCH, self._look_up.lineno): result,
        }
        if found:
            ran += [self._keep, self._go_on]
            notes[Spot(MATCH, self._go_on.lineno)] = ("start = ", ("number", "end"))
        return Moment([*lit(WORDS, self._each), *lit(MATCH, *ran)], notes)

    def given_up(self) -> Moment:
        """The last try of a word failed."""
        tried, end = self.tried(found=False), find(self._match, written=f"], {NOTHING_FITS}")
        said: Said = ("nothing shorter is left: all of the word is unknown",)
        return Moment(
            [*tried.lit, *lit(MATCH, end)], {**tried.notes, Spot(MATCH, end.lineno): said}
        )

    def too_long(self) -> Moment:
        """Nothing is tried."""
        end = find(self._match, written=f"], {TOO_LONG}")
        test = next(s for s in statements(self._match.body) if end in _body(s))
        said: Said = ("len(word) = ", ("number", "length"))
        lines = [*lit(WORDS, self._each), *lit(MATCH, test, end)]
        return Moment(lines, {**self._now(), Spot(MATCH, test.lineno): said})

    def more(self) -> Moment:
        """Of so long a word the replay shows no more tries."""
        return Moment(lit(WORDS, self._each), self._now())

    def special(self) -> Moment:
        """Nothing is looked for: the token is kept whole."""
        kept = find(self._words, written=SPECIAL)
        said: Said = ("a special token: kept whole",)
        lines = lit(WORDS, self._each, kept)
        return Moment(lines, {**self._now(), Spot(WORDS, kept.lineno): said})


def _body(statement: ast.stmt) -> list[ast.stmt]:
    body: list[ast.stmt] = getattr(statement, "body", [])
    return body


def _after(listing: Listing, statement: ast.stmt) -> list[ast.stmt]:
    """What follows a statement where it stands."""
    for around in statements(listing.body):
        body = _body(around)
        if statement in body:
            return body[body.index(statement) :]
    return []
