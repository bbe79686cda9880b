"""The code of a training that merges: as a textbook writes it, or as it ran; the reader chooses.

The textbook's loop is offered where it learns the very merges of the page: bytes or characters by
the highest count, or WordPiece's pieces by pair score, the first in the text of equals; or as
SentencePiece does it (textbook_pieces.py); and no pair forced. Elsewhere there is the code that
ran, and nothing to choose. Unigram, which does not merge, has the same choice in
textbook_rounds.py.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tokviz.algorithms import plain_bpe, plain_wordpiece
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.text.markers import CONTINUING_PREFIX
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.code import merging_code
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.textbook_pieces import textbook_pieces_code
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice
from tokviz.ui.training.trained import Trained
from tokviz.views.code.behind import Behind
from tokviz.views.code.code import code_payload
from tokviz.views.code.listing import Listing
from tokviz.views.code.snippet import (
    byte_lines,
    char_lines,
    merge_lines,
    piece_lines,
    regex_lines,
    snippet,
)
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
    if isinstance(trained.model, SentencePieceBPE):
        return _of_pieces(trained, asked)
    size = asked["num_merges"] if "num_merges" in asked else asked["vocab_size"]
    return _as_a_textbook(trained, size, asked.get("min_count", 1))


def textbook_holds(model: Any, trace: MergeTrace) -> bool:
    """Whether a textbook's loop learns the same merges."""
    if isinstance(model, SentencePieceBPE):
        return not trace.forced
    ranked_by = "pair score" if isinstance(model, WordPiece) else "count"
    in_turn = trace.rule.ranked_by == ranked_by and trace.rule.in_text_order
    merges = isinstance(model, ByteBPE | RegexBPE | CharBPE | WordPiece)
    return merges and in_turn and not trace.forced


def textbook_code(model: Any, trace: MergeTrace, text: str, *, size: int, min_count: int) -> bytes:
    """The textbook's loop, and all of its code to copy, with lines that train on this text.

    ``size`` is how many merges were asked for; of WordPiece, how many tokens.
    """
    book = plain_wordpiece if isinstance(model, WordPiece) else plain_bpe
    told = textbook(Listing.of(book.train), trace, Given(_pre_tokens(model), size, min_count))
    return code_payload(
        [book.train],
        told,
        Behind(),
        says=f"{SAYS} {SPECIAL}" if _holds_special(model, text) else SAYS,
        copies=textbook_snippet(model, text, size=size, min_count=min_count),
    )


def textbook_snippet(model: Any, text: str, *, size: int, min_count: int) -> str:
    """Code that learns what the model learned, with no tokviz."""
    text = well_formed(text)
    if isinstance(model, WordPiece):
        return snippet(plain_wordpiece, text, _piece_lines(model, size, min_count))
    train = f"num_merges={size}, min_count={min_count}"
    if isinstance(model, RegexBPE):
        lines = regex_lines(text, model.pattern, model.special_tokens)
    elif isinstance(model, CharBPE):
        lines = char_lines(model.end_of_word, joined=model.end_of_word_joined)
        train += ", base_size=len(alphabet)"
    else:
        lines = byte_lines()
    return snippet(plain_bpe, text, merge_lines(lines, train=train))


def _piece_lines(model: WordPiece, size: int, min_count: int) -> list[str]:
    prefix = model.continuing_prefix
    train = f"vocab_size={size}, min_count={min_count}"
    train += "" if prefix == CONTINUING_PREFIX else f", prefix={prefix!r}"
    fold = f"lowercase={model.lowercase}, strip_accents={model.strip_accents}"
    return piece_lines(model.special_tokens, prefix=prefix, fold=fold, train=train)


def _pre_tokens(model: Any) -> str:
    if isinstance(model, RegexBPE):
        return "what the split pattern cut, as bytes"
    words = isinstance(model, CharBPE | WordPiece)
    return "the words, letter by letter" if words else "the text, as bytes"


def _holds_special(model: Any, text: str) -> bool:
    return isinstance(model, RegexBPE) and any(name in text for name in model.special_tokens)


once = st.cache_data(
    max_entries=16, show_spinner=False, hash_funcs={Trained: lambda trained: trained.sig}
)


@once
def _as_it_ran(trained: Trained, says: str) -> bytes:
    return merging_code(trained.model, trained.trace, says=says)


@once
def _as_a_textbook(trained: Trained, size: int, min_count: int) -> bytes:
    given = {"size": size, "min_count": min_count}
    return textbook_code(trained.model, trained.trace, trained.text, **given)


@once
def _of_pieces(trained: Trained, asked: Mapping[str, Any]) -> bytes:
    return textbook_pieces_code(trained.trace, asked)
