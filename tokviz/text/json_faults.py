"""Why a text is no JSON, in our words: Python's own tell what its reader expected."""

from json import JSONDecodeError

_SHOWN = 20
"""Characters of the fault's line that are quoted."""


def json_fault(error: JSONDecodeError) -> str:
    """The place of the fault, and what stands there.

    Of "[1, x]": "in line 1, column 5, JSON allows no 'x]'".
    """
    place = f"in line {error.lineno:,}, column {error.colno:,}"
    rest = error.doc[error.pos :]
    if error.doc.startswith("\ufeff"):
        return "it begins with a byte order mark (BOM)"
    if error.msg.startswith("Unterminated string"):
        return f"the string that begins {place} has no end"
    if not rest.strip():
        return f"it ends too early, {place}"
    if error.msg.startswith("Extra data"):
        return f"it goes on after its end, {place}"
    return f"{place}, JSON allows no {rest.splitlines()[0][:_SHOWN] or rest[0]!r}"
