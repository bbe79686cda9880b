"""The vocabulary, X-rayed: how it divides, and the tokens of each part."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from tokviz.inspection.vocabulary import KINDS, WHY, TokenFacts, VocabularyFacts, examine
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.inputs import choice_input, offered
from tokviz.ui.components.inside_token import row_hint, token_table
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run, at_once
from tokviz.views.charts.vocabulary import LONGEST_BAR, kinds_chart, vocabulary_lengths
from tokviz.views.tables.tokens import duplicate_columns, token_columns

ALL = "all"
ROWS = 2_000
"""Rows of a table that are sent to the browser."""
MOST_LONGEST = 100
LISTS = {
    "part": "Tokens",
    "longest": "The longest",
    "duplicates": "Alike but for case or space",
}


def show_vocabulary(
    state: PageState, tokenizer: Tokenizer, *, sig: str, run: Run = at_once
) -> None:
    """Draw the charts, and the tokens of the part that is chosen or pressed."""
    with st.spinner("Looking at every token …"):
        facts = _facts(sig, tokenizer, run)
    kinds, lengths = st.columns([3, 2], gap="medium")
    pick = partial(_pick, state)
    with kinds:
        draw = partial(kinds_chart, facts)
        chart_of(sig, draw, key=state.key("inside_kinds"), on_pick=pick)
    with lengths:
        draw = partial(vocabulary_lengths, facts)
        chart_of(sig, draw, key=state.key("inside_lengths"), on_pick=pick)
    with st.container(key="hint_part"):
        st.caption("Press a part of a chart to list its tokens.")
    which = choice_input(state, "inside_list", "List", LISTS)
    if which == "duplicates":
        _duplicates(facts)
    elif which == "longest":
        _table(state, facts, facts.longest(MOST_LONGEST))
    else:
        _part(state, facts)
    if which != "duplicates":
        row_hint()


def _pick(state: PageState, part: str) -> None:
    """Choose the part that was pressed: "kind", "kind/script" or "length:n"."""
    kind, _, script = part.partition("/")
    if part.startswith("length:"):
        kind, script, length = ALL, ALL, part.removeprefix("length:")
    else:
        length = ALL
    chosen = {"inside_kind": kind, "inside_script": script or ALL, "inside_length": length}
    state.fill({**chosen, "inside_list": "part"})


def _part(state: PageState, facts: VocabularyFacts) -> None:
    found_kinds = {each.kind for each in facts.tokens}
    scripts = sorted({each.script for each in facts.tokens})
    lengths = sorted({min(each.length, LONGEST_BAR) for each in facts.tokens})
    with st.container(horizontal=True):
        kind = _choice(state, "inside_kind", "Kind", [k for k in KINDS if k in found_kinds])
        script = _choice(state, "inside_script", "Script", scripts)
        length = _choice(state, "inside_length", f"{facts.unit}s".title(), [*map(str, lengths)])
    shown = [
        each
        for each in facts.tokens
        if kind in (ALL, each.kind)
        and script in (ALL, each.script)
        and length in (ALL, str(min(each.length, LONGEST_BAR)))
    ]
    st.markdown(f"**{len(shown):,} of {len(facts.tokens):,} tokens**")
    if kind != ALL:
        st.caption(WHY[kind])
    _table(state, facts, shown)


def _choice(state: PageState, name: str, label: str, options: Sequence[str]) -> str:
    """One of the options, or all; what another vocabulary had is forgotten."""
    shown = [ALL, *options]
    chosen = st.selectbox(label, shown, key=offered(state, name, shown), format_func=_said)
    state.keep(name)
    return str(chosen)


def _said(option: str) -> str:
    return next((words for kind, words in KINDS.items() if kind == option), option)


def _table(state: PageState, facts: VocabularyFacts, tokens: Sequence[TokenFacts]) -> None:
    if len(tokens) > ROWS:
        st.caption(
            f"The first {ROWS:,} of them. Sorting and search see only these: choose a part, or "
            "look a token up under “A token”."
        )
    token_table(state, "part", token_columns(tokens[:ROWS], facts.markers, facts.unit))


def _duplicates(facts: VocabularyFacts) -> None:
    groups = facts.duplicates
    alike = sum(map(len, groups))
    st.markdown(
        f"**{alike:,} of {len(facts.tokens):,} tokens** stand in {len(groups):,} groups whose "
        "members differ in case or in the space around them only. To the model, each is a token "
        "of its own."
    )
    if groups:
        columns = duplicate_columns(groups[:ROWS], facts.markers)
        draw_table(columns, height=420)


@st.cache_resource(max_entries=32, show_spinner=False)
def _facts(sig: str, _tokenizer: Tokenizer, _run: Run) -> VocabularyFacts:  # noqa: ARG001 - the key
    facts: VocabularyFacts = _run(examine, tokenizer=_tokenizer)
    return facts
