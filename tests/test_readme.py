"""What the README shows of Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"(?s)```python\n(.*?)```", README.read_text(encoding="utf-8"))


def test_the_blocks_of_python_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(BLOCKS) > 1
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "one.txt").write_text("low lower lowest", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known = {"Path": Path}
    for block in BLOCKS:
        exec(compile(block, README.name, "exec"), known)
    assert (tmp_path / "gpt2.tiktoken").exists()
