"""What all tests share: a property may take its time, for timings are never asserted here.

Of checks over many pages alike, and of long journeys (``tests/matrix.py``), a run without
``--whole`` leaves out most, and says at its begin and its end that it did.
"""

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from tests.matrix import OPTION, WHOLE, is_journey

settings.register_profile("tokviz", deadline=None)
settings.load_profile("tokviz")

LEFT_OUT = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """For ``-n auto`` one worker more than cores: a test of a browser often waits."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        OPTION,
        action="store_true",
        help="check all pages, sizes and texts that are alike, not a few of each, and all journeys",
    )


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether a test is to look at all that is alike."""
    return bool(pytestconfig.getoption(OPTION))


def pytest_report_header(config: pytest.Config) -> str:
    if config.getoption(OPTION):
        return "pages, sizes and texts alike, and long journeys: all of them"
    return f"pages, sizes and texts alike: a few of each; all of them, and journeys, with {OPTION}"


@pytest.hookimpl(tryfirst=True)  # so that ``-m whole`` knows the journeys
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only ``--whole`` asks for: to skip it would be a fault where CI runs."""
    for item in items:
        if is_journey(item.path):
            item.add_marker(WHOLE)
    if config.getoption(OPTION):
        return
    left_out = [item for item in items if item.get_closest_marker("whole")]
    config.stash[LEFT_OUT] = len(left_out)
    items[:] = [item for item in items if not item.get_closest_marker("whole")]
    config.hook.pytest_deselected(items=left_out)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells how many it left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Workers that collect the same leave out the same."""
    output = getattr(node, "workeroutput", None) or {}
    before = node.config.stash.get(LEFT_OUT, 0)
    node.config.stash[LEFT_OUT] = max(before, output.get("left_out", 0))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(
            f"{left_out} cases, like others that ran or of long journeys, were left out: "
            f"pytest {OPTION} runs them too"
        )
