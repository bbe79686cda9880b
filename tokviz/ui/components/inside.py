"""Look inside a tokenizer: one token, the whole vocabulary, and what can never come out.

For any tokenizer, trained here or brought. Each view is computed when it is opened, once for all
who look at the same tokenizer.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.inside_reach import show_unreachable
from tokviz.ui.components.inside_token import Looked, show_token
from tokviz.ui.components.inside_vocabulary import show_vocabulary
from tokviz.ui.components.open_gpt2 import open_gpt2
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run, at_once

WHOSE = {"this": "this tokenizer", "gpt2": "GPT-2"}
VIEWS = {
    "token": "A token",
    "vocabulary": "The vocabulary",
    "never": "What never comes out",
}


def inside_section(
    state: PageState,
    tokenizer: Tokenizer,
    *,
    text: str,
    sig: str,
    player: str = "",
    run: Run = at_once,
) -> None:
    """Draw the section.

    Arguments:
        text: the reader's; the places of a token in it are shown.
        sig: names the tokenizer: another one has another.
        player: the key of the replay on this page whose steps made the tokens, if there is one.
        run: does what a tokenizer that was brought may take too long for.
    """
    with st.container(horizontal=True, gap="medium"):
        is_gpt2 = sig == "gpt2"  # beside itself it would be one tokenizer by two names
        whose = "gpt2" if is_gpt2 else choice_input(state, "inside_whose", "Look inside", WHOSE)
        view = choice_input(state, "inside", "Look at", VIEWS)
    if whose == "gpt2":
        tokenizer = open_gpt2()
        sig, player, run = "gpt2", "", at_once
    draw: Mapping[str, Callable[[], None]] = {
        "token": lambda: show_token(state, Looked(tokenizer, sig, run), text=text, player=player),
        "vocabulary": lambda: show_vocabulary(state, tokenizer, sig=sig, run=run),
        "never": lambda: show_unreachable(state, tokenizer, sig=sig, run=run),
    }
    if not tokenizer.vocab:
        st.info("This vocabulary is empty.")
        return
    draw[view]()
