"""Whole numbers that a caller gives: a count, a size, an id."""

from tokviz.text.errors import TokvizError


def check_whole(name: str, value: object) -> None:
    """TokvizError where the value is a text, a fraction, infinite, not a number, or a truth value.

    What numpy counts with is a whole number too.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TokvizError(
            f"{name} is a whole number, but {value!r:.40} is of the kind {type(value).__name__}. "
            "Give one such as 300."
        )
