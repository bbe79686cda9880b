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
from tokviz.text.errors import TokvizError
from tokviz.ui.components.dropout import dropout_link
from tokviz.ui.components.replay import replay
from tokviz.ui.components.sections import Drawers, sections
from tokviz.ui.components.settings import merges_input, min_count_input, vocab_size_input
from tokviz.ui.shell.errors import explained, tell
from tokviz.ui.shell.page import Frame, below, look_next, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import Trained, store, train_on_page


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader set: arguments of ``train``, and the same for the address of the page."""

    arguments: Mapping[str, Any]
    link: Mapping[str, str]
    ready: bool = True  # False: the page has said what is missing, and does not train


More = Callable[[PageState, str, int], Settings]
"""(state, text, size) -> all settings; draws those beside the size."""


def _no_more(_: PageState, __: str, ___: int) -> Settings:
    return Settings({}, {})


def _replay(state: PageState, trained: Trained, _: Settings) -> None:
    replay(state, trained)


@dataclass(frozen=True)
class Regions:
    """What a lesson draws in its own way. Each is called with the page's state first.

    Arguments:
        settings: draws the settings beside the size; their arguments join the size.
        remarks: says, beside the settings, what came of them.
        stage: draws what moves.
        more: sections of this lesson alone, by name.
        samples, first: the texts on offer, and the key of the one to open with.
    """

    settings: More = _no_more
    remarks: Callable[[Trained, Settings], None] = lambda _trained, _settings: None
    stage: Callable[[PageState, Trained, Settings], None] = _replay
    more: Callable[[PageState, Trained, Settings], Drawers] = field(
        default=lambda _state, _trained, _settings: {}
    )
    samples: Sequence[SampleText] = SAMPLES
    first: str = ""


def show_merges(key: str, regions: Regions | None = None) -> None:
    """Draw the whole page of this lesson."""
    regions = regions or Regions()
    frame = open_page(key)
    state = PageState(key)
    with explained():
        source, settings, trained = trained_or_last(frame, state, regions)
        with frame.share:
            share_section(state, source)
        if trained is not None:
            with frame.settings:
                regions.remarks(trained, settings)
            regions.stage(state, trained, settings)
            with below():
                more = regions.more(state, trained, settings)
                sections(state, trained, source, more=more)
    look_next(frame.row)


def trained_or_last(
    frame: Frame, state: PageState, regions: Regions
) -> tuple[Source, Settings, Trained | None]:
    """What the reader's settings train; where those are at fault, the last that were not."""
    training = training_of(frame.row)
    try:
        source, settings = settings_panel(frame, state, training, regions)
        share_link(state, source, {**settings.link, **dropout_link(state)})
        trained = train(state, training, source, settings) if settings.ready else None
    except TokvizError as error:
        last = state.kept("last")
        trained = None if last is None else store().get(last[2])
        if last is None or trained is None:
            raise
        with frame.offer:
            tell(error)
        return last[0], last[1], trained
    if trained is not None:
        state.put("last", (source, settings, trained.sig))
    return source, settings, trained


def training_of(row: Lesson) -> Training:
    """How the row trains; ValueError for a row of which no such page can be made."""
    if row.training is None:
        raise ValueError(
            f"A page of merges trains as its row says, but the row of {row.key!r} has no training. "
            "Give it one in tokviz/lessons.py."
        )
    return row.training


def settings_panel(
    frame: Frame, state: PageState, training: Training, regions: Regions
) -> tuple[Source, Settings]:
    """Draw the choice of text and the settings, and return both."""
    source = choose_text(frame, state, first=regions.first, samples=regions.samples)
    with frame.settings:
        size, link = ending_inputs(state, training, source.text)
        more = regions.settings(state, source.text, size)
    arguments = {training.size: size, **more.arguments}
    if training.min_count is not None:
        arguments["min_count"] = int(link["min_count"])
    return source, Settings(arguments, {**link, **more.link}, more.ready)


def ending_inputs(state: PageState, training: Training, text: str) -> tuple[int, dict[str, str]]:
    """When training is to end: the size asked for, and both settings for the page's address."""
    size_place, count_place = st.columns(2, vertical_alignment="bottom")
    with size_place:
        if training.size == "num_merges":
            size = merges_input(state, text, training.default)
            link = {"merges": str(size)}
        else:
            size = vocab_size_input(state, training.default)
            link = {"vocab": str(size)}
    if training.min_count is not None:
        with count_place:
            link["min_count"] = str(min_count_input(state, training.min_count))
    return size, link


def train(
    state: PageState, training: Training, source: Source, settings: Settings
) -> Trained | None:
    """The model, or None where the reader stopped its training."""
    arguments = dict(settings.arguments)
    return train_on_page(
        state,
        source.text,
        arguments,
        lambda on_merge: training.train(source.text, on_merge=on_merge, **arguments),
        num_merges=arguments[training.size],
        at_most=training.size == "vocab_size",
    )
