"""The stepper on a page: a replay of a lesson that does not merge, and the link to its step."""

from collections.abc import Callable
from typing import Any

from tokviz.ui.components.code import code_beside
from tokviz.ui.components.player import mount_replay
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.save import page_buttons
from tokviz.ui.shell.state import PageState
from tokviz.views.components import STEPPER
from tokviz.views.stepper.stepper import Replay, stepper_html, stepper_payload


def stepper(payload: bytes, *, key: str, **settings: Any) -> None:
    """Show what ``stepper_payload`` made; the settings are those of ``player``."""
    mount_replay(STEPPER, payload, key=key, **settings)


def linked_stepper(
    state: PageState, replay: Replay, *, text: str, code: Callable[[], bytes] | None = None
) -> None:
    """The replay that the page's address leads to; ``text`` tells when it is another one.

    ``code`` is what runs, to be shown beside it where the reader asks for it.
    """
    step = opening_step(state, text, replay.steps)
    payload = stepper_payload(replay)
    with stage():
        stepper(payload, key=state.key("stepper"), step=step, about=text_hash(text))
        if code is not None:
            code_beside(state, "code", follows=state.key("stepper"), make=code)


def stepper_buttons(
    key: str, make: Callable[[], bytes], *, name: str, what: str = "replay"
) -> None:
    """Save the stepper of this key as one page, or a picture of its step.

    ``make`` gives its payload, ``name`` is the text's, ``what`` the stepper is called.
    """
    page_buttons(
        key, lambda step: stepper_html(make(), title=f"{name} (tokviz)", step=step), what=what
    )
