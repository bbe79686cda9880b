"""Of a text of the reader's in which almost nothing stands twice: what helps, and who cuts it all
the same, the tokenizer that learned from the page's first sample."""

from urllib.parse import urlencode

from tokviz.checks import limits
from tokviz.samples import SAMPLES
from tokviz.ui.shell.page import Frame, lower_stage
from tokviz.ui.shell.state import OWN, PageState
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.trained import Trained

FEW = 5
"""Merges, from which on there is a training to watch."""
ENCODE = "Encode new text"
"""The section of a lesson that merges which cuts a text with what was learned."""


def offer_more(frame: Frame, state: PageState, trained: Trained) -> None:
    """Say so beside the lesson's idea, where the pairs that training left stand once each.

    On a guided path its own words say what its text shows.
    """
    text, trace = trained.text, trained.trace
    if len(trace) >= FEW or state.kept("sample") != OWN or state.kept("path"):
        return
    if max(trace.pair_counts(len(trace)).values(), default=0) != 1:
        return
    how_much = "little" if len(trace) else "nothing"
    frame.offer.markdown(
        f"**There is {how_much} to learn in it:** write more, or repeat a word. "
        f"{_cut(state, text)}",
        width="content",
    )
    with frame.offer:
        lower_stage(122, from_width=900)  # there it has a line of its own, below the idea


def _cut(state: PageState, text: str) -> str:
    """Markdown: a link to what the sample's tokenizer makes of the text, or nothing."""
    packed = pack_text(text) if len(text) <= limits.TYPED_TEXT else None
    if packed is None:
        return ""
    sample = SAMPLES[0]
    shows = {"sample": sample.key, "section": ENCODE, "new_text": packed}
    query = urlencode({**shows, "new_step": str(limits.STEP)})
    words = f"See how a tokenizer that learned from “{sample.title}” cuts it"
    return f"[{words}]({state.page}?{query}#section)"
