"""Inside a token: what made it, what it is made of, where it stands, what was built on it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.inspection.finding import Found, find_token, telling_token
from tokviz.inspection.merge_tree import Branch, Builds, built_on, merge_tree, places
from tokviz.inspection.spelling import Spelling
from tokviz.inspection.vocabulary import KINDS, kind_of
from tokviz.references.gpt2 import gpt2
from tokviz.text.direction import isolated
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.merges import MergeTrace
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.decimals import number_formats
from tokviz.ui.components.player import jump
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.markdown import literal, quoted
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.training.apart import Run, at_once
from tokviz.views.inside.places import places_html
from tokviz.views.inside.tree import tree_html
from tokviz.views.tables.tokens import cell, code_point_columns

LONGEST_TEXT = 20_000
"""Characters of the reader's text in which a token is looked for."""
TABLE = 420
"""Pixels of a table of tokens, at most."""
MOST_PLACES, MOST_BUTTONS, MOST_CHARACTERS, MOST_BYTES = 200, 12, 64, 64


class Looked(NamedTuple):
    """The tokenizer that is looked into; ``sig`` names it, ``run`` does what may take long."""

    tokenizer: Tokenizer
    sig: str
    run: Run = at_once


def show_token(state: PageState, looked: Looked, *, text: str, player: str) -> None:
    """Ask for a token, and draw all that is known of it."""
    tokenizer = looked.tokenizer
    typed = st.text_input(
        "Token",
        key=state.start("inside_token", "", Text(limits.LINE), shared=True),
        max_chars=limits.LINE,
        placeholder="its text, or # and its id",
        help="Spaces count: “ the” and “the” are two tokens.",
    )
    state.keep("inside_token")
    token_id = _asked(state, looked, typed) if typed else _first(looked, text)
    if token_id is None:
        return
    made, spelled = st.columns(2, gap="medium")
    with made:
        branch = merge_tree(tokenizer, token_id)
        _made(state, tokenizer, branch, player)
        _builds(state, looked, token_id)
    with spelled:
        _spelled(looked, token_id)
        _stands(looked, token_id, text)


def _asked(state: PageState, looked: Looked, typed: str) -> int | None:
    """The token that is meant; of a text that is none, the first that it is cut into."""
    tokenizer = looked.tokenizer
    found = _found(looked.sig, typed, looked)
    if found.token_id is not None:
        return found.token_id
    st.markdown(f"“{quoted(typed)}” is no token, nor an id of one.")
    if found.alike:
        st.markdown("With other spaces or in another case it is one:")
        _token_buttons(state, tokenizer, found.alike, "alike", with_ids=True)
    st.markdown("As a text it is cut into these:")
    _token_buttons(state, tokenizer, found.cut, "cut")
    return found.cut[0] if found.cut else None


def _first(looked: Looked, text: str) -> int:
    """The token to open on: the longest of the reader's text, or else the last that is text."""
    tokenizer = looked.tokenizer
    try:
        found = _telling(looked.sig, well_formed(text[:LONGEST_TEXT]), looked)
    except TokvizError:
        found = None
    if found is not None:
        return found
    ordinary = set(tokenizer.vocab) - tokenizer.special_ids
    return max(ordinary or tokenizer.vocab)


def _made(state: PageState, tokenizer: Tokenizer, branch: Branch, player: str) -> None:
    markers, vocab = tokenizer.markers, tokenizer.vocab
    st.markdown("##### How it was made")
    st.html(tree_html(branch, vocab, markers))
    if branch.rank is None:
        st.caption("No merge made it: it is a token from the start, or was chosen as a whole.")
        return
    if player and isinstance(tokenizer.trace, MergeTrace):
        step = branch.rank + 1
        if st.button(f"Go to step {step:,}", key=state.key("inside_jump"), icon="⏩"):
            jump(player, step)
            st.rerun()
    _token_buttons(state, tokenizer, [part.token_id for part in branch.parts], "part")


def _builds(state: PageState, looked: Looked, token_id: int) -> None:
    tokenizer, builds = looked.tokenizer, _built(looked.sig, token_id, looked)
    if not builds.joined:
        return
    more = "" if builds.complete else " or more"
    st.markdown(f"##### Later tokens built on it: {len(builds.token_ids):,}{more}")
    _token_buttons(state, tokenizer, builds.token_ids[:MOST_BUTTONS], "built")
    if len(builds.token_ids) > MOST_BUTTONS:
        rest = builds.token_ids[MOST_BUTTONS:]
        st.text(
            "and  "
            + "   ".join(isolated(cell(tokenizer.vocab[i], tokenizer.markers)) for i in rest)
        )


@st.cache_resource(max_entries=1_000, show_spinner=False)
def _built(sig: str, token_id: int, _looked: Looked) -> Builds:  # noqa: ARG001 - the key
    builds: Builds = _looked.run(built_on, tokenizer=_looked.tokenizer, token_id=token_id)
    return builds


@st.cache_resource(max_entries=1_000, show_spinner=False)
def _found(sig: str, typed: str, _looked: Looked) -> Found:  # noqa: ARG001 - the key
    found: Found = _looked.run(find_token, tokenizer=_looked.tokenizer, typed=typed)
    return found


@st.cache_resource(max_entries=200, show_spinner=False)
def _telling(sig: str, text: str, _looked: Looked) -> int | None:  # noqa: ARG001 - the key
    asked = {"tokenizer": _looked.tokenizer, "text": text}
    found: int | None = _looked.run(telling_token, **asked)
    return found


@st.cache_resource(max_entries=200, show_spinner=False)
def _places(sig: str, token_id: int, text: str, _looked: Looked) -> Sequence[tuple[int, int]]:  # noqa: ARG001 - the key
    asked = {"tokenizer": _looked.tokenizer, "text": text, "token_id": token_id}
    spans: Sequence[tuple[int, int]] = _looked.run(places, **asked)
    return spans


def _token_buttons(
    state: PageState,
    tokenizer: Tokenizer,
    token_ids: Sequence[int],
    name: str,
    *,
    with_ids: bool = False,
) -> None:
    """A button for each token, which looks inside it."""
    with st.container(horizontal=True):
        for token_id in dict.fromkeys(token_ids[:MOST_BUTTONS]):
            st.button(
                quoted(cell(tokenizer.vocab[token_id], tokenizer.markers) or "(empty)")
                + (f", id {token_id:d}" if with_ids else ""),
                key=state.key(f"inside_{name}_{token_id}"),
                on_click=_look_at,
                args=(state, token_id),
            )


def _look_at(state: PageState, token_id: int) -> None:
    state.fill({"inside_token": f"#{token_id}"})


def token_table(
    state: PageState, name: str, columns: Mapping[str, Sequence[Any]], *, whose: str | None = None
) -> None:
    """A table with a column of ids; who chooses a row looks inside its token.

    ``whose`` names the tokenizer, as "Look inside" does; None where that box stands above it.
    """
    key = state.key(f"inside_rows_{name}")
    token_ids = columns["id"]
    of = {} if whose is None else {"inside_whose": whose}

    def look() -> None:
        for row in st.session_state[key].selection.rows:
            asked = {"inside": "token", "inside_token": f"#{token_ids[row]}"}
            state.fill({"section": "Inside", **of, **asked})

    draw_table(
        columns,
        key=key,
        column_config=number_formats(columns),
        height=min(TABLE, 36 + 35 * max(len(token_ids), 1)),
        placeholder="",
        on_select=look,
        selection_mode="single-row",
    )


def row_hint() -> None:
    """Say what a row of the table beside it is good for."""
    with st.container(key="hint_row"):
        st.caption("Choose a row to look inside its token.")


def _spelled(looked: Looked, token_id: int) -> None:
    tokenizer = looked.tokenizer
    spelling = Spelling.of(tokenizer)
    spelled, text = spelling.bytes_of(token_id), spelling.text_of(token_id)
    st.markdown(f"##### What it spells: {KINDS[kind_of(spelling, token_id)]}")
    if not spelled:
        st.text(f"id {token_id}: no bytes. It writes nothing into the text.")
        return
    shown = spelled[:MOST_BYTES].hex(" ").upper() + (" …" if len(spelled) > MOST_BYTES else "")
    st.text(f"id {token_id}: {plural(len(spelled), 'byte')}: {shown}")
    if text is None:
        st.caption("These bytes are no whole characters.")
    else:
        draw_table(
            code_point_columns(text[:MOST_CHARACTERS]),
            height=min(36 + 35 * len(text), 250),
        )
    if token_id not in tokenizer.special_ids and looked.sig != "gpt2":
        theirs = gpt2()._encode_bytes(spelled)
        whole = "one token" if len(theirs) == 1 else f"{len(theirs):,} tokens"
        st.text(f"GPT-2 makes {whole} of these bytes: {theirs[:MOST_BYTES]}")


def _stands(looked: Looked, token_id: int, text: str) -> None:
    shown = well_formed(text[:LONGEST_TEXT])
    try:
        spans = _places(looked.sig, token_id, shown, looked)
    except TokvizError as error:
        st.caption(literal(str(error)))
        return
    st.markdown(f"##### Where it stands in the text: {len(spans):,}×")
    if len(shown) < len(text):
        st.caption(f"Of the first {LONGEST_TEXT:,} of {len(text):,} characters.")
    if len(spans) > MOST_PLACES:
        st.caption(f"The first {MOST_PLACES:,} places:")
    st.html(places_html(shown, spans[:MOST_PLACES]))
