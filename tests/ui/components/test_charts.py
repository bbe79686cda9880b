"""A chart goes to the browser as Plotly itself would write it, for a fraction of the work."""

import json
from typing import Any

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

PAGE = """
from tokviz import RegexBPE
from tokviz.ui.components.charts import chart
from tokviz.views.charts.lengths import token_lengths
from tokviz.views.charts.ranks import rank_and_frequency
from tokviz.views.charts.standings import standings
from tokviz.views.charts.tokens import tokens_over_steps

trace = RegexBPE.train("one ton of tone, none atone", num_merges=6).trace
for draw in (standings, tokens_over_steps, rank_and_frequency, token_lengths):
    chart(draw(trace), key=draw.__name__)
"""


@pytest.fixture(scope="module")
def charts() -> list[dict[str, Any]]:
    at = AppTest.from_string(PAGE, default_timeout=30).run()
    assert not at.exception
    return [json.loads(element.proto.spec) for element in at.get("plotly_chart")]


def test_plotly_finds_no_fault_with_a_chart(charts: list[dict[str, Any]]) -> None:
    assert len(charts) == 4
    for spec in charts:
        assert json.loads(go.Figure(spec).to_json())["data"] == spec["data"]


def test_a_chart_has_the_template_in_which_the_theme_is_written(
    charts: list[dict[str, Any]],
) -> None:
    template = go.Figure().layout.template.to_plotly_json()
    assert "colorway" in template["layout"]
    assert all(spec["layout"]["template"] == template for spec in charts)
