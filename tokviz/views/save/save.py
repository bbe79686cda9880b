"""The buttons' files and their payload: what they say, and the file where one was asked for.

One saves a file that the server makes at the reader's step; the other a picture of what a replay
shows, which the browser draws by itself (picture.js).
"""

import numpy as np

from tokviz.views.payload import pack
from tokviz.views.script import component_files


def save_payload(
    label: str,
    *,
    name: str,
    mime: str,
    help: str = "",
    replay: int = 0,
    answers: str = "",
    content: bytes = b"",
) -> bytes:
    """A button that saves a file of this name.

    Arguments:
        replay: the number of the one whose step counts; 0: that of the page's address.
        answers: the request that ``content`` is for; without one the button only waits.
    """
    facts = {
        "label": label,
        "help": help,
        "name": name,
        "mime": mime,
        "replay": replay,
        "answers": answers,
    }
    return pack(facts, {"content": np.frombuffer(content, np.uint8)})


def picture_payload(label: str, *, name: str, replay: int, help: str = "") -> bytes:
    """A button that saves what the replay of this number shows as a picture, SVG.

    Arguments:
        name: of the file; its suffix is written behind the step.
    """
    facts = {"label": label, "help": help, "name": name, "replay": replay, "picture": True}
    return pack(facts)


def save_files() -> tuple[str, str, str]:
    """The button as (html, css, js)."""
    return component_files("save")
