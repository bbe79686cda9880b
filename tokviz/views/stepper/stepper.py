"""The payload of the stepper: lanes of tokens that come and go, step by step, and what to say.

A lesson that does not merge is told as a ``Replay``: a few named lanes, each with its chips, and
for every step one caption and the chips that it is about. The browser shows at step k what has
``first <= k < end``. Controls, keys and the look of a token are the player's.

The payload has no arrays: all of it is header.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tokviz.text.labels import cut_label
from tokviz.text.long_labels import Parts, cut_of
from tokviz.text.markers import Markers, spelled_length
from tokviz.views.components import STEPPER
from tokviz.views.payload import pack
from tokviz.views.standalone.standalone import standalone_page

Look: TypeAlias = Literal[
    "", "unread", "new", "known", "unknown", "hit", "miss", "rest", "fact", "doomed", "gone"
]
"""How a chip is marked; ``rest`` is a remark about what is not drawn, ``fact`` a number."""

OUR_WORDS: tuple[Look, ...] = ("rest", "fact")
"""Looks of chips that hold our own words: a space is a space and no dot, and nothing is cut."""

Layout: TypeAlias = Literal["words", "letters", "lines"]

LONGEST_LABEL = 240
"""Characters of a token that its chip shows."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A token in a lane or in a sentence, or, without a number, words that are no token.

    Arguments:
        number: the token's id where it has one.
        note: a few words below the chip.
        first, end: the steps at which a lane shows it; no end, until the last.
    """

    token: str
    number: int | None = None
    note: str = ""
    look: Look = ""
    first: int = 0
    end: int | None = None


Words: TypeAlias = Sequence[str | Chip]
"""A sentence: text, and tokens within it."""
Place: TypeAlias = tuple[int, int]
"""A chip by its lane and its place there, both from 0."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A named row of chips, shown from step ``first`` until before step ``end``.

    ``layout``: words stand apart, letters side by side, lines below each other. ``tells``: its
    order tells what later steps will do, so it is covered while the reader predicts.
    """

    name: str
    chips: Sequence[Chip]
    note: str = ""
    first: int = 0
    end: int | None = None
    layout: Layout = "words"
    tells: bool = False


Standing: TypeAlias = Literal["won", "tied", ""]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer of a question; a tied one is as good as the one that won.

    Arguments:
        words: its chips have no number, or their looks would tell.
        said: of one that is wrong, why, after its words: "is not in the vocabulary".
        note: a few words beside it that help to choose.
    """

    words: Words
    standing: Standing = ""
    said: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What to ask at a moment; the step ``answered`` is the answer. One option won."""

    say: Words
    options: Sequence[Option]
    answered: int


@dataclass(frozen=True, slots=True)
class Moment:
    """One step: what to say, why, and the chips it is about.

    ``ahead`` says what comes and ``ask`` asks it: who is asked is not told.
    """

    say: Words
    why: Words = ()
    now: Sequence[Place] = ()
    ahead: Words = ()
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay: its lanes and its moments, the first of which is step 0."""

    title: str
    lanes: Sequence[Lane]
    moments: Sequence[Moment]
    markers: Markers = ()

    @property
    def steps(self) -> int:
        """The number of its last step."""
        return len(self.moments) - 1


def stepper_payload(replay: Replay, *, drawing: Mapping[str, Any] | None = None) -> bytes:
    """The replay as the browser takes it; ValueError for a replay without a moment.

    ``drawing`` is a lattice to draw above the lanes, as ``lattice_graph`` gives it.
    """
    if not replay.moments:
        raise ValueError(
            "A replay has a first moment, step 0, but this one has none. Say what stands there."
        )
    body: dict[str, Any] = {
        "title": replay.title,
        "lanes": [_lane(lane, replay.markers) for lane in replay.lanes],
        "moments": [_moment(moment, replay.markers) for moment in replay.moments],
    }
    if drawing is not None:
        body["drawing"] = drawing
    return pack(body)


def stepper_html(payload: bytes, *, title: str, step: int = 0) -> str:
    """One HTML page that replays a payload of ``stepper_payload`` and opens on ``step``."""
    return standalone_page(STEPPER, payload, title=title, step=step)


def _lane(lane: Lane, markers: Markers) -> dict[str, Any]:
    told = {"tells": True} if lane.tells else {}
    return told | {
        "name": lane.name,
        "note": lane.note,
        "first": lane.first,
        "end": lane.end,
        "layout": lane.layout,
        "chips": [_chip(chip, markers) for chip in lane.chips],
    }


def _moment(moment: Moment, markers: Markers) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "say": _words(moment.say, markers),
        "why": _words(moment.why, markers),
        "now": moment.now,
    }
    if moment.ahead:
        sent["ahead"] = _words(moment.ahead, markers)
    if moment.ask is not None:
        sent["ask"] = _ask(moment.ask, markers)
    return sent


def _ask(ask: Ask, markers: Markers) -> dict[str, Any]:
    options = [
        {
            "words": _words(option.words, markers),
            "standing": option.standing,
            "said": option.said,
            "note": option.note,
        }
        for option in ask.options
    ]
    return {"say": _words(ask.say, markers), "options": options, "answered": ask.answered}


def _words(said: Words, markers: Markers) -> list[Any]:
    return [word if isinstance(word, str) else _chip(word, markers) for word in said]


def _chip(chip: Chip, markers: Markers) -> dict[str, Any]:
    is_ours = chip.look in OUR_WORDS
    ours: Parts = (("text", chip.token),)
    parts = ours if is_ours else cut_label(chip.token, LONGEST_LABEL, markers)
    facts = {
        "parts": parts,
        "cut": None if is_ours else cut_of(parts),
        "length": None if is_ours else spelled_length(chip.token, markers),
        "number": chip.number,
        "note": chip.note,
        "look": chip.look,
        "first": chip.first,
        "end": chip.end,
    }
    return {name: fact for name, fact in facts.items() if fact not in ("", None)}
