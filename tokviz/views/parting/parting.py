"""Two replays on one clock: the buttons that lead both to the step at which they part."""

from functools import cache

from tokviz.views.payload import pack
from tokviz.views.script import VIEWS, one_module


def parting_payload(*, replay: int, step: int) -> bytes:
    """The buttons that lead the replay of this number, and those on its clock, to a step."""
    return pack({"replay": replay, "step": step})


@cache
def parting_files() -> tuple[str, str, str]:
    """The buttons as (html, css, js); they look like those that save."""
    markup = (VIEWS / "parting" / "parting.html").read_text(encoding="utf-8")
    style = (VIEWS / "save" / "save.css").read_text(encoding="utf-8")
    return markup, style, one_module("parting/component.js")
