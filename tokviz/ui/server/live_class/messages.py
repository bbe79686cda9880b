"""What a leader or a follower says, read in one place: of its type, and no longer than needed.

Everything here comes from a browser and goes to others, so nothing passes that is not known.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tokviz.checks.limits import STEP
from tokviz.text.direction import unturned
from tokviz.text.invisible import draws_nothing
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.ballots import REASONS
from tokviz.ui.server.live_class.refused import RefusedError

_KEY = re.compile(r"[A-Za-z0-9_-]{32,64}")
_PAGE = re.compile(r"[a-z0-9_]{0,40}")
_QUERY = re.compile(r"[!-~]*")  # as browsers write an address: no spaces, and nothing beyond ASCII
_DIGEST = re.compile(r"(?:[0-9a-f]{64})?")
_KIND = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"[0-9]{1,10}")
_PHONE = re.compile(r"[0-9]{4}")
_ERA = re.compile(r"[0-9a-f]{8}")
_OF_PAGE = {
    "back", "use", "open sentences", "ask for a sentence", "stop asking",
    "hide votes", "show votes", "ask again",
}  # fmt: skip
"""What a remote asks for: a step back, that the sentences become the text, and what the leader's
own buttons do, each said so that twice is as once."""
_ABOUT = {
    "next": {"words": limits.TITLE},
    "show": {"text": limits.SENTENCE}, "leave out": {"text": limits.SENTENCE},
}  # fmt: skip
"""And what its button said that a step does, and of a sentence that it is shown, or left out."""
PRESSES = _OF_PAGE | _ABOUT.keys()
FOUR_BYTES = 2**32 - 1
"""The largest number of a replay, of the text that it is about, and of a sentence's hash."""


def read_json(body: bytes) -> Any:
    """What a body says in JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _wrong("a body that is not JSON") from None


def read_key(header: str | None) -> str | None:
    """The key of ``Authorization: Bearer KEY``, or None."""
    scheme, _, key = (header or "").partition(" ")
    return key if scheme == "Bearer" and _KEY.fullmatch(key) else None


def read_digest(said: str) -> str:
    """The digest that an address names."""
    if not said or not _DIGEST.fullmatch(said):
        raise _wrong("a digest that is none")
    return said


def read_state(said: Any) -> dict[str, Any]:
    """The parts of a leader's state that changed."""
    if not isinstance(said, dict) or not said.keys() <= _PARTS.keys():
        raise _wrong("parts of a state that are not known")
    return {name: _PARTS[name](value) for name, value in said.items()}


def read_vote(said: Any) -> tuple[str, int, int, int]:
    """Who votes, on which replay's step, for which option."""
    _demand_keys(said, "follower", "replay", "step", "option")
    name = _text(said["follower"], 64)
    option = _whole(said["option"], limits.OPTIONS)
    return name, _whole(said["replay"], FOUR_BYTES), _whole(said["step"], STEP), option


def read_sentence(said: Any) -> tuple[str, str]:
    """Who sends a sentence, and which: one line, cut in the order in which its leader read it."""
    _demand_keys(said, "follower", "text")
    text = " ".join(unturned(_text(said["text"], limits.SENTENCE)).split())
    if draws_nothing(text):
        raise RefusedError(400, "A sentence has a letter at least.")
    return _text(said["follower"], 64), text


class Pressed(NamedTuple):
    """What a remote asks for; ``number`` counts what it asked so far."""

    name: str
    number: int
    wanted: dict[str, str]


def read_follower(said: Any) -> str:
    """Who asks, when the name is all that is said."""
    _demand_keys(said, "follower")
    return _text(said["follower"], 64)


def read_number(said: Any) -> str:
    """The number that a phone shows, as the leader typed it."""
    _demand_keys(said, "number")
    typed = _text(said["number"], 20).strip()
    if not _PHONE.fullmatch(typed):
        raise RefusedError(400, "The number on your phone has four digits. Type all of them.")
    return typed


def read_press(said: Any) -> Pressed:
    """What a remote asks the leader's browser for, and about what."""
    what = str(said.get("what")) if isinstance(said, dict) else ""
    about = _ABOUT.get(what, {})
    _demand_keys(said, "follower", "number", "what", *about)
    if what not in PRESSES:
        raise _wrong("a press that is not known")
    wanted = {"what": what} | {name: _text(said[name], most) for name, most in about.items()}
    return Pressed(_text(said["follower"], 64), _whole(said["number"], STEP), wanted)


def _place(said: Any) -> dict[str, str]:
    """Where the leader is: a page, and what its address says after the question mark.

    ``text`` is the digest of a text that is in no address, or empty.
    """
    _demand_keys(said, "page", "query", "text")
    page, query = _text(said["page"], 40), _text(said["query"], limits.QUERY)
    if not _DIGEST.fullmatch(_text(said["text"], 64)):
        raise _wrong("a digest that is none")
    if not _PAGE.fullmatch(page) or not _QUERY.fullmatch(query) or "#" in query:
        raise _wrong("a page or an address that is none")
    return {"page": page, "query": query, "text": said["text"]}


def _steps(said: Any) -> dict[str, Any]:
    """The step of each replay on the page, and which was moved last."""
    _demand_keys(said, "moved", "at")
    at, moved = said["at"], said["moved"]
    if not isinstance(at, dict) or len(at) > limits.REPLAYS:
        raise _wrong(f"the steps of more than {limits.REPLAYS} replays")
    steps = {}
    for replay, place in at.items():
        _demand_keys(place, "step", "about")
        if not _NUMBER.fullmatch(replay):
            raise _wrong("a replay that is no number")
        step, about = _whole(place["step"], STEP), _whole(place["about"], FOUR_BYTES)
        steps[replay] = {"step": step, "about": about}
    return {"moved": None if moved is None else _whole(moved, FOUR_BYTES), "at": steps}


def _stage(said: Any) -> dict[str, Any] | None:
    """What stands on the leader's stage: the page's title, and each replay's kind and digest."""
    if said is None:
        return None
    _demand_keys(said, "title", "replays")
    if not isinstance(said["replays"], list) or not 0 < len(said["replays"]) <= limits.STAGES:
        raise _wrong(f"no replays on a stage, or more than {limits.STAGES}")
    replays = []
    for replay in said["replays"]:
        _demand_keys(replay, "kind", "digest")
        kind, digest = _text(replay["kind"], 20), _text(replay["digest"], 64)
        if not _KIND.fullmatch(kind) or not digest or not _DIGEST.fullmatch(digest):
            raise _wrong("a replay on a stage that is none")
        replays.append({"kind": kind, "digest": digest})
    return {"title": _text(said["title"], limits.TITLE), "replays": replays}


def _switch(said: Any) -> bool:
    if not isinstance(said, bool):
        raise _wrong("a mode that is neither on nor off")
    return said


def _question(said: Any) -> dict[str, Any] | None:
    """What the class is asked; ``answer`` is None until it is told.

    What no replay asks, as a question of a plan, has ``words``, and ``REASONS`` with its answer.
    One voted on ``again`` says by which number, its ``step``, it was asked first; is it ``shown``?
    """
    if said is None:
        return None
    words = {"words"} & said.keys() if isinstance(said, dict) else set()
    again = {"again"} & said.keys() if words else set()
    reasons = REASONS if words and said.keys() & {*REASONS} else ()
    shown = {"shown"} & said.keys() if reasons else set()
    _demand_keys(said, "replay", "step", "options", "answer", *words, *again, *reasons, *shown)
    options, answer = said["options"], said["answer"]
    if reasons and answer is None:
        raise _wrong("a reason before its answer")
    if not isinstance(options, list) or not 0 < len(options) <= limits.OPTIONS:
        raise _wrong(f"no options, or more than {limits.OPTIONS}")
    question = {
        "replay": _whole(said["replay"], FOUR_BYTES),
        "step": _whole(said["step"], STEP),
        "options": [_text(option, limits.OPTION) for option in options],
        "answer": None if answer is None else _whole(answer, len(options) - 1),
        **{name: _text(said[name], limits.WORDS) for name in words},
        **{name: _whole(said[name], STEP) for name in again},
        **{name: _switch(said[name]) for name in shown},
    }
    return {**question, **_reasons(said, question)} if reasons else question


def _reasons(said: dict[str, Any], question: dict[str, Any]) -> dict[str, Any]:
    """Why the answer is right, and why each option tempts; "" for the right one."""
    options, tempts = len(question["options"]), said["tempts"]
    if not isinstance(tempts, list):
        raise _wrong(f"something else than a list of {options:,} reasons")
    if len(tempts) != options:
        raise _wrong(f"a list of {len(tempts):,} where each of {options:,} options has its reason")
    told = [_text(reason, limits.REASON) for reason in tempts]
    if told[question["answer"]]:
        raise _wrong("a reason why the right option tempts, which is to be empty")
    return {"why": _text(said["why"], limits.REASON), "tempts": told}


def _pressed(said: Any) -> dict[str, Any]:
    """How far the leader's browser is with what remotes asked for, and how much came too late."""
    _demand_keys(said, "era", "serial", "missed")
    if not _ERA.fullmatch(_text(said["era"], 8)):
        raise _wrong("a time of no server")
    return {"era": said["era"], **{n: _whole(said[n], STEP) for n in ("serial", "missed")}}


def _notes(said: Any) -> dict[str, Any]:
    """What remotes alone are told: where the class is, what comes, and what is right.

    ``let`` and ``out`` are sentences that are shown, or left out, by hashes with the ``salt``;
    ``next`` says what it does, ``wall`` what lies over the page; are sentences ``open`` there?
    """
    words, places = ("title", "next", "wall", "salt"), ("at", "stop")
    _demand_keys(said, "here", "coming", "covered", "asks", "let", "out", "open", *words, *places)
    notes = {
        **{name: _text(said[name], limits.NOTE) for name in ("here", "coming")},
        **{name: _text(said[name], limits.TITLE) for name in words},
        "open": _switch(said["open"]),
        **{name: _pair(said[name]) for name in places},
        "covered": _switch(said["covered"]),
        "asks": None if said["asks"] is None else _told_of(said["asks"]),
    }
    for name in ("let", "out"):
        if not isinstance(said[name], list) or len(said[name]) > limits.FOLLOWERS:
            raise _wrong(f"more than {limits.FOLLOWERS} sentences")
        notes[name] = [_whole(hashed, FOUR_BYTES) for hashed in said[name]]
    return notes


def _pair(said: Any) -> list[int] | None:
    """At which step, or stop, and which is the last; or in which turn of hers a leader tells."""
    if said is not None and (not isinstance(said, list) or len(said) != 2):
        raise _wrong("something else than two numbers")
    return said and [_whole(number, STEP) for number in said]


def _told_of(asks: Any) -> dict[str, Any]:
    """A question, and besides what is right whether it is answered or not."""
    _demand_keys(asks, "words", "right", "tied", "why", "tempts", "question")
    question, right = _question(asks["question"]), asks["right"]
    tied, tempts = asks["tied"], asks["tempts"]
    if question is None or not isinstance(tied, list) or not isinstance(tempts, list):
        raise _wrong("a question that is none")
    if max(len(tied), len(tempts)) > len(question["options"]):
        raise _wrong("more reasons than options")
    return {
        "question": question,
        "words": _text(asks["words"], limits.NOTE),
        "right": None if right is None else _whole(right, len(question["options"]) - 1),
        "tied": [_whole(option, len(question["options"]) - 1) for option in tied],
        "why": _text(asks["why"], limits.REASON),
        "tempts": [_text(reason, limits.REASON) for reason in tempts],
    }


_PARTS: dict[str, Callable[[Any], Any]] = {
    "place": _place, "stage": _stage, "steps": _steps, "asking": _switch, "helped": _switch,
    "question": _question, "collects": _switch, "pressed": _pressed, "notes": _notes, "told": _pair,
}  # fmt: skip


def _demand_keys(said: Any, *names: str) -> None:
    if not isinstance(said, dict) or said.keys() != set(names):
        raise _wrong(f"something else than {', '.join(names)}")


def _text(said: Any, most: int) -> str:
    """A text of well-formed Unicode: JSON can say a lone surrogate, which no page can write."""
    if not isinstance(said, str) or len(said) > most:
        raise _wrong(f"something else than a text of at most {most:,} characters")
    return well_formed(said)


def _whole(said: Any, most: int) -> int:
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= most:
        raise _wrong(f"something else than a whole number up to {most:,}")
    return said


def _wrong(what: str) -> RefusedError:
    return RefusedError(400, f"This server cannot read {what}. Reload the page.")
