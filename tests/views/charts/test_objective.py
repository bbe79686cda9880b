"""The Unigram charts draw what was recorded, and say why the objective rises."""

import plotly.graph_objects as go

from tests.recorded import recorded
from tokviz import Unigram
from tokviz.samples import sample
from tokviz.text.labels import plural
from tokviz.views.charts.objective import (
    NOT_MEASURED,
    RARE_ONES,
    WHY_IT_RISES,
    objective_chart,
    vocabulary_chart,
)

TRACE = recorded(Unigram.train(sample("harbour").text, vocab_size=140).trace)
OBJECTIVE = go.Figure(objective_chart(TRACE))


def test_the_objective_of_each_em_step_is_drawn_at_that_step() -> None:
    line = OBJECTIVE.data[0]
    measured = [(k + 1, objective) for k, objective in TRACE.objectives]
    assert list(zip(line.x, line.y, strict=True)) == measured


def test_each_step_says_its_own_measure_or_what_it_dropped() -> None:
    values = OBJECTIVE.layout.meta["tokviz"]["values"]
    assert len(values) == len(TRACE) + 1
    for k, step in enumerate(TRACE.steps, start=1):
        said = f"{step.objective:.3f}" if step.kind == "em" else plural(len(step.dropped), "piece")
        assert values[k].startswith(said)


def test_a_rise_is_put_down_to_the_pruning_before_it() -> None:
    prunings = OBJECTIVE.data[1]
    assert prunings.x
    for k, height in zip(prunings.x, prunings.y, strict=True):
        assert TRACE.steps[k - 1].kind == "prune"
        before = max((at, y) for at, y in TRACE.objectives if at + 1 < k)[1]
        assert height > before
    told = OBJECTIVE.layout.title.subtitle.text.replace("<br>", " ")
    assert WHY_IT_RISES in told
    assert NOT_MEASURED in told
    assert len(OBJECTIVE.layout.annotations) == 1  # nothing lies over the line


def test_a_rise_without_a_pruning_is_told() -> None:
    """Of a short text most pieces are used once: counting them makes it less probable."""
    trace = recorded(Unigram.train("The quick brown fox", vocab_size=19).trace)
    (_, first), (_, second) = trace.objectives[:2]
    assert [step.kind for step in trace.steps[:2]] == ["em", "em"]
    assert second > first
    told = go.Figure(objective_chart(trace)).layout.title.subtitle.text.replace("<br>", " ")
    assert RARE_ONES in told
    assert RARE_ONES not in OBJECTIVE.layout.title.subtitle.text.replace("<br>", " ")


def test_the_size_after_each_step_is_drawn_and_said() -> None:
    figure = go.Figure(vocabulary_chart(TRACE))
    assert tuple(figure.data[-1].y) == TRACE.pieces_per_step
    assert tuple(figure.layout.meta["tokviz"]["values"]) == TRACE.pieces_per_step
