"""The same two sentences in many languages, through the compared tokenizers."""

from collections.abc import Sequence

import streamlit as st

from tokviz.checks.errors import TokvizError
from tokviz.lessons import lesson
from tokviz.samples.parallel import PARALLEL
from tokviz.traces.prices import Price, price
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.contestants import Contestant
from tokviz.ui.components.decimals import with_decimals
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.store import signature
from tokviz.views.charts.prices import price_chart
from tokviz.views.tables.prices import price_table

WHY = ("Hindi", "म", "मेरी माँ")
"""A language that is dear, a letter of it, and a few words, from its sentences."""


def language_prices(state: PageState, ready: Sequence[Contestant]) -> None:
    """The chart, the table and the sentences."""
    prices: list[Price] = []
    for one in (one for one in ready if not one.grows):
        try:
            prices.append(_price(one.sig, one))
        except TokvizError as fault:
            st.warning(literal(f"{one.name} is left out: {fault}"))
    shown = {one.name for one in prices}
    base = PARALLEL[0].language
    units = {"tokens": "Tokens", "times": f"Times {base}"}
    unit = choice_input(state, "unit", "Show the price in", units)
    sigs = {one.name: one.sig for one in ready if one.name in shown}
    sig, relative = signature("prices", unit, sigs), unit == "times"
    chart_of(sig, lambda: price_chart(prices, relative=relative), key=state.key("prices"))
    if relative:
        st.caption(
            f"Each tokenizer is measured by its own {base}: a small number may only say that "
            f"{base} is expensive there, too."
        )
    st.caption(
        "Models read by the token, and services charge by it. A tokenizer with unknown tokens "
        "loses part of the text, so it has no price there. A tokenizer that adds each new word "
        "to its list as it reads has no price either. Ours know only what they learned from."
    )
    if prices:
        _why(prices[-1])
    scripts = {row.language: row.script for row in PARALLEL}
    with_decimals(price_table(prices, scripts), placeholder="unknown")
    with st.expander("The sentences"):
        sentences = [
            {"language": row.language, "script": row.script, "text": row.text} for row in PARALLEL
        ]
        draw_table(sentences)


def _why(price: Price) -> None:
    """Why a language costs more, and the way to its bytes."""
    base, (asked, letter, words) = PARALLEL[0].language, WHY
    points, num_bytes = price.code_points(asked), price.num_bytes(asked)
    st.markdown(
        f"**Why does {asked} cost more?** Its {points:,} code points take {num_bytes:,} bytes in "
        f"UTF-8, three for each letter such as {letter}; {base}'s {price.code_points(base):,} take "
        f"{price.num_bytes(base):,}. And a vocabulary that learned from {base} has few merges that "
        "join them again."
    )
    row = lesson("text_to_bytes")
    text = {"text": pack_text(words) or ""}
    label = f"See {asked} as bytes: **{row.title}**"
    st.page_link(row.page, label=label, icon=row.icon, query_params=text)


@st.cache_resource(max_entries=100, show_spinner=False)
def _price(sig: str, _contestant: Contestant) -> Price:  # noqa: ARG001 - the cache's key
    texts = {row.language: row.text for row in PARALLEL}
    asked = {"name": _contestant.name, "tokenizer": _contestant.tokenizer(), "texts": texts}
    found: Price = _contestant.run(price, **asked)
    return found
