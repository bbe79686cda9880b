"""Work on a tokenizer that was brought, done here (the workers: tests/ui/training)."""

from collections.abc import Callable

import pytest

ASKED = ("components.bring", "lessons.any_tokenizer")
"""The modules that ask a worker."""


def done_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have it done in this process; the names of what workers would be asked for."""
    asked: list[str] = []

    def now(work: Callable[..., object], _: str, seconds: float, **arguments: object) -> object:
        assert 0 < seconds <= 60
        asked.append(work.__name__)
        return work(**arguments)

    for module in ASKED:
        monkeypatch.setattr(f"tokviz.ui.{module}.with_brought", now)
    return asked
