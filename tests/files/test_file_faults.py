"""A file that cannot be read or written: our error, with a remedy, and Python's own at once."""

import errno
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tokviz.checks.errors import FileError, MissingFileError
from tokviz.files.loading.pipelines import pipeline_from_text

TEXT = "low lower lowest"
BYTES = tokviz.ByteBPE.train(TEXT, num_merges=3)
LOADERS = {
    **{f"load {suffix}": (tokviz.load, suffix) for suffix in (".json", ".model", ".codes")},
    "load .txt": (tokviz.load, ".txt"),
    "load_tiktoken": (tokviz.load_tiktoken, ".tiktoken"),
    "load_vocab_txt": (tokviz.load_vocab_txt, ".txt"),
    "load_trace": (tokviz.load_trace, ".json"),
}
SAVERS: dict[str, tuple[Callable[[Any], None], str]] = {
    "json": (BYTES.save, ".json"),
    "minbpe": (BYTES.save, ".model"),
    "tiktoken": (tokviz.RegexBPE.train(TEXT, num_merges=3).save, ".tiktoken"),
    "codes": (tokviz.CharBPE.train(TEXT, num_merges=3).save, ".codes"),
    "vocab.txt": (tokviz.WordPiece.train(TEXT, vocab_size=30).save, ".txt"),
    "sentencepiece": (tokviz.Unigram.train(TEXT, vocab_size=20).save, ".model"),
    "pipeline": (pipeline_from_text(built("bert").to_str(), "x").save, ".json"),
    "trace": (BYTES.encode_trace(TEXT).save, ".json"),
    "table": (BYTES.encode_trace(TEXT).save, ".csv"),
}
SYSTEMS = [(FileNotFoundError, errno.ENOENT), (PermissionError, errno.EACCES), (OSError, errno.EIO)]
loaders = pytest.mark.parametrize(("load", "suffix"), LOADERS.values(), ids=LOADERS)
savers = pytest.mark.parametrize(("save", "suffix"), SAVERS.values(), ids=SAVERS)


def both(call: Callable[[Any], Any], path: Path, kind: type[OSError]) -> str:
    """What is told by an error that is tokviz's and of this kind of Python's."""
    with pytest.raises(kind) as told:
        call(path)
    assert isinstance(told.value, FileError)
    assert isinstance(told.value, tokviz.TokvizError)
    assert told.value.errno
    return str(told.value)


@loaders
def test_a_file_that_is_not_there(load: Callable[..., Any], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"nope{suffix}"
    said = both(load, path, FileNotFoundError)
    assert said == f"There must be a file to read, but {path} is not there. Check the name."


@loaders
def test_a_folder_is_no_file(load: Callable[..., Any], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"folder{suffix}"
    path.mkdir()
    said = both(load, path, IsADirectoryError)
    assert said == f"There must be a file to read, but {path} is a folder. Name a file in it."


@savers
def test_a_folder_that_is_not_there(
    save: Callable[[Any], None], suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / "nonexist" / f"x{suffix}"
    assert both(save, path, FileNotFoundError) == (
        f"There must be a place to write to, but {path} has no folder. "
        "Make the folder, or name another."
    )


@savers
def test_a_disk_that_is_full(save: Callable[[Any], None], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{suffix}"
    path.symlink_to("/dev/full")
    assert both(save, path, OSError) == (
        f"There must be a place to write to, but {path} is on a disk that is full. "
        "Make room, or name another place."
    )


@pytest.mark.parametrize(("kind", "number"), SYSTEMS)
def test_whatever_a_system_says_is_told_with_a_remedy(
    kind: type[OSError], number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "open", refuse)
    for call, remedy in ((tokviz.load, "Check|Change"), (BYTES.save, "Make|Change|Check")):
        said = both(call, path := tmp_path / "x.model", kind)
        assert f", but {path} " in said
        assert said.split(". ")[-1].split()[0] in remedy


def test_it_can_be_sent_from_a_worker(tmp_path: Path) -> None:
    with pytest.raises(FileError) as told:
        tokviz.load(tmp_path / "x.json")
    again = pickle.loads(pickle.dumps(told.value))
    assert isinstance(again, FileNotFoundError)
    assert str(again) == str(told.value)


def test_a_cluster_can_make_it_anew() -> None:
    """Dask's library for errors makes one by the class's ``__new__``, without its arguments."""
    assert isinstance(MissingFileError.__new__(MissingFileError), FileNotFoundError)
