"""Count against score: every pair once, and both choices marked."""

import pytest

from tests.slow_choices import pair_scores
from tokviz import WordPiece
from tokviz.algorithms.wordpiece import smallest_vocab
from tokviz.samples.subwords import COURSE
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.pair_scatter import pair_scatter


def trace_of(text: str, merges: int = 25) -> MergeTrace:
    trace = WordPiece.train(text, vocab_size=smallest_vocab(text) + merges).trace
    assert trace is not None
    return trace


COURSE_TRACE = trace_of(COURSE.text)


@pytest.mark.parametrize("merge", [1, 8, len(COURSE_TRACE)])
def test_every_pair_that_a_merge_chose_from_is_in_some_point(merge: int) -> None:
    moves = pair_scatter(COURSE_TRACE)["layout"]["meta"]["tokviz"]
    points, bpe, wordpiece = moves["frames"][moves["at"].index(merge)]
    places = {
        (count, round(count / float(score), 6))
        for count, score in zip(points["x"], points["y"], strict=True)
    }
    counts = COURSE_TRACE.pair_counts(merge - 1)
    wanted = {
        (counts[pair], round(float(counts[pair] / score), 6))
        for pair, score in pair_scores(COURSE_TRACE, merge - 1).items()
    }
    assert places == wanted
    assert wordpiece["y"] == [float(COURSE_TRACE.scores[merge - 1])]
    assert bpe["x"] == [max(counts.values())]


def test_both_choices_are_named_in_the_legend() -> None:
    names = [line["name"] for line in pair_scatter(COURSE_TRACE)["data"]]
    assert names[1].startswith("BPE takes")
    assert names[2].startswith("WordPiece takes")


def test_a_text_without_a_pair_has_no_point() -> None:
    assert pair_scatter(trace_of("a b c"))["data"] == []


def test_an_axis_of_one_value_names_it() -> None:
    score = pair_scatter(trace_of("ab cb cb", 1))["layout"]["yaxis"]
    assert score["tickvals"] == [1 / 3]
    low, high = score["range"]
    assert 10**low < 1 / 3 < 10**high


def test_small_counts_stand_over_their_own_numbers() -> None:
    """Not only over 1, 2 and 5, as a logarithmic axis has them."""
    shown = pair_scatter(trace_of("low lower lowest " * 2 + "new newer", 10))
    axis = shown["layout"]["xaxis"]
    counts = {count for part in shown["data"] for count in part["x"]}
    assert {3, 4} & counts
    assert {count for count in counts if count < 6} <= {*axis["tickvals"]}
    low, high = axis["range"]
    assert all(10**low <= value <= 10**high for value in axis["tickvals"])


def test_how_often_both_rules_agree_is_said_also_where_they_never_do() -> None:
    def said(trace: MergeTrace) -> str:
        return str(pair_scatter(trace)["layout"]["title"]["subtitle"]["text"]).replace("<br>", " ")

    assert said(COURSE_TRACE) == "In none of the 25 merges do both rules take the same pair"
    assert said(trace_of("ab cb cb", 1)) == "In 0 of 1 both rules take the same pair"
