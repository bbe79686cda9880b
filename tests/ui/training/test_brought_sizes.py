"""A tokenizer that a reader brings is counted with all that it makes when it is asked."""

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from tests.files.largest_files import (
    BPE,
    LETTERS,
    LONG,
    SHORT,
    UNIGRAM,
    WORD,
    pipeline_file,
    sentencepiece_file,
)
from tests.matrix import few
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.ui.training import apart
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.brought_sizes import is_asked_here, library_bytes, load_counted
from tokviz.ui.training.brought_store import brought_models
from tokviz.ui.training.sizes import kept_bytes

FILES: dict[str, Callable[[int], tuple[str, bytes]]] = {
    "unigram, long": lambda part: sentencepiece_file(LONG, UNIGRAM, part=part),
    "json unigram, long": lambda part: pipeline_file(LONG, "Unigram", part=part),
    "unigram, short": lambda part: sentencepiece_file(SHORT, UNIGRAM, part=part),
    "bpe, short": lambda part: sentencepiece_file(SHORT, BPE, part=part),
    "word, short": lambda part: sentencepiece_file(SHORT, WORD, part=part),
    "json wordpiece, short": lambda part: pipeline_file(SHORT, "WordPiece", part=part),
}
WHOLE, FIFTH = 1, 5
"""Of the largest ones. A tree of the half a million short pieces takes seconds."""
SOON = [(name, WHOLE if name.endswith("long") else FIFTH) for name in FILES]


@pytest.mark.parametrize(
    ("name", "part"),
    few([*SOON, *((name, WHOLE) for name in FILES if "short" in name)], first=SOON),
)
def test_the_largest_files_are_counted_with_all_that_they_make(name: str, part: int) -> None:
    model, counted = load_counted(load_files, files=(FILES[name](part),), pattern=GPT2_PATTERN)
    copy = pickle.loads(pickle.dumps(model))
    copy.encode("hello")
    copy.decode(copy.encode("hello"))
    copy.encode_trace("hello world")
    assert kept_bytes(copy) < 1.3 * counted


def test_no_file_of_two_megabytes_makes_a_model_of_many_times_as_much() -> None:
    for make in (FILES["unigram, long"], FILES["json unigram, long"]):
        file = make(WHOLE)
        _, counted = load_counted(load_files, files=(file,), pattern=GPT2_PATTERN)
        assert counted < 5 * len(file[1])


def test_a_library_that_keeps_much_is_asked_in_a_worker() -> None:
    """It keeps two hundred times as much as the letters of a Unigram, where nobody counts it."""
    assert not is_asked_here(load_files([pipeline_file(LONG, "Unigram")], GPT2_PATTERN))


ROOT = Path(__file__).parents[3]
DRAWN = random.Random(3)
HAN = [chr(code) for code in range(0x4E00, 0x9FFF)]


def file_of(model: dict[str, Any], added: Sequence[str] = (), **stages: Any) -> bytes:
    told = {"single_word": False, "lstrip": False, "rstrip": False, "special": False}
    tokens = [
        {"id": 10 + number, "content": token, "normalized": True, **told}
        for number, token in enumerate(added)
    ]
    none = dict.fromkeys(("truncation", "padding", "pre_tokenizer", "post_processor", "decoder"))
    content = {"version": "1.0", **none, "normalizer": None, **stages}
    return json.dumps({**content, "added_tokens": tokens, "model": model}).encode()


def drawn(letters: Sequence[str], length: int, number: int) -> list[str]:
    return ["".join(DRAWN.choices(letters, k=length)) for _ in range(number)]


def pieces_of(letters: Sequence[str], length: int, number: int) -> bytes:
    vocab = [["<unk>", 0.0], *([piece, -1.0] for piece in drawn(letters, length, number))]
    return file_of({"type": "Unigram", "unk_id": 0, "vocab": vocab})


def numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(dict.fromkeys(("[UNK]", *words)))}


WORDS = {"type": "WordLevel", "vocab": {"[UNK]": 0, "a": 1}, "unk_token": "[UNK]"}
TENFOLD = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 10}
LONG_STRING = {"type": "Replace", "pattern": {"String": "x" * 1_900_000}, "content": ""}
KEPT: dict[str, bytes] = {
    "many added tokens": file_of(WORDS, drawn(LETTERS, 16, 8_000)),
    "made longer": file_of(
        WORDS, [head + "a" * 494 for head in drawn("bcdefg", 6, 50)], normalizer=TENFOLD
    ),
    "a long string": file_of(WORDS, normalizer=LONG_STRING),
    "pieces": pieces_of(LETTERS, 500, 500),
    "Chinese pieces": pieces_of(HAN, 500, 170),
    "words": file_of({**WORDS, "vocab": numbered(drawn(LETTERS, 4, 50_000))}),
}
MEASURE = """
import ctypes, sys
from tokviz.algorithms.any_tokenizer import unpacked
from tokviz.algorithms.pipelines.stages import read_library
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.brought_sizes import is_asked_here, library_bytes

def held():
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/status") as status:
        return next(1_024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))

model = load_files([("a.json", open(sys.argv[1], "rb").read())], "")
assert is_asked_here(model)
kept, before = [], held()
for _ in range(3):
    kept += [read_library(model.stages.silent) for _ in range(2)] + [unpacked(model.packed)]
print((held() - before) // 3, library_bytes(model))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much a process holds")
@pytest.mark.parametrize("content", KEPT.values(), ids=KEPT)
def test_what_the_library_keeps_is_counted_within_a_factor_of_two(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    asked = [sys.executable, "-c", MEASURE, str(file)]
    said = subprocess.run(asked, capture_output=True, check=True, text=True, cwd=ROOT).stdout
    kept, counted = map(int, said.split())
    assert kept / 2 < counted < 2 * kept


def test_what_is_not_read_where_pages_run_is_not_counted_there() -> None:
    content = file_of(
        WORDS, [head + "a" * 494 for head in drawn("bcdefg", 6, 100)], normalizer=TENFOLD
    )
    model = load_files([("a.json", content)], GPT2_PATTERN)
    assert not is_asked_here(model)
    assert model.may_run_away(1)
    assert library_bytes(model) == 0


def test_a_library_is_asked_in_a_worker_whose_pieces_have_many_bytes() -> None:
    assert not is_asked_here(load_files([("a.json", pieces_of(HAN, 500, 200))], GPT2_PATTERN))


def test_what_is_loaded_on_a_lessons_page_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight such files were kept by their number, whatever their size."""
    monkeypatch.setattr(apart, "_load_apart", lambda work, **arguments: work(**arguments))
    st.cache_resource.clear()
    name, content = sentencepiece_file(LONG, UNIGRAM)
    model = apart.load_model(name, content)
    assert apart.load_model(name, content) is model
    assert brought_models().size > kept_bytes(model)
    st.cache_resource.clear()
