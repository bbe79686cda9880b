"""How many pages are open, from one address and in all: each holds files of the server's process.

Once there are none left, no page opens, no class starts and no request is answered, whoever holds
them. So there is an end before that, which is told in words; one address has half.
"""

from collections import Counter

FILES_OF_ONE = 4
"""Descriptors that an open page takes."""
FILES_OF_OTHERS = 2_000
"""For streams of classes, pages that were just closed, requests and workers; of fewer files a
third."""


class OpenPages:
    """The pages that are open."""

    def __init__(self) -> None:
        self.most = 1_500
        self._open: Counter[str] = Counter()

    def bound(self, files: int) -> None:
        """Take no more pages than so many descriptors are enough for."""
        self.most = (files - min(FILES_OF_OTHERS, files // 3)) // FILES_OF_ONE

    def is_full(self, address: str) -> bool:
        """Whether another page from there is refused."""
        return self._open.total() >= self.most or self._open[address] >= (self.most + 1) // 2

    def open(self, address: str) -> None:
        """Another one."""
        self._open[address] += 1

    def close(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


open_pages = OpenPages()
"""Those of this process."""
