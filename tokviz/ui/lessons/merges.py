"""The page of any lesson that merges: a text, settings, training, the replay, sections, the link.

A row of the table is enough (``show_merges("byte_bpe")``). A lesson that has more to show hands in
``Regions`` of its own; the order of the page, training and the link stay here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from tokviz.lessons import Lesson, Training
from tokviz.samples import SAMPLES, SampleText
from tokviz.ui.components.code import code_toggle
from tokviz.ui.components.replay import linked_player
from tokviz.ui.components.scant import offer_more
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import (
    Settings,
    min_count_input,
    size_input,
    suiting_size,
)
from tokviz.ui.components.textbook import know_loop
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.last_good import good_or_last
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.page import Frame, Head, below, lesson_page, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page
from tokviz.ui.training.trained import Trained

Made = Any
"""What a lesson's training gives its page: ``Trained``, or what ``Regions.train`` returns."""


def _no_settings(_: PageState, __: str, ___: int) -> Settings:
    return Settings({}, {})


def tell_early_end(frame: Frame, state: PageState, trained: Trained, settings: Settings) -> None:
    """Where there are fewer merges than were asked for, why, beside the number that was."""
    trace, asked = trained.trace, settings.arguments
    merges, size = asked.get("num_merges", 0), asked.get("vocab_size", 0)
    if len(trace) < merges or len(trace.vocab) < size:
        frame.settings.caption(literal(trace.stop_reason))
        offer_more(frame, state, trained)


def train(
    state: PageState, training: Training, source: Source, settings: Settings
) -> Trained | None:
    """The model, or None where the reader stopped its training."""
    arguments = dict(settings.arguments)
    return train_on_page(
        state,
        source.text,
        arguments,
        training.train,
        num_merges=arguments[training.size],
        at_most=training.size == "vocab_size",
        apart=settings.apart,
    )


def _replay(state: PageState, trained: Trained, settings: Settings) -> None:
    linked_player(state, trained, settings.arguments)


def _sections(state: PageState, trained: Trained, settings: Settings, source: Source) -> None:
    sections(state, trained, source, settings)


@dataclass(frozen=True)
class Regions:
    """What a lesson does in its own way. Each is called with the page's state.

    Arguments:
        settings: (state, text, size) -> draws the settings beside the size; their arguments join
            the size.
        train: makes what the other regions draw.
        remarks: says, in the frame, what came of the settings.
        stage: draws what moves.
        below: draws what stands below it.
        samples, first: the texts on offer, and the key of the one to open with.
        defaults: the arguments of ``train``, beside the size, where a link's cannot be used.
    """

    settings: Callable[[PageState, str, int], Settings] = _no_settings
    train: Callable[[PageState, Training, Source, Settings], Made | None] = train
    remarks: Callable[[Frame, PageState, Made, Settings], None] = tell_early_end
    stage: Callable[[PageState, Made, Settings], None] = _replay
    below: Callable[[PageState, Made, Settings, Source], None] = _sections
    samples: Sequence[SampleText] = SAMPLES
    first: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)


def show_merges(key: str, regions: Regions | None = None) -> None:
    """Draw the whole page of this lesson."""
    lesson_page(key)(_lesson)(key, regions or Regions())


def _lesson(head: Head, key: str, regions: Regions) -> None:
    frame = open_page(head)
    state = PageState(key)
    with explained():
        training = training_of(frame.row)
        (source, settings), made = good_or_last(
            frame,
            state,
            "shown",
            lambda: settings_panel(frame, state, training, regions),
            lambda asked: regions.train(state, training, *asked),
            instead=lambda: _opening(state.kept("good_text"), training, regions),
            text_of=lambda asked: asked[0],
        )
        share_link(state, source, dict(settings.link))
        with frame.share:
            share_section(state, source)
        if made is not None:
            regions.remarks(frame, state, made, settings)
            regions.stage(state, made, settings)
            with below():
                regions.below(state, made, settings, source)


def training_of(row: Lesson) -> Training:
    """How the row trains; ValueError for a row of which no such page can be made."""
    if row.training is None:
        raise ValueError(
            f"A page of merges trains as its row says, but the row of {row.key!r} has no training. "
            "Give it one in tokviz/lessons.py."
        )
    return row.training


def _opening(
    source: Source | None, training: Training, regions: Regions
) -> tuple[Source, Settings] | None:
    """What the lesson makes of a text where nobody says otherwise; of no text, nothing."""
    if source is None:
        return None
    arguments = {training.size: suiting_size(training, source.text), **regions.defaults}
    if training.min_count is not None:
        arguments["min_count"] = training.min_count
    return source, Settings(arguments, {})


def settings_panel(
    frame: Frame, state: PageState, training: Training, regions: Regions
) -> tuple[Source, Settings]:
    """Draw the choice of text and the settings, and return both."""
    source = choose_text(frame, state, first=regions.first, samples=regions.samples)
    code_toggle(frame, state)
    know_loop(state)
    with frame.settings:
        size, link = ending_inputs(state, training, source.text)
        more = regions.settings(state, source.text, size)
    arguments = {training.size: size, **more.arguments}
    if training.min_count is not None:
        arguments["min_count"] = int(link["min_count"])
    return source, Settings(arguments, {**link, **more.link}, more.apart)


def ending_inputs(state: PageState, training: Training, text: str) -> tuple[int, dict[str, str]]:
    """When training is to end: the size asked for, and both settings for the page's address."""
    with st.container(horizontal=True):
        with st.container(width="stretch", gap=None):
            size, link = size_input(state, training, text)
        if training.min_count is not None:
            link["min_count"] = str(min_count_input(state, training.min_count))
    return size, link
