"""Where a command writes: tried before the work, and never a file that the command reads."""

import os
from pathlib import Path

import pytest

from tests.command_line.test_commands import fail

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
