"""Where a page's text comes from: a sample, the reader's own words, or a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from tokviz.lessons import lesson
from tokviz.samples import SAMPLES, SampleText
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.shell.earlier import way_back
from tokviz.ui.shell.errors import NothingYet
from tokviz.ui.shell.last_good import (
    Shown,
    choice_to_show,
    forget_refused,
    tell_once,
    text_or_last,
)
from tokviz.ui.shell.live import live_box
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.saved_lesson import check_size
from tokviz.ui.shell.state import FILE, OWN, VISIT, PageState, write_link
from tokviz.ui.shell.text_file import about_file, cut_name, file_box, open_where_saved, text_of_file
from tokviz.ui.shell.values import choice, linked_text, pack_text


@dataclass(frozen=True, slots=True)
class Source:
    """The chosen text; ``link`` restores it, or is None where it is too long for a link."""

    text: str
    name: str
    link: dict[str, str] | None


def choose_text(
    frame: Frame, state: PageState, *, first: str = "", samples: Sequence[SampleText] = SAMPLES
) -> Source:
    """Draw the choice of text in the page's row and settings, and return what was chosen.

    Where that is no text, or too long a one, it is the one that the page had before: list and
    settings name that, and what was typed stays in its box.

    Arguments:
        first: the key of the sample that a page opens with; by default the first of them.
        samples: what is offered.

    Raises TokvizError or NothingYet where the page had none before.
    """
    by_key = {row.key: row for row in samples}
    first = first or samples[0].key
    key = _start_choice(state, first, by_key)
    sample = by_key.get(state.kept("last_sample") or first, samples[0])
    shown = None
    if key in st.session_state and (wanted := _wanted(state, sample)) is not None:
        shown = text_or_last(state, wanted, lambda: _made(state, wanted, by_key))
        st.session_state[key] = shown.choice
    chosen = _choice_of_text(frame, state, by_key, key, shown)
    sample = by_key.get(chosen, sample)
    with frame.settings:
        _own_text_box(state, well_formed(sample.text) if chosen == OWN else "")
        file_box(state)
    if shown is None:  # the browser brought the boxes, whose values are known once they are drawn
        shown = text_or_last(state, chosen, lambda: _made(state, chosen, by_key))
    if shown.source is None:
        raise shown.fault or NothingYet("Choose a text, and the page works on it.")
    _say_what_is_shown(frame, state, shown, sample)
    return shown.source


def _made(state: PageState, choice: str, by_key: Mapping[str, SampleText]) -> Source:
    """The text of this choice: the key of a sample, OWN or FILE."""
    if choice == OWN:
        return _own_text(st.session_state[state.key("text")])
    if choice == FILE:
        text, name = text_of_file(state)
        return Source(text, name, None)
    sample = by_key[choice]
    return Source(sample.text, sample.title, {"sample": sample.key})


def _say_what_is_shown(
    frame: Frame, state: PageState, shown: Shown[Source], sample: SampleText
) -> None:
    """In the settings, and above the stage: what text this is, why no other, and ways to others."""
    assert shown.source is not None, "the page raised what was at fault"
    about = {OWN: f"{_named_own(shown.source)}.", FILE: about_file(state, shown.source.name)}
    chosen = shown.choice
    with frame.settings:
        st.caption(about.get(chosen, f"**{sample.title}.** {sample.why}"))
        if chosen == FILE:
            open_where_saved(state)
    if shown.fault is not None:
        tell_once(frame, shown.fault, before=_before(shown))
    if chosen == OWN:
        with frame.offer:
            way_back(state, "sample")
        _offer_way_back(frame, state, shown.source.text, sample)
        _keep_for_visit(frame, state, shown.source.text)
    else:
        _offer_text_from_elsewhere(frame, state)


def _named_own(source: Source) -> str:
    return f"Your own text, {plural(len(source.text), 'code point')}"


def _before(shown: Shown[Source]) -> str:
    """What a page that could not take a text shows in its place."""
    assert shown.source is not None, "the page raised what was at fault"
    return _named_own(shown.source) if shown.choice == OWN else shown.source.name


def _start_choice(state: PageState, first: str, by_key: Mapping[str, SampleText]) -> str:
    """Give the list its first value, and return its key. A damaged text of a link is none."""
    default = OWN if not state.holds("sample") and _link_holds_text(state) else first
    if default != OWN and state.given("sample") == OWN and not state.holds("sample"):
        write_link({})  # what it says is of a text that the browser brings, or has no more
    key = state.start("sample", default, choice(tuple(by_key)))
    if (to_show := choice_to_show(state)) is not None:
        st.session_state[key] = to_show
    if key in st.session_state and st.session_state[key] not in (*by_key, OWN, FILE):
        st.session_state[key] = first  # no browser of ours says so
    return key


def _link_holds_text(state: PageState) -> bool:
    if "text" not in st.query_params:
        return False
    try:
        linked_text(state.given("text"))
    except RefusedError:
        return False
    return True


def _wanted(state: PageState, sample: SampleText) -> str | None:
    """What the list says before it is drawn; None where only the browser has that text yet."""
    wanted = str(st.session_state[state.key("sample")])
    if wanted == OWN:
        key = state.start("text", well_formed(sample.text), linked_text)
        return wanted if key in st.session_state else None
    return wanted


def _choice_of_text(
    frame: Frame,
    state: PageState,
    by_key: Mapping[str, SampleText],
    key: str,
    shown: Shown[Source] | None,
) -> str:
    """The key of a sample, OWN or FILE."""
    file = (state.kept("file") or ("",))[0]
    if shown and shown.source and shown.choice == FILE:
        file = shown.source.name
    names = {
        **{key: row.title for key, row in by_key.items()},
        OWN: "Your own text, as before" if _is_earlier_own(shown) else "Your own text",
        FILE: f"File: {cut_name(file)}" if file else "A file",
    }
    with frame.text:
        chosen = st.selectbox(
            "Text to learn from",
            tuple(names),
            format_func=names.__getitem__,
            key=key,
            on_change=forget_refused,
            args=(state,),
            label_visibility="collapsed",
        )
    state.keep("sample")
    if chosen in by_key:
        state.put("last_sample", chosen)
    return str(chosen)


def _is_earlier_own(shown: Shown[Source] | None) -> bool:
    """Is the reader's own text shown in place of what was refused?"""
    if shown is None or shown.source is None:
        return False
    return shown.choice == OWN and shown.fault is not None


def _use(state: PageState, kind: str) -> None:
    """Learn from this text from now on."""
    forget_refused(state)
    st.session_state[state.key("sample")] = kind


# ---- the reader's own words ------------------------------------------------------------------


def _own_text_box(state: PageState, sample: str) -> None:
    with live_box():
        st.text_area(
            "Your own text",
            height=110,
            key=state.start("text", sample, linked_text),
            on_change=_use,
            args=(state, OWN),
            placeholder="Paste or type any text, in any language.",
            help="The page works on it while you type.",
        )
    state.keep("text")


def _own_text(text: str) -> Source:
    check_size(text)
    packed = pack_text(text)
    return Source(text, "your text", None if packed is None else {"text": packed})


def _keep_for_visit(frame: Frame, state: PageState, text: str) -> None:
    """So that another page may offer it."""
    elsewhere = PageState(VISIT)
    kept = elsewhere.kept("own")
    of_the_path = state.kept("path")
    if text and not of_the_path and (kept is None or kept[1] != text):
        elsewhere.put("own", (frame.row.title, text))


def _offer_text_from_elsewhere(frame: Frame, state: PageState) -> None:
    """A button that takes over what the reader wrote on another page."""
    kept = PageState(VISIT).kept("own")
    if kept is None or kept[0] == frame.row.title:
        return
    frame.offer.button(
        f"Your text from {kept[0]}",
        key=state.key("take_over"),
        type="tertiary",
        icon="📋",
        on_click=take_over,
        args=(state, kept[1]),
    )


def take_over(state: PageState, text: str) -> None:
    """Make this the reader's own text of the page."""
    st.session_state[state.key("text")] = text
    _use(state, OWN)


def _offer_way_back(frame: Frame, state: PageState, text: str, sample: SampleText) -> None:
    kept = PageState(VISIT).kept("own")
    if kept is not None and kept[0] != frame.row.title and kept[1] == text:
        frame.offer.button(
            f"Back to “{sample.title}”",
            key=state.key("way_back"),
            type="tertiary",
            on_click=_use,
            args=(state, sample.key),
        )


def replay_name(state: PageState, name: str) -> str:
    """What a saved replay is called: the lesson, and the text's name. "Byte BPE: your text" """
    return f"{lesson(state.page).title}: {name}"


def first_line(text: str) -> str:
    """The first line that is not blank, for a place that wants a short example of the text."""
    return next((line.strip() for line in well_formed(text).split("\n") if line.strip()), "")
