"""A run's place in the line of runs (in_line.py), for who has work done elsewhere: no Streamlit."""

from threading import Event, local


class Place:
    """Whether its run has begun, and whether it holds up nobody any more."""

    def __init__(self) -> None:
        self.begun, self.over = Event(), Event()


_here = local()


def take(place: Place) -> None:
    """From now on this thread's run has this place."""
    _here.place = place


def let_others_go_on() -> None:
    """Hold up nobody any longer: this thread's run, if it has one, waits for work elsewhere."""
    if hasattr(_here, "place"):
        _here.place.over.set()
