"""A text that commands are given, and where they write."""

from pathlib import Path

import pytest

TEXT = "low lower lowest, so low and slow 👏\n"


@pytest.fixture
def content() -> str:
    """What stands in the file; a module of tests may have another."""
    return TEXT


@pytest.fixture
def text(tmp_path: Path, content: str) -> str:
    path = tmp_path / "text.txt"
    path.write_text(content, encoding="utf-8")
    return str(path)


@pytest.fixture
def out(tmp_path: Path) -> str:
    return str(tmp_path / "out.html")
