"""What several pages ask alike is asked by one function."""

from pathlib import Path

UI = Path(__file__).parents[2] / "tokviz" / "ui"


def test_a_seed_is_asked_for_in_one_place() -> None:
    asks = [path.name for path in UI.rglob("*.py") if '"Seed"' in path.read_text("utf-8")]
    assert asks == ["draws.py"]
