"""The trace of a model that was trained here: it is there, and the type says so."""

from typing import TypeVar

T = TypeVar("T")


def recorded(trace: T | None) -> T:
    assert trace is not None, "a trained model has its trace; only a loaded one has none"
    return trace
