"""Opening a page in Streamlit's own test runner, from a link as a reader would."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    def go(key: str | None, **query: str) -> AppTest:
        at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        if key is not None:
            at.run().switch_page(f"pages/{key}.py")
        for name in list(at.query_params):
            del at.query_params[name]
        for name, value in query.items():
            at.query_params[name] = value
        return at.run()

    return go
