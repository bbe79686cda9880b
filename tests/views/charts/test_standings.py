"""The lines of the leading pairs are the counts that training recorded, at every step."""

from fractions import Fraction

import numpy as np
import plotly.graph_objects as go
import pytest

import tokviz
from tests.chart_reader import numbers
from tests.recorded import recorded
from tokviz.samples import sample
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.standings import TOP, pair_lines, standings

RHYME = sample("rhyme").text


def trained(text: str, merges: int = 20) -> MergeTrace:
    return recorded(tokviz.ByteBPE.train(text, num_merges=merges).trace)


WORDPIECE = recorded(tokviz.WordPiece.train("hug pug pun bun hugs " * 3, vocab_size=30).trace)
EMOJI = sample("emoji").text
SENTENCEPIECE = recorded(tokviz.SentencePieceBPE.train(EMOJI, vocab_size=120).trace)


@pytest.mark.parametrize("trace", [trained(RHYME, 40), WORDPIECE, SENTENCEPIECE])
def test_the_counts_are_those_of_the_trace_at_every_step(trace: MergeTrace) -> None:
    lines = pair_lines(trace)
    assert lines
    for k in range(len(trace)):
        counts = trace.pair_counts(k)
        assert [line.counts[k] for line in lines] == [counts.get(line.pair, 0) for line in lines]


def test_the_leading_pairs_are_those_with_the_highest_counts() -> None:
    trace = trained(RHYME, 40)
    peaks: dict[tuple[int, int], int] = {}
    for k in range(len(trace)):
        for pair, count in trace.pair_counts(k).items():
            peaks[pair] = max(peaks.get(pair, 0), count)
    highest = sorted(peaks.values(), reverse=True)[:TOP]
    assert [peaks[line.pair] for line in pair_lines(trace)] == highest


def scores_at(trace: MergeTrace, k: int) -> dict[tuple[int, int], Fraction]:
    alone = trace.token_counts(k).tolist()
    counts = trace.pair_counts(k).items()
    return {pair: Fraction(count, alone[pair[0]] * alone[pair[1]]) for pair, count in counts}


@pytest.mark.parametrize("forced", [{}, {0: ("t", "##h")}, {1: ("h", "##e"), 3: ("##e", "##m")}])
def test_wordpieces_lines_are_of_the_pairs_that_stood_as_high_as_the_merged_one(
    forced: dict[int, tuple[str, str]],
) -> None:
    text = "qz the then them hen he"
    trace = recorded(tokviz.WordPiece.train(text, vocab_size=99, forced=forced).trace)
    stood: dict[tuple[int, int], Fraction] = {}
    for k, (left, right) in enumerate(trace.pairs.tolist()):
        scores = scores_at(trace, k)
        high = [pair for pair, score in scores.items() if score >= scores[left, right]]
        stood |= {pair: max(scores[pair], stood.get(pair, Fraction(0))) for pair in high}
    highest = sorted(stood.values(), reverse=True)[:TOP]
    assert [stood[line.pair] for line in pair_lines(trace)] == highest


def test_a_pair_that_never_won_has_a_line_where_another_was_forced() -> None:
    text, forced = "qz the then them hen he", {0: ("t", "##h")}
    whole = tokviz.WordPiece.train(text, vocab_size=99)
    one_merge = len(whole.vocab) - len(recorded(whole.trace)) + 1
    model = tokviz.WordPiece.train(text, vocab_size=one_merge, forced=forced)
    lines = pair_lines(recorded(model.trace))
    names = [tuple(model.vocab[token_id] for token_id in line.pair) for line in lines]
    assert names[:2] == [("q", "##z"), ("t", "##h")]


def test_wordpieces_lines_are_scores_exact_to_the_float() -> None:
    for line in pair_lines(WORDPIECE):
        for k in range(len(WORDPIECE)):
            alone = WORDPIECE.token_counts(k)
            left, right = line.pair
            product = int(alone[left]) * int(alone[right])
            score = Fraction(int(line.counts[k]), product) if line.counts[k] else Fraction(0)
            assert line.standing[k] == pytest.approx(float(score))


def test_a_small_score_is_written_in_digits() -> None:
    """Plotly's own way is 50µ for 0.00005."""
    assert standings(WORDPIECE)["layout"]["yaxis"]["exponentformat"] == "none"


def test_a_drawn_line_steps_where_the_count_changed() -> None:
    trace = trained(RHYME, 40)
    figure = go.Figure(standings(trace))
    for line, drawn in zip(pair_lines(trace), figure.data[1:], strict=False):
        x, y = np.array(numbers(drawn.x)), np.array(numbers(drawn.y))
        for step in range(int(x[0]), int(x[-1]) + 1):
            assert y[np.searchsorted(x, step, side="right") - 1] == line.counts[step - 1]


def test_a_win_is_marked_at_its_merge() -> None:
    trace = trained(RHYME, 40)
    won = standings(trace)["data"][-1]
    assert won["name"] == "won"
    for step, height in zip(won["x"], won["y"], strict=True):
        assert height == trace.counts[step - 1]


def test_tied_pairs_are_marked_over_the_steps_of_the_record() -> None:
    trace = trained("xyxyabab")
    tied = next(part for part in standings(trace)["data"] if part["name"] == "tied")
    assert 1 in tied["x"]
    assert len(trace.choice(0).tied) == tied["x"].count(1)


def test_forbidden_pairs_are_drawn_in_their_own_form() -> None:
    barred = next(
        part for part in standings(SENTENCEPIECE)["data"] if part["name"] == "not allowed"
    )
    assert barred["marker"]["symbol"] == "x"
    steps = {step for step in barred["x"] if step is not None}
    assert all(SENTENCEPIECE.choice(step - 1).barred for step in steps)


def test_a_step_says_which_merge_it_is_and_who_won() -> None:
    trace = trained("aaabdaaabac")
    moves = standings(trace)["layout"]["meta"]["tokviz"]
    assert moves["values"][:2] == ["none yet", "a + a, 4 times"]


def test_the_readers_markup_is_text() -> None:
    assert "<b>" not in str(standings(trained("<b>" * 5, 2))["data"])


def test_right_to_left_tokens_keep_the_rest_in_its_order() -> None:
    name = standings(recorded(tokviz.CharBPE.train("صصصص", num_merges=1).trace))["data"][1]["name"]
    assert name.startswith("\u2068")


def test_an_empty_text_draws_an_empty_chart() -> None:
    assert go.Figure(standings(trained(""))).to_json()
