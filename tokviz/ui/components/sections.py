"""Below the replay: its charts, encode new text, stand beside GPT-2, look up the vocabulary."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import streamlit as st

from tokviz.lessons import lesson
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.text.labels import plural, times
from tokviz.traces.encoding import EncodeTrace
from tokviz.ui.components.beside_gpt2 import beside_gpt2
from tokviz.ui.components.code import beside_replay, encoding_code
from tokviz.ui.components.decoding import decode_drawer
from tokviz.ui.components.dropout import dropout_inputs, show_draws
from tokviz.ui.components.forced import WHAT_IF
from tokviz.ui.components.inputs import choice_input, find_input
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.inside_token import row_hint, token_table
from tokviz.ui.components.open_gpt2 import open_gpt2
from tokviz.ui.components.player import player, player_buttons
from tokviz.ui.components.replay import charts, opening_step
from tokviz.ui.components.saving import save_tokenizer, save_training
from tokviz.ui.components.scant import ENCODE
from tokviz.ui.components.settings import Settings
from tokviz.ui.components.sheet import sheet_of
from tokviz.ui.components.sight import InSight, named, once_opened
from tokviz.ui.components.teach import teach_section
from tokviz.ui.components.what_if import what_if_section
from tokviz.ui.components.written import written
from tokviz.ui.shell.course import TEACH, place_in_course
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.live import ENCODED, live_text_area
from tokviz.ui.shell.source import Source, replay_name
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice, flag
from tokviz.ui.training import apart
from tokviz.ui.training.trained import Trained
from tokviz.views.player.player import encode_payload
from tokviz.views.tables.vocabulary import vocabulary_rows

CHARTS = "Charts"
MOST_LISTED = 5_000
"""Merges that are listed."""
LONGEST_REPLAY = 5_000
"""Characters of new text whose encoding is replayed."""
FIRST_NEW_TEXT = "The tenth hen counted the chicken again: 안녕 👏🏻"

Drawers = Mapping[str, Callable[[], None]]
"""What a section is called, and what draws it."""


def sections(
    state: PageState,
    trained: Trained,
    source: Source,
    settings: Settings,
    *,
    shows: Callable[[], None] | None = None,
    more: Drawers = MappingProxyType({}),
) -> None:
    """The sections of a lesson that merges.

    Arguments:
        settings: by which it was trained.
        shows: draws its charts, where it has others than all lessons that merge.
        more: sections of this lesson alone; they stand after “Beside GPT-2”.
    """
    drawers: Drawers = {
        **charts_drawer(shows or partial(charts, state, trained)),
        ENCODE: lambda: _encode_section(state, trained),
        **decode_drawer(state, trained.model, text=trained.text, sig=trained.sig),
        WHAT_IF: lambda: what_if_section(state, trained, settings),
        "Beside GPT-2": lambda: beside_gpt2(state, trained),
        **more,
        "Inside": lambda: inside_section(
            state,
            trained.model,
            text=trained.text,
            sig=trained.sig,
            player=state.key("player"),
        ),
        "Vocabulary": lambda: _vocabulary_section(state, trained),
        "Save": lambda: _save_section(state, trained, source),
    }
    sheet = partial(sheet_of, state, trained)
    tabbed(state, trained.sig, drawers, sheet)


def charts_drawer(draw: Callable[[], None]) -> Drawers:
    """The section that a page with charts opens with: what one step of its replay cannot show."""

    def drawn() -> None:
        with st.container(key="all-charts"):
            draw()

    return {CHARTS: drawn}


def tabbed(
    state: PageState, sig: str, drawers: Drawers, sheet: Callable[[], None] = lambda: None
) -> None:
    """Sections under tabs; only the open one is computed, and once it is in sight.

    The plan for a class is the last; ``sheet`` draws what it has to print.

    Arguments:
        sig: what the sections are about; others wait until they are looked at.
    """
    path, plan = path_of(state.page), plan_of(state.page)
    if path is not None and plan is not None:
        place = place_in_course(state)
        drawers = {**drawers, TEACH: partial(teach_section, path, plan, sheet, place)}
    named(state, "sections", sig, partial(_tabs, state, drawers))


def _tabs(state: PageState, drawers: Drawers, in_sight: InSight) -> None:
    first = next(iter(drawers))
    key = state.start("section", first, choice(tuple(drawers)), shared=True)
    tabs = st.tabs(list(drawers), key=key, on_change="rerun")
    state.keep("section")
    for tab, draw in zip(tabs, drawers.values(), strict=True):
        if tab.open:
            with tab, explained():
                in_sight(draw)


def _encode_section(state: PageState, trained: Trained) -> None:
    text = live_text_area(
        state, "_new", "new_text", "New text", FIRST_NEW_TEXT, height=80, help=ENCODED
    )
    ours, theirs = "this tokenizer", "GPT-2"
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    with row:
        who = choice_input(state, "encoder", "Encode with", {ours: ours, theirs: theirs})
    if len(text) > LONGEST_REPLAY:
        st.info(
            f"The replay shows the first {LONGEST_REPLAY:,} of {len(text):,} characters; "
            "every number below it is of those."
        )
        text = text[:LONGEST_REPLAY]
    model = trained.model if who == ours else open_gpt2()
    training = lesson(state.page).training
    draws = who == theirs or (training is not None and training.dropout)
    with row:
        dropout, seed = dropout_inputs(state) if draws else (0.0, 0)
    settings: dict[str, Any] = {"dropout": dropout, "seed": seed} if draws else {}
    trace = apart.encode_trace(model, text, **settings)
    name, whose = f"encode:{who}", lesson(state.page).title if who == ours else theirs
    with beside_replay(state, "encode_code", lambda: encoding_code(trace), key=name, row=row):
        step = opening_step(state, text, len(trace), "new_step")
        player(encode_payload(trace), key=state.key(name), step=step)
    player_buttons(
        state.key(name), lambda: encode_payload(trace), name=f"{whose} encodes", what="encoding"
    )
    _what_came_out(state, trace, model)
    if dropout:
        show_draws(model, text, dropout, seed, trace.markers)


def _what_came_out(state: PageState, trace: EncodeTrace, model: Any) -> None:
    """How many tokens an encoding gave, what the random draw left out, and the way back."""
    ids = trace.ids
    unknown = 0 if trace.unk_id is None else ids.count(trace.unk_id)
    lost = f", {unknown:,} of them unknown," if unknown else ""
    skipped = f"; dropout skipped a merge {times(len(trace.skipped))}" if trace.skipped else ""
    st.markdown(
        f"**{plural(len(ids), 'token')}**{lost} from {plural(len(trace.symbols), 'base symbol')} "
        f"by {plural(len(trace), 'merge')}{skipped}. The ids, and the text they decode to:"
    )
    written(state, "encoded", f"{ids}\n{model.decode(ids)}")


def _vocabulary_section(state: PageState, trained: Trained) -> None:
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        find = find_input(state, "Find a token", "text, id, or bytes as hex")
    everything = right.toggle(
        "All tokens",
        key=state.start("everything", False, flag, shared=True),
        help="Also those that nothing learned: the base symbols and the special tokens.",
    )
    state.keep("everything")
    rows = vocabulary_rows(trained.trace, find=find)
    shown = rows if everything else [row for row in rows if row.step is not None]
    learned = "" if everything else " learned"
    words = [f"{len(shown):,}{learned} of {len(trained.trace.vocab):,} tokens."]
    if find and len(shown) < len(rows):
        words.append(f"“All tokens” shows {len(rows) - len(shown):,} more.")
    st.caption(" ".join(words))
    if shown:
        row_hint()
    token_table(
        state,
        "vocabulary",
        {
            "id": [row.token_id for row in shown],
            "token": [row.token for row in shown],
            "bytes": [row.hex_bytes for row in shown],
            "made from": [row.made_from for row in shown],
            "at step": [row.step for row in shown],
            "pair count": [row.count for row in shown],
            "made from ids": [row.from_ids for row in shown],
        },
        whose="this",
    )


def _save_section(state: PageState, trained: Trained, source: Source) -> None:
    name = replay_name(state, source.name)
    player_buttons(state.key("player"), lambda: trained.payload, name=name)
    save_tokenizer(state, trained.model)
    save_training(state, trained.trace)
    with st.expander("The merges as a list, to copy"):
        once_opened(state, "merge_list", trained.sig, lambda: _merge_list(state, trained))


def _merge_list(state: PageState, trained: Trained) -> None:
    """As minbpe prints them."""
    steps = trained.trace.steps[:MOST_LISTED]
    if len(steps) < len(trained.trace):
        st.caption(f"The first {MOST_LISTED:,} of {len(trained.trace):,}.")
    written(
        state,
        "merge_list_box",
        "\n".join(f"merging {step.pair} into a new token {step.token_id}" for step in steps),
    )
