"""What arrays leave behind stays with the process for the next ones."""

import platform
import subprocess
import sys

import pytest

PAGES = """
import resource
import numpy as np
from tokviz.arrays.freed_memory import keep_freed_memory

keep_freed_memory()
for _ in range(2):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    np.ones(2_000_000, np.uint8)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries have their own ways")
def test_a_second_array_takes_the_pages_of_the_first() -> None:
    """Else it takes 489 new ones, as the first one does."""
    command = [sys.executable, "-c", PAGES]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env={})
    assert int(told.stdout) < 100
