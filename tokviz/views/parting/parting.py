"""Two replays on one clock: the buttons that lead both to the step at which they part."""

from tokviz.views.payload import pack


def parting_payload(*, replay: int, step: int) -> bytes:
    """The buttons that lead the replay of this number, and those on its clock, to a step."""
    return pack({"replay": replay, "step": step})
