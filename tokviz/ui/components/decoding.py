"""Decode ids: the reader types them, each adds its part, and the text is encoded again."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.text.labels import plural, unit_of
from tokviz.text.typed_ids import typed_ids
from tokviz.traces.decoding import Decoding, EncodedAgain
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.written import written
from tokviz.ui.shell.live import live_text_area
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run, with_trained
from tokviz.ui.training.tasks import decode_recorded, ids_to_open_with
from tokviz.views.tables.decoding import decoding_html

DECODE = "Decode ids"
"""What the section is called."""


def decode_drawer(
    state: PageState, model: Tokenizer, *, text: str, sig: str
) -> dict[str, Callable[[], None]]:
    """The section under its name, for a tokenizer that was trained here."""
    return {DECODE: partial(decode_section, state, model, text=text, sig=sig)}


def decode_section(
    state: PageState, model: Tokenizer, *, text: str, sig: str, run: Run = with_trained
) -> None:
    """Draw the section.

    Arguments:
        text: the reader's; the box opens with the ids of its first words.
        sig: names the tokenizer: another one has another.
        run: does what a tokenizer that was brought may take too long for.
    """
    typed = _box(state, text, sig, partial(run, model=model))
    ids = typed_ids(typed, model.vocab)
    if not ids:
        st.caption("No ids yet.")
        return
    _check_size(model, ids)
    made, again = run(decode_recorded, model=model, ids=ids)
    st.html(decoding_html(made, model.markers))
    _text(state, made)
    _and_back(state, again)


def _box(state: PageState, text: str, sig: str, do: Callable[..., list[int]]) -> str:
    """The box; ids that the page chose give way to those of another tokenizer."""
    known, first = state.kept("ids_of") or ("", "")
    if known != sig:
        first = ", ".join(map(str, do(ids_to_open_with, text=text)))
        state.put("ids_of", (sig, first))
    state.go_with_text("typed_ids", first)
    return live_text_area(
        state,
        "_ids",
        "typed_ids",
        "Ids",
        first,
        height=68,
        most=limits.IDS,
        help="Numbers with spaces or commas between them. They are decoded while you type.",
    )


def _check_size(model: Tokenizer, ids: Sequence[int]) -> None:
    size = sum(len(model.vocab[token_id]) for token_id in ids)
    if size > limits.DECODED:
        raise TokvizError(
            f"The tokens of these ids may have up to {limits.DECODED:,} characters together, but "
            f"have {size:,}. Take some ids away."
        )


def _text(state: PageState, made: Decoding) -> None:
    st.markdown(
        f"**Decoded:** {plural(len(made.ids), 'id')} {'gives' if len(made.ids) == 1 else 'give'} "
        f"{plural(len(made.text), unit_of([made.text]))}."
    )
    written(state, "decoded_ids", made.text)


def _and_back(state: PageState, again: EncodedAgain) -> None:
    if again.same:
        st.markdown("**Encoded again:** the same ids.")
    elif again.ids is None:
        st.markdown(f"**Encoded again:** no ids. {literal(again.why)}")
    else:
        st.markdown(f"**Encoded again:** other ids. {literal(again.why)}")
        written(state, "ids_again", str(list(again.ids)))
