"""The button's files and its payload: what it says, and the file where one was asked for."""

from functools import cache

import numpy as np

from tokviz.views.payload import pack
from tokviz.views.script import VIEWS, one_module


def save_payload(
    label: str,
    *,
    name: str,
    mime: str,
    help: str = "",
    answers: str = "",
    content: bytes = b"",
) -> bytes:
    """A button that saves a file of this name.

    Arguments:
        answers: the request that ``content`` is for; without one the button only waits.
    """
    facts = {
        "label": label,
        "help": help,
        "name": name,
        "mime": mime,
        "answers": answers,
    }
    return pack(facts, {"content": np.frombuffer(content, np.uint8)})


@cache
def save_files() -> tuple[str, str, str]:
    """The button as (html, css, js)."""
    here = VIEWS / "save"
    markup = (here / "save.html").read_text(encoding="utf-8")
    style = (here / "save.css").read_text(encoding="utf-8")
    return markup, style, one_module("save/component.js")
