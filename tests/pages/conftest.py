"""Opening a page in Streamlit's own test runner, and failing where it admits a fault.

A page that meets a fault of ours catches it and goes on, so a test that looks at something else
would pass. Here every run of every page is looked at; a test that wants the fault says so with
``@pytest.mark.faulty``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ElementTree

from tests.pages.problems import faults
from tokviz.ui.components import sight

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for faults after every run; each way to run a page goes through its tree."""
    if request.node.get_closest_marker("faulty"):
        return
    run = ElementTree.run

    def watched(tree: ElementTree, **options: Any) -> AppTest:
        at = run(tree, **options)
        assert faults(at) == []
        return at

    monkeypatch.setattr(ElementTree, "run", watched)


@pytest.fixture(autouse=True)
def opens_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser asks for what stands below a stage."""
    monkeypatch.setattr(sight, "STAGE_FIRST", False)


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Opens a page with a link: ``open_page("byte_bpe", sample="low", step="3")``."""

    def go(key: str | None, **query: str) -> AppTest:
        at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        if key is not None:
            at.switch_page(f"pages/{key}.py")
        for name, value in query.items():
            at.query_params[name] = value
        return at.run()

    return go
