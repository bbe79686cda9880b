"""What vocabularies share, and what their size buys: charts of the compared tokenizers."""

from collections.abc import Sequence

import streamlit as st

from tokviz.algorithms.alike.prefixes import smaller_models
from tokviz.traces.results import Result, result_of
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.contestants import Contestant, measured
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import signature
from tokviz.views.charts.compression import compression_curves
from tokviz.views.charts.shared_tokens import shared_tokens, spelled_tokens


def shared_vocabulary(state: PageState, ready: Sequence[Contestant]) -> None:
    """The heat map of all pairs."""
    sig = signature("shared", "", {one.name: one.sig for one in ready})
    spelled = {one.name: _spelled(one.sig, one) for one in ready}
    chart_of(sig, lambda: shared_tokens(spelled), key=state.key("shared"))
    st.caption(
        "Tokens are the same where they stand for the same bytes of text: “·the” with its space "
        "is not “the”, and marks such as `##` do not count."
    )


@st.cache_resource(max_entries=100, show_spinner=False)
def _spelled(sig: str, _contestant: Contestant) -> frozenset[bytes]:  # noqa: ARG001 - the cache's key
    return spelled_tokens(_contestant.tokenizer())


def compression(state: PageState, ready: Sequence[Contestant], text: str) -> None:
    """A curve for each that learned in steps, and a point for each that did not."""
    curves: dict[str, Sequence[Result]] = {}
    place = st.empty()
    bar = place.progress(0.0, text="Encoding the text with smaller vocabularies …")
    for done, one in enumerate(ready):
        bar.progress(done / len(ready), text=f"Encoding with {literal(one.name)} …")
        curves[one.name] = _curve(one.sig, text, one)
    place.empty()
    sig = signature("curves", text, {one.name: one.sig for one in ready})
    chart_of(sig, lambda: compression_curves(curves), key=state.key("curves"))
    st.caption(
        "Each line is one training: its first merges are a smaller model. Unigram's are what its "
        "prunings left, from all candidates down. A single point is a tokenizer that "
        "has no steps, or that learned elsewhere, as GPT-2 did."
    )


@st.cache_resource(max_entries=100, show_spinner=False)
def _curve(sig: str, text: str, _contestant: Contestant) -> list[Result]:  # noqa: ARG001 - the cache's key
    """Its records of the text, by growing vocabulary."""
    models = smaller_models(_contestant.tokenizer()) if _contestant.learned else []
    if not models:
        return [measured(_contestant, text)[0]]
    return [result_of(_contestant.name, model(), text) for model in models]
