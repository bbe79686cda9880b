"""What a run without ``--whole`` leaves out, and that it says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.test_readers import test_every_page_opens_on_a_deep_link_in_the_dark as opens_all
from tests.matrix import JOURNEYS, MADE_DIFFERENTLY, OPTION, WHOLE, few, is_journey
from tokviz.lessons import LESSONS

ROOT = Path(__file__).parents[1]
MATRIX = """
import pytest
from tests.matrix import few

@pytest.mark.parametrize("page", few("abcd", first="c"))
def test_page(page):
    assert page in "abcd"
"""


def test_all_values_keep_their_places_and_only_the_first_run_by_themselves() -> None:
    marked = [(each.values, WHOLE in each.marks) for each in few([1, (2, 3)], first=[(2, 3)])]
    assert marked == [((1,), True), ((2, 3), False)]


def test_a_first_that_is_none_of_the_values_is_no_first() -> None:
    with pytest.raises(ValueError, match="choose others"):
        few(["byte_bpe"], first=["bytes_bpe"])


def test_the_pages_made_differently_are_pages() -> None:
    assert set(MADE_DIFFERENTLY) < {"", *(row.key for row in LESSONS)}


def test_every_lesson_is_opened_in_a_browser_by_every_run() -> None:
    (mark,) = opens_all.pytestmark  # type: ignore[attr-defined]
    opened = {page.values[0][0] for page in mark.args[1] if not page.marks}
    assert opened == {"", *(row.key for row in LESSONS)}


@pytest.mark.parametrize("journey", JOURNEYS)
def test_every_journey_is_a_module_of_tests(journey: str) -> None:
    modules = [*(ROOT / "tests").glob(journey)]
    assert modules
    assert all(module.name.startswith("test_") and is_journey(module) for module in modules)


def test_a_class_a_path_and_hostile_text_are_tried_by_every_run() -> None:
    for module in ("class", "class_full", "guide", "payloads", "readers", "every_page", "reload"):
        assert not is_journey(ROOT / "tests" / "browser" / f"test_{module}.py")


def run(folder: Path, *options: str) -> str:
    """What pytest says of a matrix of four pages."""
    (folder / "test_pages.py").write_text(MATRIX, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += [f"--rootdir={folder}", *options, str(folder / "test_pages.py")]
    around = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "by a worker"])
def test_what_was_left_out_is_said_at_the_begin_and_at_the_end(
    tmp_path: Path, workers: list[str]
) -> None:
    said = run(tmp_path, *workers)
    assert "1 passed" in said
    assert "skipped" not in said
    assert f"a few of each; all of them, and journeys, with {OPTION}" in said
    left_out = "3 cases, like others that ran or of long journeys, were left out"
    assert f"{left_out}: pytest {OPTION} runs them too" in said


def test_the_option_runs_all(tmp_path: Path) -> None:
    said = run(tmp_path, OPTION)
    assert "4 passed" in said
    assert "left out" not in said


def test_what_was_left_out_can_be_run_by_itself(tmp_path: Path) -> None:
    assert "3 passed" in run(tmp_path, OPTION, "-m", "whole")


def test_ci_runs_what_the_suite_left_out() -> None:
    assert f"{OPTION} -m whole" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
