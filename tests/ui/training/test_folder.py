"""A folder for a moment, on a disk on which nothing can be written too."""

import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import tokviz
from tokviz.checks.errors import TokvizError
from tokviz.ui.components.saving import saved
from tokviz.ui.training import folder
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.folder import in_a_folder
from tokviz.ui.training.tasks import load_uploaded

TEXT = "the hen in the pen " * 20
MODEL = "u.model"


def content(path: Path) -> bytes:
    tokviz.Unigram.train(TEXT, vocab_size=20).save(path)
    return path.read_bytes()


@pytest.fixture
def no_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where files go for a moment, none can be; memory stands in ``tmp_path``."""

    def refuse(*_: object) -> str:
        raise OSError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "_gettempdir", refuse)
    monkeypatch.setattr(folder, "IN_MEMORY", str(tmp_path))


@pytest.mark.usefixtures("no_disk")
@pytest.mark.parametrize(
    "load", [load_uploaded, lambda name, content: load_files([(name, content)], "")]
)
def test_a_model_file_is_loaded_without_a_disk(
    load: Callable[[str, bytes], tokviz.Unigram], tmp_path: Path
) -> None:
    given = content(tmp_path / MODEL)
    assert load(MODEL, given).encode("the hen")
    with pytest.raises(TokvizError, match=r"broken\.model"):
        load("broken.model", given[:100])
    assert [path.name for path in tmp_path.iterdir()] == [MODEL]


@pytest.mark.usefixtures("no_disk")
def test_a_tokenizer_is_saved_without_a_disk(tmp_path: Path) -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=3)
    assert "minbpe.model" in saved(model).files
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_disk")
def test_where_nothing_can_be_written_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "IN_MEMORY", "/no such place")
    with pytest.raises(TokvizError, match="disk is full"):
        saved(tokviz.ByteBPE.train(TEXT, num_merges=3))


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EFBIG])
def test_a_disk_that_takes_no_more_meanwhile_is_left(
    fault: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folder, "IN_MEMORY", str(tmp_path))

    def write(place: Path) -> str:
        if place.parent != tmp_path:
            raise OSError(fault, os.strerror(fault))
        return "written"

    assert in_a_folder(write) == "written"
    monkeypatch.setattr(folder, "IN_MEMORY", "/no such place")
    with pytest.raises(TokvizError, match="nothing may be written"):
        in_a_folder(write)


def test_an_error_that_is_not_the_disks_is_told_as_it_is() -> None:
    tries: list[Path] = []

    def open_another(place: Path) -> str:
        tries.append(place)
        return (place / "other").read_text()

    with pytest.raises(FileNotFoundError):
        in_a_folder(open_another)
    assert len(tries) == 1


def test_a_file_that_is_gone_from_it_is_no_readers_fault() -> None:
    with pytest.raises(FileNotFoundError) as told:
        in_a_folder(lambda place: tokviz.load(place / "gone.json"))
    assert not isinstance(told.value, TokvizError)


def test_a_model_that_fills_the_disk_is_written_to_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folder, "IN_MEMORY", str(tmp_path))
    model = tokviz.ByteBPE.train(TEXT, num_merges=3)

    def write(place: Path) -> bytes:
        path = place / "x.model"
        if place.parent != tmp_path:
            path.symlink_to("/dev/full")
        model.save(path)
        return path.read_bytes()

    assert in_a_folder(write).startswith(b"minbpe")


def test_the_working_directory_is_no_place_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Python takes it where no other can be written to."""
    here, memory = tmp_path / "here", tmp_path / "memory"
    for place in (here, memory):
        place.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(here))
    monkeypatch.setattr(folder, "IN_MEMORY", str(memory))
    assert in_a_folder(lambda place: place.parent) == memory
