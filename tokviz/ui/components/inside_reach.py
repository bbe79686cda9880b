"""What can never come out of a tokenizer, and what comes back as something else."""

from functools import partial

import streamlit as st

from tokviz.inspection.reach import Reach, left_behind, unreachable
from tokviz.text.labels import told
from tokviz.traces.merges import MergeTrace
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.inside_token import token_table
from tokviz.ui.components.inside_vocabulary import ROWS
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run, at_once
from tokviz.views.tables.tokens import cell, reach_columns


def show_unreachable(
    state: PageState, tokenizer: Tokenizer, *, sig: str, run: Run = at_once
) -> None:
    """Draw the lists, each with what is known and what is not; a chosen row shows its token."""
    table = partial(_table, state, tokenizer)
    with st.spinner("Encoding every token's text …"):
        found = _unreachable(sig, tokenizer, run)
    never = [each for each in found if each.verdict == "never"]
    nothing = [each for each in found if each.verdict == "not found"]
    elsewhere = [each for each in found if each.verdict == "elsewhere"]
    ordinary = len(tokenizer.vocab) - len(tokenizer.special_ids)
    back = ordinary - len(found)
    st.markdown(
        f"Of **{ordinary:,}** tokens that are not special, **{back:,}** "
        f"{'comes' if back == 1 else 'come'} back when they are decoded and encoded again."
    )
    st.markdown(f"##### {told(len(never), 'never comes', 'never come')} out")
    if never:
        st.caption("Proven: no text at all is encoded into one of these.")
        table("never", never)
    if nothing:
        st.markdown(f"##### {told(len(nothing), 'was', 'were')} not found")
        st.caption("No text that was tried gives one of these. Others might.")
        table("nothing", nothing)
    whose = "comes out, but not of its" if len(elsewhere) == 1 else "come out, but not of their"
    st.markdown(f"##### {len(elsewhere):,} {whose} own text")
    if elsewhere:
        st.caption(
            "Alone, the token's text is cut into other tokens. Within a longer text the token "
            "does come out."
        )
        table("elsewhere", elsewhere)
    if isinstance(tokenizer.trace, MergeTrace):
        _left_behind(state, tokenizer, tokenizer.trace)
    st.caption(
        "A model never sees what never comes out, so it learns nothing about it: Land and Bartolo "
        "(2024) call such tokens unreachable. Tokens that are only rare in "
        "a model's training text, as “ SolidGoldMagikarp” was, come out all the same; only the "
        "model's weights tell those."
    )


@st.cache_resource(max_entries=32, show_spinner=False)
def _unreachable(sig: str, _tokenizer: Tokenizer, _run: Run) -> tuple[Reach, ...]:  # noqa: ARG001 - the key
    found: tuple[Reach, ...] = _run(unreachable, tokenizer=_tokenizer)
    return found


def _table(state: PageState, tokenizer: Tokenizer, name: str, found: list[Reach]) -> None:
    if len(found) > ROWS:
        st.caption(f"The first {ROWS:,} of them:")
    token_table(state, name, reach_columns(found[:ROWS], tokenizer.vocab, tokenizer.markers))


def _left_behind(state: PageState, tokenizer: Tokenizer, trace: MergeTrace) -> None:
    gone = left_behind(trace)
    st.markdown(f"##### {told(len(gone), 'was', 'were')} left behind")
    st.caption(
        "They were steps to longer tokens. When training ended, the longer ones had taken all "
        "their places in its text. Another text may still have them."
    )
    if gone:
        shown = gone[:ROWS]
        names = [cell(tokenizer.vocab[i], tokenizer.markers) for i in shown]
        token_table(state, "left", {"id": list(shown), "token": names})
