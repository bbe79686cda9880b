"""What was recorded stays as it was: no array of a trace can be written to, nor one of a copy."""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.views.traces_of_each_kind import traces
from tokviz.text.measures import heaps_curve
from tokviz.traces.merges import MergeTrace
from tokviz.traces.saving.loading import Trace

TRACES = traces()


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def arrays_in(value: object) -> Iterator[np.ndarray[Any, Any]]:
    """Those of a trace, of its spans, of its steps."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from arrays_in(part)
    elif hasattr(value, "__dict__"):
        yield from arrays_in(list(vars(value).values()))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, again])
@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_a_copy_is_as_read_only_as_the_trace(trace: Trace, copied: Callable[[Any], Any]) -> None:
    if isinstance(trace, MergeTrace):
        assert len(trace.num_tied) + 1 == len(trace.tokens_per_step)
    for one in (trace, copied(trace)):
        assert not any(array.flags.writeable for array in arrays_in(one))
        assert repr(one) == repr(trace)


def test_a_copied_curve_cannot_be_written_to() -> None:
    assert not any(
        array.flags.writeable for array in arrays_in(again(heaps_curve(["a", "b", "a"])))
    )
