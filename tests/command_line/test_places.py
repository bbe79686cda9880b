"""Where a command writes: tried before the work, and never a file that the command reads."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.test_commands import fail
from tests.command_line.test_files_and_models import shell
from tokviz.command_line import commands, models

# ---- a file that is read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["train", "OWN", "-a", "wordpiece"],
        ["train", "PATTERN", "-a", "wordpiece"],
        ["replay", "OWN"],
        ["compare", "OWN", "-a", "whitespace"],
        ["compare", "TEXT", "-a", "whitespace", "--train-on", "OWN"],
    ],
)
def test_what_is_read_is_not_written_over(
    command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / ("own.txt" if command[0] == "train" else "own.html")
    own.write_text("low lower lowest", encoding="utf-8")
    link = own.with_stem("link")
    link.symlink_to(own)
    names = {"OWN": str(own), "PATTERN": str(own.with_stem("o*")), "TEXT": text}
    asked = [names.get(word, word) for word in command]
    for out in (own, link):
        said = fail(capsys, *asked, "-o", str(out))
        assert said == (
            f"tokviz: --out is {out}, but that file is read here, and would be lost. Name another."
        )
    assert own.read_text(encoding="utf-8") == "low lower lowest"


def test_what_is_read_as_the_standard_input_is_not_written_over(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("low lower lowest", encoding="utf-8")
    ended = shell(f"TOKVIZ train - -a wordpiece -o {own} < {own}")
    assert ended.stderr.startswith(f"tokviz: --out is {own}, but that file is read here, and would")
    assert own.read_text(encoding="utf-8") == "low lower lowest"
    assert shell(f"cat {own} | TOKVIZ train - -a wordpiece -o {own}2.txt").returncode == 0


# ---- a place that cannot be written -------------------------------------------------------------

COMMANDS = {
    "x.json": ["train", "TEXT"],
    "x.model": ["train", "TEXT", "-a", "unigram"],
    "x.html": ["replay", "TEXT"],
    "x.htm": ["compare", "TEXT", "-a", "whitespace"],
}


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """A text that cannot be read: who speaks of another fault has not tried to."""
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xff")
    return str(path)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_is_not_written_to_as_a_file(
    name: str, broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    out.mkdir()
    asked = [broken if word == "TEXT" else word for word in COMMANDS[name]]
    said = fail(capsys, *asked, "-o", str(out))
    assert said == f"tokviz: --out is {out}, but that is a folder. Name a file in it, or another."


def test_no_name_at_all_names_no_file(broken: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = fail(capsys, "train", broken, "-o", "")
    assert said == "tokviz: --out is ., but that is a folder. Name a file in it, or another."


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_place_without_the_right_to_write_is_told_before_the_work(
    name: str,
    there: bool,
    broken: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where the file is there, its own rights count, else those of the folder."""
    out = Path(broken).with_name(name)
    if there:
        out.touch()
    needed = out if there else out.parent
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != needed)
    asked = [broken if word == "TEXT" else word for word in COMMANDS[name]]
    said = fail(capsys, *asked, "-o", str(out))
    assert said.startswith(f"tokviz: --out is {out}, but this user may not write {needed}. ")


# ---- what the system says -----------------------------------------------------------------------


def forbid(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a user who is not root meets: no right to open this file."""

    def refuse(path: Path, *given: Any, **named: Any) -> Any:
        if path.name == name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *given, **named)

    opened = Path.open
    monkeypatch.setattr(Path, "open", refuse)


def test_a_text_that_may_not_be_read(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    forbid(Path(text).name, monkeypatch)
    assert fail(capsys, "encode", text) == (
        f"tokviz: There must be a file to read, but {text} may not be read by this user. "
        "Change its rights, or name another."
    )


def test_a_folder_that_may_not_be_searched(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    for asked in (["encode", text], ["train", text, "-o", str(Path(text).with_name("x.json"))]):
        said = fail(capsys, *asked)
        assert said == (
            f"tokviz: There must be a file to read, but {text} may not be read by this user. "
            "Change its rights, or name another."
        )


@pytest.mark.parametrize("name", ["x.html", "x.htm"])
def test_a_page_for_which_there_is_no_room(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    out.symlink_to("/dev/full")
    asked = [text if word == "TEXT" else word for word in COMMANDS[name]]
    assert fail(capsys, *asked, "-o", str(out)) == (
        f"tokviz: There must be a place to write to, but {out} is on a disk that is full. "
        "Make room, or name another place."
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENOENT])
@pytest.mark.parametrize("at", ["the folder", "the file"])
def test_a_place_for_temporary_files_that_takes_none(
    number: int,
    at: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "/tmp/tmpabc")

    if at == "the folder":
        monkeypatch.setattr(models, "TemporaryDirectory", refuse)
    else:
        monkeypatch.setattr(Path, "write_bytes", refuse)
    out = Path(text).with_name("x.json")
    assert fail(capsys, "train", text, "-o", str(out)) == (
        "tokviz: One letter is trained on and written first, but the place for temporary files "
        f"takes no file ({os.strerror(number)}). Make room there, or set TMPDIR to a folder that "
        "this user may write."
    )
    assert not out.exists()


def test_a_standard_input_that_cannot_be_read(tmp_path: Path) -> None:
    ended = shell(f"TOKVIZ encode - 0> {tmp_path / 'x'}")
    assert ended.returncode == 2
    assert ended.stderr.startswith(
        "tokviz: There must be a file to read, but the standard input cannot be read ("
    )


def test_what_else_the_system_says_has_a_remedy(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> str:
        raise OSError(errno.EMFILE, "Too many open files", "/some/file")

    monkeypatch.setattr(commands, "read_text", refuse)
    assert fail(capsys, "replay", text, "-o", str(Path(text).with_name("x.html"))) == (
        "tokviz: A command needs its files, but /some/file cannot be had (Too many open files). "
        "Check it, or name another."
    )
