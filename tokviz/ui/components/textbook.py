"""The code of a training that merges: as a textbook writes it, or as it ran; the reader chooses.

The textbook's loop is offered where it learns the very merges of the page: bytes or characters,
the highest count, the first in the text of equals, and no pair forced. Elsewhere there is the code
that ran, and nothing to choose.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tokviz.algorithms import plain_bpe
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.code import merging_code
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice
from tokviz.ui.training.trained import Trained
from tokviz.views.code.behind import Behind
from tokviz.views.code.code import code_payload
from tokviz.views.code.listing import Listing
from tokviz.views.code.snippet import byte_lines, char_lines, regex_lines, snippet
from tokviz.views.code.textbook import SAYS, Given, textbook

LOOPS = {"textbook": "Textbook", "ran": "As it ran"}
RAN = "As it ran: counts are kept and changed."
SPECIAL = "Special tokens are cut out first, but counted as tokens."


def know_loop(state: PageState) -> None:
    """Read what the reader chose: the page's address is written before the choice is drawn."""
    if state.kept("code"):
        state.start("loop", next(iter(LOOPS)), choice(tuple(LOOPS)), shared=True)


def training_code(state: PageState, trained: Trained, asked: Mapping[str, Any]) -> bytes:
    """The choice between the two, where there is one, and what the reader chose.

    ``asked`` are the arguments of the training.
    """
    if not textbook_holds(trained.model, trained.trace):
        return _as_it_ran(trained, "")
    loop = choice_input(state, "loop", "Which code", LOOPS, labelled=False)
    if loop == "ran":
        return _as_it_ran(trained, RAN)
    return _as_a_textbook(trained, asked["num_merges"], asked.get("min_count", 1))


def textbook_holds(model: Any, trace: MergeTrace) -> bool:
    """Whether the textbook's loop learns the same merges."""
    by_count = trace.rule.ranked_by == "count" and trace.rule.in_text_order
    return isinstance(model, ByteBPE | RegexBPE | CharBPE) and by_count and not trace.forced


def textbook_code(
    model: Any, trace: MergeTrace, text: str, *, num_merges: int, min_count: int
) -> bytes:
    """The textbook's loop, and all of its code to copy, with lines that train on this text."""
    given = Given(_pre_tokens(model), num_merges, min_count)
    told = textbook(Listing.of(plain_bpe.train), trace, given)
    return code_payload(
        [plain_bpe.train],
        told,
        Behind(),
        says=f"{SAYS} {SPECIAL}" if _holds_special(model, text) else SAYS,
        copies=textbook_snippet(model, text, num_merges=num_merges, min_count=min_count),
    )


def textbook_snippet(model: Any, text: str, *, num_merges: int, min_count: int) -> str:
    """Code that learns what the model learned, with no tokviz."""
    text = well_formed(text)
    train = f"num_merges={num_merges}, min_count={min_count}"
    if isinstance(model, RegexBPE):
        lines = regex_lines(text, model.pattern, model.special_tokens)
    elif isinstance(model, CharBPE):
        lines = char_lines(model.end_of_word, joined=model.end_of_word_joined)
        train += ", base_size=len(alphabet)"
    else:
        lines = byte_lines()
    return snippet(plain_bpe, text, lines, train=train)


def _pre_tokens(model: Any) -> str:
    if isinstance(model, RegexBPE):
        return "what the split pattern cut, as bytes"
    return "the words, letter by letter" if isinstance(model, CharBPE) else "the text, as bytes"


def _holds_special(model: Any, text: str) -> bool:
    return isinstance(model, RegexBPE) and any(name in text for name in model.special_tokens)


_once = st.cache_data(
    max_entries=16, show_spinner=False, hash_funcs={Trained: lambda trained: trained.sig}
)


@_once
def _as_it_ran(trained: Trained, says: str) -> bytes:
    return merging_code(trained.model, trained.trace, says=says)


@_once
def _as_a_textbook(trained: Trained, num_merges: int, min_count: int) -> bytes:
    given = {"num_merges": num_merges, "min_count": min_count}
    return textbook_code(trained.model, trained.trace, trained.text, **given)
