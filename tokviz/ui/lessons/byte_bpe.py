"""The page of Byte BPE: the plainest lesson that merges, and the results that a tutorial prints."""

from tokviz.samples import sample
from tokviz.ui.components.as_printed import Printed
from tokviz.ui.components.scant import ENCODE
from tokviz.ui.components.settings import Settings
from tokviz.ui.lessons.merges import Regions, show_merges, tell_early_end
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.trained import Trained

ITS_WORDS = "hello world"
AS_PRINTED = Printed(
    sample("unicode"),
    {"merges": 20, "min_count": 1, "encoder": "this tokenizer"},
    ITS_WORDS,
    f"A vocabulary of 276, and below, under “{ENCODE}”, “{ITS_WORDS}”.",
)


def show() -> None:
    """Draw the page."""
    show_merges("byte_bpe", Regions(remarks=_remarks))


def _remarks(frame: Frame, state: PageState, trained: Trained, settings: Settings) -> None:
    """Also a button that leads to what is printed."""
    tell_early_end(frame, state, trained, settings)
    AS_PRINTED.offer(frame, state, trained.text)
