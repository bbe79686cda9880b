"""An offer, beside the idea: a tutorial's sample, by the settings that give what it prints.

It stands where the page learns from that sample, or from the same text as it comes out of a copy:
between quotation marks, with line ends around it, or without the characters that nobody sees.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from tokviz.samples import SampleText
from tokviz.text.labels import plural
from tokviz.ui.components.scant import ENCODE
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.page import Frame, lower_stage
from tokviz.ui.shell.state import PageState

_AROUND = " \t\r\n\"'“”‘’"
"""What a copy may have around the text."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a tutorial trains on, by which settings, and what it then encodes."""

    sample: SampleText
    settings: Mapping[str, Any]
    new_text: str
    help: str

    def offer(self, frame: Frame, state: PageState, text: str) -> None:
        """A button that sets all that, where ``text`` is the tutorial's and not all is set."""
        printed = self.sample.text
        if len(text) > 2 * len(printed) or _seen(text) != _seen(printed):  # a long one is not read
            return
        settings = {"dropout": 0.0, **self.settings}
        is_set = all(state.kept(name) in (None, value) for name, value in settings.items())
        if text == printed and is_set:
            return
        lost = len(printed) - len(text.strip(_AROUND))
        if lost > 0:
            frame.offer.markdown(
                f"**{plural(lost, 'invisible character')} lost in copying:** "
                f"the sample “{literal(self.sample.title)}” has them.",
                width="content",
            )
            with frame.offer:
                lower_stage(122, from_width=900)  # there it has a line of its own, below the idea
        shows = {"section": ENCODE, "new_text": self.new_text}
        frame.offer.button(
            literal(f"As the tutorial prints it: {self.settings['merges']} merges"),
            key=state.key("as_printed"),
            type="tertiary",
            on_click=state.fill,
            args=({"sample": self.sample.key, **settings, **shows},),
            help=literal(self.help),
        )


def _seen(text: str) -> str:
    """The text as it is seen, and without what a copy may have around it."""
    return "".join(letter for letter in text.strip(_AROUND) if category(letter) != "Cf")
