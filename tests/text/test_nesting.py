"""How deep lists and objects stand within each other."""

import pytest

from tokviz.text.nesting import nests_deeper


@pytest.mark.parametrize(
    ("value", "depth"),
    [
        ("[[[", 0),
        ([], 1),
        ([1, "a", None], 1),
        ({"a": [1]}, 2),
        ([[], {"a": {"b": [0]}}, []], 4),
    ],
)
def test_no_deeper_than_it_is(value: object, depth: int) -> None:
    assert [nests_deeper(value, most) for most in range(6)] == [most < depth for most in range(6)]
