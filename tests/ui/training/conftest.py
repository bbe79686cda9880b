"""Processes for tasks, ended with the test that has them."""

from collections.abc import Iterator

import pytest

from tokviz.ui.training.workers import Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers(most=2)
    yield workers
    workers.close()
