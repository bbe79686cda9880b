"""The library that reads a brought file is asked, whatever tokviz has made of the file."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

import tokviz
from tests.files.test_hugging_face import MODELS
from tests.files.valid_files import valid_files
from tokviz.ui.training.brought import examine, load_files
from tokviz.ui.training.library_ids import LibraryIds, library_ids

TEXT = "the cat sat on the mat"


@pytest.mark.parametrize("name", MODELS)
def test_the_tokenizer_json_of_every_lesson_is_set_beside_its_library(
    name: str, tmp_path: Path
) -> None:
    model = MODELS[name]()
    model.save(tmp_path / "tokenizer.json")
    content = (tmp_path / "tokenizer.json").read_bytes()
    loaded = load_files([("tokenizer.json", content)], tokviz.GPT2_PATTERN)
    assert type(loaded) is type(model)
    found = examine(loaded, content, TEXT)
    assert found.library == LibraryIds("tokenizers", found.ids)


def test_special_tokens_in_the_text_are_found_in_both(tmp_path: Path) -> None:
    model = tokviz.RegexBPE.train(TEXT, num_merges=4, special_tokens=["<|end|>"])
    model.save(tmp_path / "a.json")
    content = (tmp_path / "a.json").read_bytes()
    found = examine(load_files([("a.json", content)], ""), content, "the cat<|end|>")
    assert found.ids[-1] == 260
    assert found.library == LibraryIds("tokenizers", found.ids)


@pytest.mark.parametrize("number", range(len(valid_files())))
def test_the_library_gives_our_ids_wherever_there_is_one(number: int) -> None:
    """None reads the files of minbpe and subword-nmt, nor what tokviz saves in a way of its own."""
    file = valid_files()[number]
    model = load_files([(f"a{file.suffix}", file.content)], tokviz.GPT2_PATTERN)
    found = examine(model, file.content, "the hen")
    alone = file.suffix == ".codes" or b"minbpe v1" in file.content or b"tokviz" in file.content
    assert (None if found.library is None else found.library.ids) == (None if alone else found.ids)


def test_what_only_begins_as_json_is_no_tokenizer_json() -> None:
    for first in ("{", '{"a":' * 100_000):
        content = f"{first}\n[UNK]\na\n".encode()
        model = load_files([("vocab.txt", content)], "")
        found = examine(model, content, "a")
        assert found.library == LibraryIds("tokenizers", found.ids)


def test_special_tokens_in_the_text_are_found_by_berts_library_too() -> None:
    content = b"[UNK]\n[SEP]\nthe\nhen\n"
    found = examine(load_files([("vocab.txt", content)], ""), content, "the[SEP]hen")
    assert found.ids == (2, 1, 3)
    assert found.library == LibraryIds("tokenizers", found.ids)


@pytest.fixture
def no_turns() -> Iterator[None]:
    """Whoever computes goes on, unless they let others go on themselves."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("no_turns")
def test_while_the_library_works_others_go_on() -> None:
    """Pieces that begin alike keep it at one text for a third of a second."""
    vocab = [["a" * size, -float(size)] for size in range(1, 513)]
    content = json.dumps({"version": "1.0", "model": {"type": "Unigram", "vocab": vocab}}).encode()
    model = load_files([("a.json", content)], "")
    assert library_ids(model, content, "a") is not None
    begun, went_on = Event(), Event()

    def go_on() -> None:
        begun.wait()
        went_on.set()

    Thread(target=go_on, daemon=True).start()
    begun.set()
    tries = 0
    while tries < 20 and not went_on.is_set():
        library_ids(model, content, "a" * 5_000)
        tries += 1
    assert went_on.is_set()
