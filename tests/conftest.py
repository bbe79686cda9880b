"""What all tests share: a property may take its time, for timings are never asserted here."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("tokviz", deadline=None)
settings.load_profile("tokviz")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """For ``-n auto`` one worker more than cores: a test of a browser often waits."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores + 1
