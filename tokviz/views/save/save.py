"""The payload of the save buttons: what they say, and the file where one was asked for.

A button saves a file that the server makes at the reader's step, or a picture of what a replay
shows, which the browser draws by itself (picture.js).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from tokviz.views.payload import pack


@dataclass(frozen=True, slots=True)
class SaveButton:
    """A button that saves a file of this name; a picture has its step and suffix behind it."""

    label: str
    name: str
    help: str = ""
    kind: Literal["file", "svg", "png"] = "file"
    mime: str = ""


def save_payload(
    buttons: Sequence[SaveButton], *, replay: int = 0, answers: str = "", content: bytes = b""
) -> bytes:
    """Buttons side by side, at most one of them for a file that the server makes.

    Arguments:
        replay: the number of the one whose step counts; 0: that of the page's address.
        answers: the request that ``content`` is for; without one the buttons only wait.
    """
    facts = {"buttons": list(map(asdict, buttons)), "replay": replay, "answers": answers}
    return pack(facts, {"content": np.frombuffer(content, np.uint8)})
