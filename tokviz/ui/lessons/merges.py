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
from tokviz.ui.components.replay import replay
from tokviz.ui.components.sections import Drawers, sections
from tokviz.ui.components.settings import merges_input, vocab_size_input
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import Trained, train_on_page


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
        stage: draws what moves.
        more: sections of this lesson alone, by name.
        samples, first: the texts on offer, and the key of the one to open with.
    """

    settings: More = _no_more
    stage: Callable[[PageState, Trained, Settings], None] = _replay
    more: Callable[[PageState, Trained, Settings], Drawers] = field(
        default=lambda _state, _trained, _settings: {}
    )
    samples: Sequence[SampleText] = SAMPLES
    first: str = ""


def show_merges(key: str, regions: Regions | None = None) -> None:
    """Draw the whole page of this lesson."""
    regions = regions or Regions()
    row = open_page(key)
    story(row)
    state = PageState(key)
    with explained():
        source, settings = settings_panel(state, training_of(row), regions)
        share_link(state, source, dict(settings.link))
        trained = train(state, training_of(row), source, settings) if settings.ready else None
        if trained is not None:
            regions.stage(state, trained, settings)
            sections(state, trained, source, more=regions.more(state, trained, settings))
    look_next(row)


def training_of(row: Lesson) -> Training:
    """How the row trains; ValueError for a row of which no such page can be made."""
    if row.training is None:
        raise ValueError(
            f"A page of merges trains as its row says, but the row of {row.key!r} has no training. "
            "Give it one in tokviz/lessons.py."
        )
    return row.training


def settings_panel(
    state: PageState, training: Training, regions: Regions
) -> tuple[Source, Settings]:
    """Draw the choice of text and the settings, and return both."""
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state, first=regions.first, samples=regions.samples)
    with right:
        ask = merges_input if training.size == "num_merges" else vocab_size_input
        size = ask(state, training.default)
    more = regions.settings(state, source.text, size)
    link_name = "merges" if training.size == "num_merges" else "vocab"
    arguments = {training.size: size, **more.arguments}
    return source, Settings(arguments, {link_name: str(size), **more.link}, more.ready)


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
