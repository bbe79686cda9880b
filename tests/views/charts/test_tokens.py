"""The line of tokens says what the trace holds, and where another tokenizer is reached."""

import numpy as np
import plotly.graph_objects as go

from tests.chart_reader import numbers
from tests.recorded import trained
from tokviz.samples import sample
from tokviz.traces.choice import FIRST_SEEN, NO_SPANS
from tokviz.traces.merges import NEVER, MergeTrace
from tokviz.views.charts.tokens import tokens_over_steps


def long_trace(steps: int) -> MergeTrace:
    """A text "xyxyxy..." one merge of which vanishes at each step: long, but quick to make."""
    ranks = np.arange(-1, 2 * steps, dtype=np.int32)[: steps + 1]
    ranks[0] = NEVER
    empty = np.zeros((0, 2), np.int32)
    return MergeTrace(
        vocab=dict.fromkeys(range(steps + 1), b"x"),
        symbols=np.zeros(steps + 1, np.int32),
        starts=np.array([0, steps + 1]),
        weights=np.array([1]),
        occurrences=np.array([0], np.int32),
        gaps=(),
        boundary_rank=ranks,
        pairs=np.zeros((steps, 2), np.int32),
        merged_ids=np.arange(1, steps + 1, dtype=np.int32),
        counts=np.ones(steps, np.int64),
        scores=(1,) * steps,
        change_pairs=empty,
        change_counts=np.zeros(0, np.int64),
        change_starts=np.zeros(steps + 2, np.int64),
        rule=FIRST_SEEN,
        tied=NO_SPANS,
        barred=NO_SPANS,
        num_barred=np.zeros(steps, np.int64),
        stop_reason="enough",
    )


def chart(trace: MergeTrace, *reference: tuple[str, int]) -> go.Figure:
    return go.Figure(tokens_over_steps(trace, reference))


def test_every_step_of_a_short_training_is_on_the_line() -> None:
    trace = trained("aaabdaaabac", 3)
    line = chart(trace).data[0]
    assert numbers(line.y) == [trace.num_tokens(k) for k in range(4)]


def test_what_is_said_at_a_step_is_exact() -> None:
    trace = trained(sample("rhyme").text)
    values = chart(trace).layout.meta["tokviz"]["values"]
    assert values == [trace.num_tokens(k) for k in range(len(trace) + 1)]


def test_a_long_line_is_thinned_but_keeps_the_ends_and_says_every_step() -> None:
    figure = chart(long_trace(8000))
    line = figure.data[0]
    assert len(numbers(line.x)) <= 801
    assert {0, 8000} <= set(numbers(line.x))
    assert figure.layout.meta["tokviz"]["values"][1234] == 8001 - 1234


def test_the_reference_is_a_level_line_across_all_steps() -> None:
    line = chart(trained("aaabdaaabac", 3), ("GPT-2", 6)).data[1]
    assert (list(line.x), list(line.y), line.name) == ([0, 3], [6, 6], "GPT-2: 6")


def test_the_chart_says_when_the_reference_was_reached() -> None:
    trace = trained("aaabdaaabac", 3)
    reached = next(k for k in range(4) if trace.num_tokens(k) <= 8)
    subtitle = chart(trace, ("GPT-2", 8)).layout.title.subtitle.text
    assert subtitle == f"GPT-2: 8 tokens, reached after {reached} merges"


def test_a_reference_that_was_never_reached_is_said_so() -> None:
    subtitle = chart(trained("abab"), ("X", 0)).layout.title.subtitle.text
    assert subtitle == "X: 0 tokens, not reached"


def test_the_name_of_a_reference_is_escaped() -> None:
    assert chart(trained("abab"), ("<i>", 1)).data[1].name == "&lt;i&gt;: 1"
