"""A text that commands are given, and where they write."""

from pathlib import Path

import pytest

TEXT = "low lower lowest, so low and slow 👏\n"


@pytest.fixture
def text(tmp_path: Path) -> str:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


@pytest.fixture
def out(tmp_path: Path) -> str:
    return str(tmp_path / "out.html")
