"""A chart on the page: drawn once, saved as a picture, and moved by the replay it follows.

The chart itself is Streamlit's. Below it stands a small component that saves it and, in the
browser, marks the step of the replay: neither costs the server anything.
"""

import re
from collections.abc import Callable
from functools import cache

import plotly.graph_objects as go
import streamlit as st
from plotly.basedatatypes import BaseFigure

from tokviz.ui.shell.mounting import mount, said
from tokviz.ui.shell.save import file_stem
from tokviz.views.charts.frame import Spec
from tokviz.views.components import CHART
from tokviz.views.payload import number_of

CONFIG = {"displayModeBar": False, "showTips": False}
"""Plotly's tips lie over the chart that the reader looks at."""


def chart_of(
    sig: str,
    draw: Callable[[], Spec],
    *,
    key: str,
    follows: str = "",
    on_pick: Callable[[str], None] | None = None,
) -> None:
    """A chart of what ``sig`` names; drawn once, then shown again as it was.

    Arguments:
        draw: makes the chart; called only where none of this ``sig`` and key is kept.
        key: names the chart on its page.
        follows: the key of the replay whose step is marked.
        on_pick: called with the id of a part that the reader presses, before the page runs again.
    """
    _kept(sig, key, draw)
    _tools(key, follows, on_pick)


def chart(spec: Spec, *, key: str) -> None:
    """A chart that is drawn anew in each run, and follows no replay."""
    _draw(spec, key)
    _tools(key, "")


@st.cache_data(max_entries=400, show_spinner=False)
def _kept(sig: str, key: str, _draw_it: Callable[[], Spec]) -> None:  # noqa: ARG001 - the cache's key
    """Streamlit's cache keeps the finished message, so a rerun neither makes nor packs a figure."""
    _draw(_draw_it(), key)


class _Ready(BaseFigure):  # type: ignore[misc]  # plotly has no types
    """A finished specification, which Streamlit takes as it is.

    Of a plain one Streamlit makes a ``go.Figure``, which looks at every property and copies every
    list twice, at half the price of an edit. Ours are held to Plotly's rules by the tests.
    """

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def to_dict(self) -> Spec:
        return self._spec


@cache
def _template() -> Spec:
    """Streamlit's, in which the browser writes the colours of its theme."""
    template: Spec = go.Figure().layout.template.to_plotly_json()
    return template


def _draw(spec: Spec, key: str) -> None:
    moves = spec["layout"].get("meta", {}).get("tokviz", {})
    meta = {"tokviz": {**moves, "chart": number_of(key)}}
    layout = {"template": _template(), **spec["layout"], "meta": meta}
    ready = _Ready({**spec, "layout": layout})
    st.plotly_chart(ready, key=key, config=CONFIG)


def _tools(key: str, follows: str, on_pick: Callable[[str], None] | None = None) -> None:
    tools = f"{key}:tools"
    names = {
        "chart": number_of(key),
        "replay": number_of(follows) if follows else -1,
        "file": file_stem(key, re.sub(r"[:_ ]", "-", key.partition(":")[2])),
        "picks": on_pick is not None,
    }
    if on_pick is None:
        mount(CHART, data=names, key=tools)
        return

    def picked() -> None:
        part = said(tools, "picked")
        if isinstance(part, str):
            on_pick(part)

    mount(CHART, data=names, key=tools, on_picked_change=picked)
