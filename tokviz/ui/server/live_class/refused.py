"""What the server of classes does not do."""


class RefusedError(Exception):
    """What the server does not do, in words, with the status of HTTP."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class FullError(RefusedError):
    """There is no place now; who asked has a browser that asks again by itself."""

    def __init__(self, rule: str) -> None:
        super().__init__(503, f"{rule} Wait here: you come in when somebody leaves.")
