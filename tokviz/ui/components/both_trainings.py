"""What two trainings of one text made, with the end-of-word symbol and without; their charts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.replay import gpt2_reference
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.trained import Trained
from tokviz.views.charts.frame import Spec, escape
from tokviz.views.charts.standings import standings
from tokviz.views.charts.tokens import tokens_over_steps
from tokviz.views.tables.word_ends import (
    MOST_WORDS,
    WITH,
    WITHOUT,
    ends_parting_html,
    merge_rows,
    word_rows,
)


@dataclass(frozen=True)
class Trainings:
    """The same text learned twice: with the end-of-word symbol, and without."""

    marked: Trained
    bare: Trained

    @property
    def steps(self) -> int:
        """The steps of the longer training."""
        return max(len(self.marked.trace), len(self.bare.trace))


def both_charts(state: PageState, both: Trainings) -> None:
    """What the trainings made, and the charts of both."""
    st.html(ends_parting_html(both.marked.trace, both.bare.trace))
    st.markdown(
        "`</w>` says: here a word ends. So `est</w>` in “newest” and `est` in “estate” are two "
        "tokens, and decoding knows where spaces were. Without it they are one token, and all "
        "words run together. Both replays keep the same step."
    )
    _tables(both)
    _charts(state, both)


def _tables(both: Trainings) -> None:
    marked, bare = both.marked.trace, both.bare.trace
    words, merges = st.columns(2, gap="medium")
    with words:
        rows = word_rows(marked, bare, both.steps)
        st.markdown("##### The words at the end of training")
        draw_table(rows, height=_height(len(rows)))
        if len(bare.weights) > MOST_WORDS:
            st.caption(f"The first {MOST_WORDS:,} of {len(bare.weights):,} different words.")
    with merges:
        merged = merge_rows(marked, bare)
        st.markdown("##### The merges, one a step")
        draw_table(
            merged,
            height=_height(len(merged)),
            column_config={f"times {name}": "times" for name in (WITH, WITHOUT)},
            placeholder="",
        )


def _charts(state: PageState, both: Trainings) -> None:
    """The pairs of both trainings beside each other, and below them the tokens of both."""
    pairs, tokens = st.columns(2, gap="medium"), st.columns(2, gap="medium")
    for place, trained in enumerate((both.marked, both.bare)):
        name = (WITH, WITHOUT)[place]
        follows = state.key("other" if place and state.kept("both") else "player")
        with pairs[place]:
            draw = partial(_named, name, standings, trained.trace)
            chart_of(trained.sig, draw, key=state.key(f"pairs {name}"), follows=follows)
        with tokens[place]:
            reference = gpt2_reference(trained.text)
            draw = partial(_named, name, tokens_over_steps, trained.trace, reference=reference)
            chart_of(trained.sig, draw, key=state.key(f"tokens {name}"), follows=follows)


def _named(name: str, draw: Callable[..., Spec], *arguments: Any, **settings: Any) -> Spec:
    """A chart that says of which training it is."""
    spec = draw(*arguments, **settings)
    spec["layout"]["title"]["text"] += f", {escape(name)}"
    return spec


def _height(rows: int) -> int:
    return 38 + 35 * min(max(rows, 1), 12)
