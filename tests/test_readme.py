"""What the README shows of Python runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tokviz

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"(?s)```python\n(.*?)```", README.read_text(encoding="utf-8"))


def test_the_blocks_of_python_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(BLOCKS) > 1
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "one.txt").write_text("low lower lowest", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    for block in BLOCKS:
        exec(compile(block, README.name, "exec"), known)
    assert (tmp_path / "gpt2.tiktoken").exists()
    assert len(tokviz.load_trace("low.json").steps) == 5
    assert isinstance(tokviz.load("letters.json"), tokviz.CharBPE)


def test_who_checks_types_strictly_can_write_it_so(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text("\n".join(BLOCKS), encoding="utf-8")
    run = [sys.executable, "-m", "mypy", str(tmp_path / "user.py")]  # strict, as pyproject says
    told = subprocess.run(run, cwd=README.parent, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
