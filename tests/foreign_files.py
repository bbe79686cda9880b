"""Files that come from outside, beside models, and the tables of rules in them: made and read.

Not here: the list of kinds, and all else (foreign_kinds.py).
"""

import gzip
import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tokviz
from tests import hostile
from tests.files.mutations import TEXTS, altered
from tests.files.valid_files import TEXT
from tests.pipelines import built
from tests.saved_traces import traces
from tokviz.command_line.texts import read_text as read_text_of_command
from tokviz.files.normalization_rules import OWN_RULES, compile_rules
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.ui.shell.saved_lesson import check_size, read_lesson, read_text
from tokviz.views.standalone.traces import trace_html

Spoiled = tuple[Any, ...]


def times(rng: random.Random) -> int:
    """How often an input is spoiled."""
    return rng.choice((1, 1, 1, 2, 2, 4))


@cache
def _pair() -> tuple[bytes, bytes]:
    """A ``vocab.json`` and its ``merges.txt``."""
    model = json.loads(built("gpt2").to_str())["model"]
    lines = ["#version: 0.2", *(" ".join(pair) for pair in model["merges"])]
    return json.dumps(model["vocab"]).encode(), "\n".join(lines).encode()


def make_pair(rng: random.Random) -> Spoiled:
    vocab, merges = _pair()
    which = rng.randrange(3)
    if which != 0:
        vocab = altered(".json", vocab, rng, times(rng))
    if which != 1:
        merges = altered(".txt", merges, rng, times(rng))
    return vocab, merges


def take_pair(folder: Path, vocab: bytes, merges: bytes) -> None:
    (folder / "vocab.json").write_bytes(vocab)
    (folder / "merges.txt").write_bytes(merges)
    model = tokviz.load(folder / "vocab.json")
    for text in ("the hen", " two  né\u0301 한국어 😄 \ud800"):
        ids = model.encode(text)
        model.decode(ids)
        assert len(model.tokenize(text)) == len(ids)


@cache
def _traces() -> tuple[bytes, ...]:
    """Saved traces of every kind, the small ones."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        contents = []
        for trace in traces().values():
            trace.save(path)
            contents.append(path.read_bytes())
    return tuple(content for content in contents if len(content) < 20_000)


def make_trace(rng: random.Random) -> Spoiled:
    return (altered(".json", rng.choice(_traces()), rng, times(rng)),)


def take_trace(folder: Path, content: bytes) -> None:
    path = folder / "trace.json"
    path.write_bytes(content)
    trace = tokviz.load_trace(path)
    trace.save(folder / "trace.csv")
    trace.save(path)
    assert type(tokviz.load_trace(path)) is type(trace)
    trace_html(trace)


@cache
def _lessons() -> tuple[bytes, ...]:
    """To make one takes ten times as long as to read it."""
    rng = random.Random("lessons")
    return tuple(hostile.saved_lesson(rng) for _ in range(60))


def make_lesson(rng: random.Random) -> Spoiled:
    content = rng.choice(_lessons())
    if rng.random() < 0.9:
        content = altered(".json", content, rng, times(rng))
    if rng.random() < 0.3:
        content = gzip.compress(content, 1)
        content = altered(".tiktoken", content, rng, rng.randrange(2))
    return (content,)


def take_lesson(_: Path, content: bytes) -> None:
    read_lesson("a.tokviz.json", content)


def make_text(rng: random.Random) -> Spoiled:
    content = rng.choice((TEXT, *TEXTS)).encode("utf-8", "surrogatepass")
    return (altered(".txt", content, rng, times(rng)),)


def take_text(folder: Path, content: bytes) -> None:
    path = folder / "text.txt"
    path.write_bytes(content)
    check_size(read_text("text.txt", content))
    read_text_of_command(str(path))


@cache
def _charsmap() -> bytes:
    return compile_rules({"ﬁ": "fi", "ne": "NE", "①": "1", "é": "e", "abc": ""}).charsmap


def make_rules(rng: random.Random) -> Spoiled:
    charsmap = bytearray(_charsmap())
    used = [place for place, byte in enumerate(charsmap) if byte]
    for _ in range(times(rng)):
        place = rng.choice(used)
        charsmap[place] ^= 1 << rng.randrange(8)
    spoils = rng.choice((0, 0, 1))
    return (
        altered(".tiktoken", bytes(charsmap), rng, spoils),
        rng.choice(("", "ne")),
        rng.random() < 0.5,
    )


def take_rules(_: Path, charsmap: bytes, protected: str, first: bool) -> None:
    rules = Normalizer(
        OWN_RULES, charsmap, add_dummy_prefix=first, protected=(protected,) if protected else ()
    )
    for text in ("the hen ﬁ ①", "né ne abc  né\u0301 한국어\ud800", ""):
        aligned = rules.align(text).text
        assert rules.normalize(text) == aligned
