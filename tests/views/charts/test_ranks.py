"""Rank against frequency: the tokens of the text, counted by the trace."""

from collections import Counter

import plotly.graph_objects as go

import tokviz
from tests.recorded import recorded
from tokviz.samples import sample
from tokviz.views.charts.ranks import rank_and_frequency

TRACE = recorded(tokviz.RegexBPE.train(sample("rhyme").text, num_merges=40).trace)


def test_each_rank_has_the_frequency_of_the_text_at_that_step() -> None:
    moves = rank_and_frequency(TRACE)["layout"]["meta"]["tokviz"]
    for step, (points,) in zip(moves["at"], moves["frames"], strict=True):
        exact = sorted(Counter(TRACE.token_ids(step)).values(), reverse=True)
        assert points["y"] == [exact[rank - 1] for rank in points["x"]]
        assert points["x"][0] == 1
        assert points["x"][-1] == len(exact)


def test_both_ends_of_training_are_among_the_states() -> None:
    at = rank_and_frequency(TRACE)["layout"]["meta"]["tokviz"]["at"]
    assert (at[0], at[-1]) == (0, len(TRACE))


def test_an_empty_text_draws_an_empty_chart() -> None:
    trace = recorded(tokviz.ByteBPE.train("", num_merges=1).trace)
    assert go.Figure(rank_and_frequency(trace)).to_json()
