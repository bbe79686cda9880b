"""What if: the page's training and a second one on one clock, and what came of the difference."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms.merging.forced import Forced, ForcedError
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.lessons import lesson
from tokviz.samples import EVENING, SAMPLES
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.merges import MergeTrace
from tokviz.traces.parting import learned_apart
from tokviz.traces.results import lost_share, unknown_and_lost
from tokviz.ui.components.change import VOCAB_SIZE_BELOW, Change, change_input, what_if
from tokviz.ui.components.forced import (
    ForcedStep,
    add_forced,
    force_input,
    forced_buttons,
    forced_of,
    taken,
)
from tokviz.ui.components.player import jump, mount_replay, replay_buttons
from tokviz.ui.components.rounds import rounds_payload, sentence_of
from tokviz.ui.components.settings import Settings
from tokviz.ui.components.suggested import SHORT, suggested
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.errors import as_the_boxes_say
from tokviz.ui.shell.markdown import literal, unmarked
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice, whole_number
from tokviz.ui.training import apart
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.store import train_on_page
from tokviz.ui.training.trained import Trained
from tokviz.views.components import PARTING, PLAYER, STEPPER, Component
from tokviz.views.payload import number_of, pack
from tokviz.views.tables.parting import (
    Needs,
    apart_html,
    needed_rows,
    order_html,
    parting_html,
    parting_step,
)

CLOCK = 2
"""The number of the clock that both replays keep; a lesson's own two have another."""
MEASURED = 5_000
"""Characters of a text that are encoded to count its tokens."""
NAMES = ("above", "below")
ROUNDS = "-rounds"
"""How the names end of what holds a training in rounds; page.css and presented.css know them."""


def what_if_section(state: PageState, trained: Trained, settings: Settings) -> None:
    """Ask what is to be otherwise, and draw both trainings."""
    with st.container(key="what_if", gap="xsmall"):
        _what_if(state, trained, settings)


def _what_if(state: PageState, trained: Trained, settings: Settings) -> None:
    change = change_input(state, trained, settings)
    asked = forced_of(state) if "forced" in change.takes else []
    with st.container(horizontal=True, vertical_alignment="center"):
        forced_buttons(state, asked)
        choosing = st.container(horizontal=True, width="content")
    other, faults = _train(state, change, asked)
    if other is None:
        return
    for one, why in faults:
        st.caption(f"Left out: {one.words}, but {literal(why)}.")
    left_out = [one for one, _ in faults]
    differs = [*change.differs, *(one.words for one in asked if one not in left_out)]
    if "forced" in change.takes:
        with choosing:
            with st.popover("Force a pair", key=state.key("force")):
                force_input(state, other.trace)
            if not differs:
                _try_it(state, _suggested(other.sig, change, other.trace))
    _draw(state, trained, other, what_if(differs, of_pairs="forced" in change.takes))


def _draw(state: PageState, trained: Trained, other: Trained, words: str) -> None:
    st.html(parting_html(trained.trace, other.trace))
    parts = parting_step(trained.trace, other.trace)
    _futures(state, trained, other, words, parts)
    traces = trained.trace, other.trace
    st.html(apart_html(learned_apart(*traces), order_html(*traces)))
    _needed(state, trained, other)
    asked = unmarked(words) if words.endswith("?") else "a copy"
    name = f"{lesson(state.page).title}: {asked}"
    shown_by, key = _component(other), _lower(state, other)
    replay_buttons(shown_by, key, lambda: _payload(state, other), name=name, what="what-if")


def _try_it(state: PageState, one: ForcedStep | None) -> None:
    if one is not None:
        st.button(
            f"Try it: step {one.step:,} joins {one.pair} instead",
            key=state.key("try_tie"),
            on_click=add_forced,
            args=(state, one),
        )


@st.cache_data(max_entries=256, show_spinner=False)
def _suggested(sig: str, _change: Change, _trace: MergeTrace) -> ForcedStep | None:  # noqa: ARG001 - the cache's key
    """The pair to try first; a long text, or what may run away, is not trained for it."""

    def train(forced: Forced) -> MergeTrace:
        model = _change.train(_change.text, **_change.arguments, forced=forced)
        trace: MergeTrace = model.trace
        return trace

    return suggested(_trace, None if _change.apart or len(_change.text) > SHORT else train)


def _train(
    state: PageState, change: Change, asked: Sequence[ForcedStep]
) -> tuple[Trained | None, list[tuple[ForcedStep, str]]]:
    """The second model, None where the reader stopped its training; and what could not be forced.

    What another text or setting makes impossible stays asked for, and comes back with them.
    """
    forced = {one.step: one for one in asked}
    faults: list[tuple[ForcedStep, str]] = []
    while True:
        pairs = {step - 1: (one.left, one.right) for step, one in forced.items()}
        arguments = dict(change.arguments) | ({"forced": pairs} if pairs else {})
        try:
            return _train_with(state, change, arguments), faults
        except ForcedError as fault:
            faults += [(forced.pop(step + 1), fault.why) for step in fault.steps]


def _train_with(state: PageState, change: Change, arguments: dict[str, Any]) -> Trained | None:
    try:
        return train_on_page(
            PageState(f"{state.page}:{change.lesson}"),
            change.text,
            arguments,
            change.train,
            num_merges=arguments[change.size] if change.lesson != "unigram" else None,
            at_most=change.size == "vocab_size",
            apart=change.apart,
        )
    except ForcedError:
        raise
    except TokvizError as fault:
        settable = change.lesson == state.page  # of another tokenizer there are no more boxes
        words = as_the_boxes_say(str(fault), vocab_size=VOCAB_SIZE_BELOW, coverage=settable)
        raise TokvizError(words) from None


# ---- the two replays ------------------------------------------------------------------------


def _futures(
    state: PageState, trained: Trained, other: Trained, words: str, parts: int | None
) -> None:
    """Both replays on one clock; the upper one has the controls."""
    upper, step = state.key("upper_replay"), _opening(state, trained, other, parts or 0)
    with st.container(key=_of_kind("upper", trained)):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown("**Above:** as it is", width="content")
            if parts is not None:
                data = pack({"replay": number_of(upper), "step": parts})
                mount(PARTING, data=data, key=state.key("parting"), width="content")
        _replay(state, trained, key=upper, step=step, clock=CLOCK, other=True)
    with st.container(key=_of_kind("lower", other)):
        st.markdown(f"**Below:** {words}")
        below: dict[str, Any] = {"step": step, "clock": CLOCK, "follows": True, "other": True}
        if not _is_rounds(other):
            below["what_if"] = partial(_take, state, other)
        _replay(state, other, key=_lower(state, other), **below)


def _is_rounds(trained: Trained) -> bool:
    """Whether it was trained in rounds, as Unigram is, and not merge by merge."""
    return not isinstance(trained.trace, MergeTrace)


def _component(trained: Trained) -> Component:
    return STEPPER if _is_rounds(trained) else PLAYER


def _of_kind(name: str, trained: Trained) -> str:
    """The name of what holds a replay; of rounds it has another, for its look and its component."""
    return name + ROUNDS if _is_rounds(trained) else name


def _lower(state: PageState, other: Trained) -> str:
    """The key of the lower replay."""
    return state.key(_of_kind("lower_replay", other))


def _replay(state: PageState, trained: Trained, **settings: Any) -> None:
    mount_replay(_component(trained), _payload(state, trained), **settings)


def _payload(state: PageState, trained: Trained) -> bytes:
    """The replay; rounds cut the sentence that the page watches, or one that suits the text."""
    if not _is_rounds(trained):
        return trained.payload
    watched = state.kept("sentence")
    return rounds_payload(trained, sentence_of(trained.text) if watched is None else watched)


def _take(state: PageState, other: Trained) -> None:
    """The reader took a pair in the contest below: one more is forced."""
    one = taken(state, "lower_replay", other)
    if one is not None:
        add_forced(state, one)


def _opening(state: PageState, trained: Trained, other: Trained, parts: int) -> int:
    """Where both open: as the link says, where a pair was forced just now, or where they part."""
    shown = f"{trained.sig} {other.sig}"
    kept, forced = state.kept("other_step"), state.kept("futures_at")
    state.put("futures_at", None)
    if kept is None:
        step = state.linked("other_step", parts, whole_number(0, limits.STEP))
    elif kept[0] == shown:
        step = kept[1]
    else:
        step = forced or parts
        jump(state.key("upper_replay"), step)
    state.put("other_step", (shown, step))
    return int(step)


# ---- what came of it ------------------------------------------------------------------------


def _needed(state: PageState, trained: Trained, other: Trained) -> None:
    """How many tokens either needs, on what they learned from and on a text that is held out."""
    held = {row.key: row for row in (EVENING, *SAMPLES)}
    st.markdown("##### How many tokens they need")
    chosen = st.selectbox(
        "Also on a text that is held out",
        tuple(held),
        format_func=lambda key: held[key].title,
        key=state.start("held", EVENING.key, choice(tuple(held)), shared=True),
        width=420,
    )
    state.keep("held")
    texts = {"this text": trained.text, "the second text": other.text}
    if trained.text == other.text:
        del texts["the second text"]
    texts[held[chosen].title] = held[chosen].text
    both = dict(zip(NAMES, (trained, other), strict=True))
    needed = {
        name: {title: _needs(one.sig, text[:MEASURED], one) for title, text in texts.items()}
        for name, one in both.items()
    }
    sizes = {name: len(one.model.vocab) for name, one in both.items()}
    draw_table(needed_rows(sizes, needed))
    if held[chosen].text in (trained.text, other.text):
        st.caption("One of them learned from this text, so the comparison is not fair.")
    if max(map(len, texts.values())) > MEASURED:
        st.caption(f"Of a longer text, the first {MEASURED:,} characters are counted.")


@st.cache_data(max_entries=256, show_spinner=False, hash_funcs=KEYS)
def _needs(sig: str, text: str, _trained: Trained) -> Needs:  # noqa: ARG001 - the cache's key
    model = _trained.model
    text = well_formed(text)
    ids, spans = apart.ids_and_spans(model, text)
    _, losses = unknown_and_lost(model, text, ids, spans, model.decode(ids))
    return Needs(len(ids), lost_share(losses, text))
