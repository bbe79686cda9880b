"""The trace of a model that was trained here: it is there, and the type says so."""

from typing import TypeVar

from tokviz import ByteBPE
from tokviz.traces.merges import MergeTrace

T = TypeVar("T")


def recorded(trace: T | None) -> T:
    assert trace is not None, "a trained model has its trace; only a loaded one has none"
    return trace


def trained(text: str, merges: int = 20) -> MergeTrace:
    return recorded(ByteBPE.train(text, num_merges=merges).trace)
