"""How deep lists and objects stand within each other, in what JSON says.

Python's own reader gives up somewhere, at a depth that differs from version to version.
"""

import json
from typing import Any


def loads(text: str, most: int, **options: Any) -> Any:
    """``json.loads``; RecursionError where more lists and objects stand within each other."""
    value = json.loads(text, **options)
    if nests_deeper(value, most):
        raise RecursionError(f"JSON of more than {most} lists within each other")
    return value


def nests_deeper(value: object, most: int) -> bool:
    """Whether more than so many lists and objects stand within each other.

    [[1]] nests deeper than 1, and no deeper than 2.
    """
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(most):
        inside = (part.values() if isinstance(part, dict) else part for part in level)
        level = [each for parts in inside for each in parts if isinstance(each, list | dict)]
        if not level:
            break
    return bool(level)
