"""A byte order mark, which editors on Windows write before UTF-8, is no part of a model."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.files.test_vocab_merges import two_files
from tokviz.files.errors import FormatError

BOM = b"\xef\xbb\xbf"
TEXT = "low lower lowest"
MODELS: dict[str, Any] = {
    ".json": tokviz.RegexBPE.train(TEXT, num_merges=3),
    ".model": tokviz.RegexBPE.train(TEXT, num_merges=3),
    ".tiktoken": tokviz.RegexBPE.train(TEXT, num_merges=3),
    ".txt": tokviz.WordPiece.train(TEXT, vocab_size=30),
    ".codes": tokviz.CharBPE.train(TEXT, num_merges=3),
}


def assert_told(load: Callable[[Path], object], path: Path, marked: Path) -> None:
    marked.write_bytes(BOM + marked.read_bytes())
    with pytest.raises(FormatError) as told:
        load(path)
    assert str(told.value) == (
        f"A model file holds its content alone, but {marked.name} begins with a byte order mark "
        "(BOM). Save it as UTF-8 without one."
    )


@pytest.mark.parametrize("suffix", MODELS)
def test_it_is_refused_before_a_model(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{suffix}"
    MODELS[suffix].save(path)
    assert_told(tokviz.load, path, path)


@pytest.mark.parametrize("name", ["vocab.json", "merges.txt"])
def test_it_is_refused_before_either_of_two_files(name: str, tmp_path: Path) -> None:
    path = two_files(tmp_path)
    assert_told(tokviz.load, path, path.with_name(name))


def test_it_is_named_before_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    MODELS[".json"].trace.save(path)
    path.write_bytes(BOM + path.read_bytes())
    with pytest.raises(tokviz.TokvizError, match=r"it begins with a byte order mark \(BOM\)\. "):
        tokviz.load_trace(path)


def test_a_vocab_txt_that_would_begin_with_one_is_not_written(tmp_path: Path) -> None:
    model = tokviz.WordPiece({0: "\ufeffa", 1: "[UNK]"})
    with pytest.raises(FormatError, match=r"begin with a byte order mark .* as \.json\."):
        model.save(tmp_path / "x.txt")
    assert list(tmp_path.iterdir()) == []
    model.save(tmp_path / "x.json")
    assert tokviz.load(tmp_path / "x.json").vocab == model.vocab
