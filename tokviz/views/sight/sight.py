"""A place that asks for what is to stand there: its data."""

_SOON, _IN_SIGHT, _LOW = b"soon ", b"in sight ", b"low "


def sight_data(sig: str, *, soon: bool = False, low: bool = False) -> bytes:
    """What the place takes: it asks once for each ``sig``.

    Arguments:
        soon: it asks as soon as the browser has nothing else to do, wherever the reader looks; of
            several such places the first asks, for all. By default it asks when it is in sight.
        low: it takes a few lines, as in a box, and not most of the window.
    """
    return (_SOON if soon else _LOW if low else _IN_SIGHT) + sig.encode()
