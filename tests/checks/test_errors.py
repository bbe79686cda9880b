"""One kind of error is meant to be read: every other is a fault of ours."""

import ast
import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any

import pytest

import tokviz
from tokviz import WordLevel
from tokviz.algorithms.word_level import UnknownWordError
from tokviz.checks.errors import KindError, TokvizError, called
from tokviz.files.errors import FormatError
from tokviz.text.pre_tokens import PatternError, as_documents

ENGINE = Path(__file__).parents[2] / "tokviz"


@pytest.mark.parametrize("kind", [FormatError, PatternError, UnknownWordError])
def test_what_is_meant_to_be_read_is_of_one_kind(kind: type[Exception]) -> None:
    assert issubclass(kind, TokvizError)


@pytest.mark.parametrize("kind", [TokvizError, ValueError, KeyError])
def test_an_unknown_word_is_also_what_python_calls_it(kind: type[Exception]) -> None:
    with pytest.raises(kind, match="'tea' is not"):
        WordLevel.train("coffee", unk_token=None).encode("tea")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("size is 5. Ask for 13 or more, or lower share.", "Size is 5. Ask for 13 or more."),
        (
            "size is 5. Ask for 13 or more, or give num_merges instead.",
            "Size is 5. Ask for 13 or more.",
        ),
        ("size is 5. Lower size.", "Size is 5. Lower size."),
        ("sizes are 5.", "sizes are 5."),
        ("The size is 5, or lower size.", "The size is 5, or lower Size."),
    ],
)
def test_settings_are_called_as_the_reader_knows_them(message: str, said: str) -> None:
    assert called(message, {"size": "Size", "share": None}) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "kind NoneType. Give one such as 'low lower'."),
        (5, "kind int. Give one such as 'low lower'."),
        (b"low", "kind bytes. Decode bytes first"),
        (bytearray(b"low"), "kind bytearray. Decode bytes first"),
        (["low", b"low"], "kind bytes. Decode bytes first"),
        ([None], "kind NoneType. Give one"),
        ([["low"]], "kind list. Give one text; encode_batch encodes several."),
    ],
)
def test_documents_that_are_no_texts_are_refused(text: Any, said: str) -> None:
    with pytest.raises(TypeError, match=rf"A text is a str, but this is of the {re.escape(said)}"):
        as_documents(text)


@pytest.mark.parametrize("make", [io.StringIO, TemporaryFile, NamedTemporaryFile])
def test_an_open_file_is_no_sequence_of_its_lines(make: Callable[[], Any]) -> None:
    with make() as file, pytest.raises(KindError, match=r"but this is an open file.*\.read\(\)"):
        as_documents(file)


@pytest.mark.parametrize(
    "train",
    [
        partial(tokviz.ByteBPE.train, num_merges=2),
        partial(tokviz.RegexBPE.train, num_merges=2),
        partial(tokviz.CharBPE.train, num_merges=2),
        partial(tokviz.WordPiece.train, vocab_size=20),
        partial(tokviz.SentencePieceBPE.train, vocab_size=20),
        partial(tokviz.Unigram.train, vocab_size=20),
        tokviz.WordLevel.train,
    ],
)
def test_no_trainer_takes_an_open_file(train: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "hen.txt"
    path.write_text("the hen\nthe pen\n", encoding="utf-8")
    with path.open(encoding="utf-8") as file, pytest.raises(KindError, match="open file"):
        train(file)


@pytest.mark.parametrize("room", ["algorithms", "files"])
def test_the_engine_raises_no_bare_value_error(room: str) -> None:
    raised = [
        f"{path.name}:{node.lineno}"
        for path in (ENGINE / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id == "ValueError"
    ]
    assert raised == []
