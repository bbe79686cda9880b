"""By what Streamlit's caches know what they keep, where Streamlit's own way does not do."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from tokviz.text.characters import encode_utf8


def _name_of(work: FunctionType) -> str:
    return f"{work.__module__}.{work.__qualname__}"


KEYS: dict[str | type[Any], Callable[[Any], Any]] = {str: encode_utf8, FunctionType: _name_of}
"""Of texts, which may hold lone surrogates, and of functions, whose code it would look through."""
