"""How many pages, requests and uploads there are at once, from one address and in all.

Each holds files of the server's process. Once there are none left, no page opens, no class starts
and no request is answered, whoever holds them. So there is an end before that, which is told in
words; one address has half.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tokviz.ui.server import limits
from tokviz.ui.server.late_requests import waiting


class Places:
    """Those that are taken.

    Arguments:
        most: how many there are in all.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def is_full(self, address: str) -> bool:
        """Whether another one from there is refused."""
        return self._taken.total() >= self.most or self._taken[address] >= (self.most + 1) // 2

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """Another one, as long as this goes on."""
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


open_pages = Places(1_500)
requests = Places(1_800)
uploads = Places(limits.UPLOADS)
"""Those of this process."""


def bound(files: int) -> None:
    """Take no more pages and requests than so many descriptors are enough for."""
    others = min(limits.FILES_OF_OTHERS, files // 3)
    open_pages.most = (files - others) // limits.FILES_OF_A_PAGE
    requests.most = int(others * limits.REQUESTS)
    uploads.most = min(limits.UPLOADS, requests.most // 2)
    waiting.most = min(limits.WAITING, files // 4)
