"""A place that asks for what is to stand there: its data."""

_SOON, _IN_SIGHT = b"soon ", b"in sight "


def sight_data(sig: str, *, soon: bool = False) -> bytes:
    """What the place takes: it asks once for each ``sig``.

    Arguments:
        soon: it asks as soon as the browser has nothing else to do, wherever the reader looks; of
            several such places the first asks, for all. By default it asks when it is in sight.
    """
    return (_SOON if soon else _IN_SIGHT) + sig.encode()
