"""What browsers tell the server of a class, each as it should be, to be spoiled."""

import json
from collections.abc import Callable
from typing import Any

from tokviz.ui.server.live_class.messages import (
    read_follower,
    read_number,
    read_press,
    read_sentence,
    read_state,
    read_vote,
)

_DIGEST = "0123456789abcdef" * 4
_QUESTION = {
    "replay": 7,
    "step": 4,
    "options": ["a b", "b c", "c d"],
    "answer": 1,
    "words": "Which pair is joined next?",
    "again": 3,
    "why": "It stands there most often.",
    "tempts": ["It comes first.", "", "It is the longest."],
    "shown": True,
}
_NOTES = {
    "here": "The hen is in the pen.",
    "coming": "Then the vote.",
    "title": "Byte BPE",
    "next": "the next stop",
    "wall": "",
    "salt": "abc",
    "at": [3, 40],
    "stop": None,
    "covered": False,
    "open": True,
    "let": [1, 2],
    "out": [3],
    "asks": {
        "words": "Which?",
        "right": 1,
        "tied": [0],
        "why": "So it is.",
        "tempts": ["a", "", "b"],
        "question": {"replay": 0, "step": 5, "options": ["a", "b", "c"], "answer": None},
    },
}
_STATE = {
    "place": {"page": "byte_bpe", "query": "merges=40&step=3", "text": _DIGEST},
    "stage": {"title": "Byte BPE", "replays": [{"kind": "player", "digest": _DIGEST}]},
    "steps": {"moved": 7, "at": {"7": {"step": 3, "about": 99}}},
    "asking": True,
    "helped": False,
    "question": _QUESTION,
    "collects": True,
    "pressed": {"era": "0123abcd", "serial": 3, "missed": 0},
    "notes": _NOTES,
    "told": [3, 40],
}

MESSAGES: tuple[tuple[Callable[[Any], object], bytes], ...] = tuple(
    (read, json.dumps(said).encode())
    for read, said in (
        (read_state, _STATE),
        *((read_state, {part: value}) for part, value in _STATE.items()),
        (read_vote, {"follower": "a" * 16, "replay": 7, "step": 4, "option": 1}),
        (read_sentence, {"follower": "a" * 16, "text": "the hen in the pen"}),
        (read_follower, {"follower": "a" * 16}),
        (read_number, {"number": "1234"}),
        (read_press, {"follower": "a", "number": 3, "what": "next", "words": "the next stop"}),
        (read_press, {"follower": "a", "number": 3, "what": "show", "text": "the hen"}),
        (read_press, {"follower": "a", "number": 3, "what": "back"}),
    )
)
"""What reads a message, and one that it takes."""
