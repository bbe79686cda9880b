"""Every kind of bytes and text that comes from outside: how one is spoiled, and what reads it.

``KINDS`` is the list. A kind makes its input of a seed alone, and reads it as tokviz does: it is
taken, or refused in our words; anything else is a finding (tests/files/trials.py).
Not here: a teacher's file of questions, which her browser alone reads (tests/js).
"""

import base64
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

import tokviz
from tests import hostile
from tests.benchmarks.fuzz_links import READERS, outcome
from tests.files.mutations import NUMBERS, TEXTS, altered
from tests.files.valid_files import TEXT
from tests.foreign_added_tokens import make_added, take_added
from tests.foreign_files import (
    Spoiled,
    make_lesson,
    make_pair,
    make_rules,
    make_text,
    make_trace,
    take_lesson,
    take_pair,
    take_rules,
    take_text,
    take_trace,
    times,
)
from tests.hostile_messages import MESSAGES
from tokviz.checks.errors import TokvizError
from tokviz.text.typed_ids import typed_ids
from tokviz.ui.server.live_class.messages import read_digest, read_json, read_key
from tokviz.ui.server.live_class.refused import RefusedError
from tokviz.ui.server.questions import is_too_much
from tokviz.ui.shell.values import passed_on, read_query


@dataclass(frozen=True)
class Kind:
    """``make`` spoils one; ``take`` raises what is refused, and is given a folder to write in."""

    make: Callable[[random.Random], Spoiled]
    take: Callable[..., object]


def taken(kind: Kind, seed: str, folder: Path) -> bool:
    """Whether the input of this seed is taken; False where it is refused in our words."""
    try:
        kind.take(folder, *kind.make(random.Random(seed)))
    except (TokvizError, RefusedError) as error:
        if len(str(error)) > 1_000:
            raise RuntimeError(f"the message repeats the input: {str(error)[:100]}") from None
        return False
    return True


def make_ready() -> None:
    """Make what inputs are made of, once for all processes that are begun from this one."""
    _model()
    for kind in KINDS.values():
        kind.make(random.Random("ready"))


# ---- links, what is typed -----------------------------------------------------------------------


def _make_value(rng: random.Random) -> Spoiled:
    return (rng.choice(hostile.OTHER_TYPES) if rng.random() < 0.05 else hostile.fuzzed(rng),)


def _take_value(_: Path, value: object) -> None:
    """Every reader of links in turn; refused where all of them refuse."""
    said = {name: outcome(read, kind, value) for name, (read, kind) in READERS.items()}
    foreign = {name: what for name, what in said.items() if what not in ("read", "refused")}
    assert not foreign, foreign
    if "read" not in said.values():
        raise TokvizError("Refused.")


def _make_query(rng: random.Random) -> Spoiled:
    said = [
        rng.choice((*hostile.NAMES, "embed", "", "%", "a" * 50)) for _ in range(rng.randrange(9))
    ]
    query = "&".join(f"{name}={hostile.fuzzed(rng)}" for name in said)
    return (altered(".txt", query.encode("utf-8", "surrogatepass"), rng, times(rng)),)


def _take_query(_: Path, query: bytes) -> None:
    for read in (query.decode("latin-1"), query.decode("utf-8", "surrogateescape")):
        "".join(passed_on(read_query(read)).values()).encode()  # well-formed


def _make_ids(rng: random.Random) -> Spoiled:
    parts = (*NUMBERS, *TEXTS, "97", "98", "[97, 98]", ",", "٣", "²", "\u200e1")
    return (rng.choice(("", " ", ",", ";")).join(rng.choices(parts, k=rng.randrange(9))),)


@cache
def _model() -> tokviz.ByteBPE:
    return tokviz.ByteBPE.train(TEXT, num_merges=10)


def _take_ids(_: Path, text: str) -> None:
    _model().decode(typed_ids(text, _model().vocab))


# ---- the server ---------------------------------------------------------------------------------


def _make_message(rng: random.Random) -> Spoiled:
    read, content = rng.choice(MESSAGES)
    return read, altered(".json", content, rng, times(rng))


def _take_message(_: Path, read: Callable[[Any], object], content: bytes) -> None:
    json.dumps(read(read_json(content)), allow_nan=False).encode()


def _make_head(rng: random.Random) -> Spoiled:
    read, whole = rng.choice(((read_key, b"Bearer " + b"k" * 40), (read_digest, b"0a" * 32)))
    return read, altered(".txt", whole, rng, times(rng)).decode("latin-1")


def _take_head(_: Path, read: Callable[[str], str | None], said: str) -> None:
    found = read(said)
    if found is None:
        raise TokvizError("Refused.")
    assert re.fullmatch("[!-~]+", found)


@cache
def _question() -> bytes:
    boxes = [
        WidgetState(id="$$ID-1", string_value=TEXT),
        WidgetState(id="$$ID-2", int_value=3),
        WidgetState(id="$$ID-3", json_value='{"step": 3, "at": [1, 2, 3]}'),
        WidgetState(id="$$ID-4", double_value=0.5),
        WidgetState(id="$$ID-5", trigger_value=True),
    ]
    state = ClientState(query_string="merges=40", widget_states=WidgetStates(widgets=boxes))
    message: bytes = BackMsg(rerun_script=state).SerializeToString()
    return message


def _make_question(rng: random.Random) -> Spoiled:
    # A .model that begins so is a protocol buffer: its fields are spoiled, and theirs.
    return (altered(".model", _question(), rng, times(rng)),)


def _take_question(_: Path, message: bytes) -> None:
    if is_too_much(message):
        raise TokvizError("Refused.")


def _make_packed(rng: random.Random) -> Spoiled:
    """A packed text whose compressed bytes were spoiled, not only its letters."""
    packed = base64.urlsafe_b64decode(
        hostile.packed(rng.choice((TEXT, *TEXTS)).encode("utf-8", "surrogatepass")) + "==="
    )
    spoilt = altered(".tiktoken", packed, rng, times(rng))
    return (base64.urlsafe_b64encode(spoilt).decode().rstrip("="),)


KINDS: dict[str, Kind] = {
    "added tokens": Kind(make_added, take_added),
    "vocab.json and merges.txt": Kind(make_pair, take_pair),
    "saved traces": Kind(make_trace, take_trace),
    "saved lessons": Kind(make_lesson, take_lesson),
    "files of text": Kind(make_text, take_text),
    "values of links": Kind(_make_value, _take_value),
    "packed texts": Kind(_make_packed, _take_value),
    "addresses": Kind(_make_query, _take_query),
    "ids that are typed": Kind(_make_ids, _take_ids),
    "rule tables": Kind(make_rules, take_rules),
    "messages of a class": Kind(_make_message, _take_message),
    "keys and digests": Kind(_make_head, _take_head),
    "questions of a browser": Kind(_make_question, _take_question),
}
"""Beside model files (tests/files/trials.py), which are used in every way once they are loaded."""
