"""The stepper on a page: a replay of a lesson that does not merge, and the link to its step."""

from collections.abc import Callable
from functools import partial

from tokviz.ui.components.code import code_beside
from tokviz.ui.components.player import mount_replay, replay_buttons
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.state import PageState
from tokviz.views.components import STEPPER
from tokviz.views.stepper.stepper import Replay, stepper_payload

stepper = partial(mount_replay, STEPPER)
"""Show what ``stepper_payload`` made."""
stepper_buttons = partial(replay_buttons, STEPPER)
"""Save the stepper of this key."""


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
