"""What arrays leave behind stays with the process, some megabytes of it, for the next arrays.

The C library of most Linux systems gives a large block back once it is freed, and the next array
of that size pays for every page anew: a tenth of the time of a training that makes one array of a
megabyte after the other. From which size on it does so, it learns from the largest block that was
freed so far. So it is enough to free one before the work begins; nobody writes to it, so it never
takes up any memory. Long texts teach the library the same by themselves. Where another library
allocates, nothing is gained or lost.

Source: M_MMAP_THRESHOLD and M_TRIM_THRESHOLD in the manual page mallopt(3) of glibc.
"""

from functools import cache

import numpy as np

_KEPT = 1 << 24
"""Bytes: so large a block, or a larger one, is given back as before; twice as many are kept."""


@cache
def keep_freed_memory() -> None:
    """Ask for it, once in a process."""
    np.empty(_KEPT, np.uint8)
