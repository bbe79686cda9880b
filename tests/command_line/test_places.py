"""Where a command writes: tried before the work, and never a file that the command reads."""

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
