"""What the server of classes does not do."""


class RefusedError(Exception):
    """What the server does not do, in words, with the status of HTTP."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
