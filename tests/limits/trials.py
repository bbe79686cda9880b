"""How each limit is tried: what holds exactly so much, and what holds one more."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tokviz
from tests.files.test_hostile_models import UNK, USER_DEFINED, model, piece
from tests.hostile import packed
from tests.hostile_messages import MESSAGES
from tokviz.checks import limits
from tokviz.files.vocabulary import check_pattern
from tokviz.ui.components import decoding
from tokviz.ui.server.live_class.messages import read_sentence, read_state
from tokviz.ui.shell import saved_lesson
from tokviz.ui.shell.refusing import said
from tokviz.ui.shell.values import (
    Text,
    check_special_token,
    forced_pairs,
    linked_text,
    names,
    read_json,
    whole_number,
)

Trial = Callable[[int, Path], object]
"""Takes a size, and a folder: what holds so much is taken, or raises what it is refused with."""
STATE = json.loads(MESSAGES[0][1])
TEXT = "low lower lowest the hen"


def _box(most: int) -> Trial:
    return lambda size, _: Text(most)(packed(b"a" * size))


def _lesson(settings: dict[str, str]) -> object:
    content = json.dumps({"tokviz": 1, "text": "a", "settings": settings}).encode()
    return saved_lesson.read_lesson("a.tokviz.json", content)


def _pairs(count: int) -> str:
    return json.dumps([[step, "a", "b"] for step in range(1, count + 1)])


def _spaced(size: int) -> str:
    return "[" + " " * (size - 2) + "]"


def _json(
    folder: Path, tokenizer: tokviz.Tokenizer, change: Callable[[dict[str, Any]], Any]
) -> object:
    """A model saved as ``.json``, changed, and loaded."""
    path = folder / "model.json"
    tokenizer.save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    return tokviz.load(path)


def _longest_word(size: int, folder: Path) -> object:
    def change(content: dict[str, Any]) -> None:
        content["model"]["max_input_chars_per_word"] = size

    return _json(folder, tokviz.WordPiece.train(TEXT, vocab_size=40), change)


def _end_of_word(size: int, folder: Path) -> object:
    def change(content: dict[str, Any]) -> None:
        content["end_of_word"] = "x" * size

    return _json(folder, tokviz.CharBPE.train("low", num_merges=0), change)


def _nested(size: int, folder: Path) -> object:
    path = folder / "model.json"
    path.write_text("[" * size + "]" * size, encoding="utf-8")
    return tokviz.load(path)


def _decoded(size: int, _: Path) -> None:
    decoding._check_size(tokviz.WordLevel.train("a" * size), [0])


def _specials(size: int, folder: Path) -> object:
    """A file of SentencePiece's with user-defined pieces of so many characters together."""
    whole, rest = divmod(size, limits.PIECE_LENGTH)
    texts = [f"{number:04}".ljust(limits.PIECE_LENGTH, "x") for number in range(whole)]
    pieces = [piece(text, USER_DEFINED) for text in (*texts, *(["y" * rest] if rest else []))]
    (folder / "x.model").write_bytes(model(UNK, piece("▁"), *pieces))
    return tokviz.load(folder / "x.model")


def _state(part: str, value: Any) -> object:
    return read_state({part: value})


def _question(**more: Any) -> object:
    return _state("question", {**STATE["question"], **more})


def _options(size: int, _: Path) -> object:
    of_replay = {"replay": 0, "step": 1, "options": ["a"] * size, "answer": None}
    return _state("question", of_replay)


TEXTS: dict[str, Trial] = {
    "LINK": lambda size, _: forced_pairs(_spaced(size)),
    "LINKED_TEXT": lambda size, _: linked_text(packed(b"a" * size)),
    "SETTING": lambda size, _: said("a" * size),
    "JSON_DEPTH": lambda size, _: read_json("[" * size + "]" * size),
    "JSON_VALUES": lambda size, _: read_json(json.dumps([0] * (size - 9))),
    "SETTINGS": lambda size, _: _lesson({f"a{number}": "1" for number in range(size)}),
    "LONG_SETTING": lambda size, _: _lesson({"a": "1" * size}),
    "STEP": lambda size, _: whole_number(0, limits.STEP)(str(size)),
    "FORCED": lambda size, _: forced_pairs(_pairs(size)),
    "TEXT_BYTES": lambda size, _: saved_lesson.check_size("a" * size),
    "SENTENCE": _box(limits.SENTENCE),
    "NEW_TEXT": _box(limits.NEW_TEXT),
    "LOOKED_UP": _box(limits.LOOKED_UP),
    "TYPED_TEXT": _box(limits.TYPED_TEXT),
    "LINE": _box(limits.LINE),
    "IDS": _box(limits.IDS),
    "WATCHED": _box(limits.WATCHED),
    "PATTERN": lambda size, _: check_pattern("a" * size, "a link"),
    "SPECIAL_TOKENS": lambda size, _: names(json.dumps([f"<{n}>" for n in range(size)])),
    "SPECIAL_TOKEN": lambda size, _: check_special_token("a" * size),
    "FILE_DEPTH": _nested,
    "DECODED": _decoded,
    "SPECIALS_LENGTH": _specials,
    "WORD_LENGTH": _longest_word,
    "WORD_END_LENGTH": _end_of_word,
}
CLASS: dict[str, Trial] = {
    "QUERY": lambda size, _: _state("place", {"page": "", "query": "a" * size, "text": ""}),
    "SENTENCE": lambda size, _: read_sentence({"follower": "a", "text": "a" * size}),
    "STAGES": lambda size, _: _state(
        "stage", {"title": "", "replays": STATE["stage"]["replays"] * size}
    ),
    "TITLE": lambda size, _: _state("stage", {**STATE["stage"], "title": "a" * size}),
    "REPLAYS": lambda size, _: _state(
        "steps", {"moved": None, "at": {str(n): {"step": 0, "about": 0} for n in range(size)}}
    ),
    "OPTIONS": _options,
    "OPTION": lambda size, _: _question(options=["a" * size] * 3),
    "WORDS": lambda size, _: _question(words="a" * size),
    "REASON": lambda size, _: _question(why="a" * size),
    "NOTE": lambda size, _: _state("notes", {**STATE["notes"], "here": "a" * size}),
    "FOLLOWERS": lambda size, _: _state("notes", {**STATE["notes"], "let": [1] * size}),
}
TRIALS = {"tokviz/checks/limits.py": TEXTS, "tokviz/ui/server/live_class/limits.py": CLASS}
ENDS_A_SENTENCE = (
    {"LINK", "LINKED_TEXT", "SETTING", "JSON_DEPTH", "JSON_VALUES", "STEP", "FORCED"}
    | {name for name, trial in TEXTS.items() if trial.__qualname__.startswith("_box")}
    | {"SPECIAL_TOKENS"}
)
"""Of links: the page begins the sentence and says the remedy, "The link's value …"."""
OTHER_FAULT = {"FILE_DEPTH"}
"""What holds as much is refused as well, for another reason."""
