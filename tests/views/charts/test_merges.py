"""The charts say what the trace holds, and nothing the reader pasted becomes markup."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.samples import sample
from tokviz.traces.choice import FIRST_SEEN, NO_SPANS
from tokviz.traces.merges import NEVER, MergeTrace
from tokviz.views.charts.merges import pair_statistics, token_lengths, tokens_over_steps


def trained(text: str, merges: int = 20) -> MergeTrace:
    trace = ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


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


def bars(figure: go.Figure, name: str) -> Any:
    return next(trace for trace in figure.data if trace.name == name)


# ---- pair statistics ------------------------------------------------------------------------


def test_the_chosen_bar_has_its_exact_count() -> None:
    bar = bars(pair_statistics(trained("aaabdaaabac"), 0), "chosen ✓")
    assert (list(bar.x), list(bar.y), list(bar.text)) == ([4.0], [0], ["4 ✓"])


def test_ties_are_marked_by_pattern_and_sign() -> None:
    bar = bars(pair_statistics(trained("xyxyabab"), 0), "tied with it =")
    assert bar.marker.pattern.shape == "/"
    assert list(bar.text) == ["2 ="]


def test_at_most_top_bars_are_drawn() -> None:
    figure = pair_statistics(trained(sample("prose").text), 0, top=12)
    assert sum(len(trace.x) for trace in figure.data) == 12


def test_equal_looking_pairs_keep_their_own_bars() -> None:
    figure = pair_statistics(trained("ab ab·ab"), 0)
    assert list(figure.layout.yaxis.tickvals) == list(range(len(figure.layout.yaxis.ticktext)))


def test_markup_in_the_text_is_escaped_in_labels_and_hovers() -> None:
    figure = pair_statistics(trained("<b>" * 5, 2), 2)
    assert any("&lt;b&gt;" in label for label in figure.layout.yaxis.ticktext)
    assert "<b>" not in figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")


def test_bytes_that_are_no_character_are_shown_as_bytes() -> None:
    figure = pair_statistics(trained("👏👏👏"), 0)
    assert any("‹F0›" in label for label in figure.layout.yaxis.ticktext)
    assert "\ufffd" not in str(figure.layout.yaxis.ticktext)


def test_right_to_left_labels_are_isolated() -> None:
    figure = pair_statistics(trained("صصصص", 1), 1)
    assert any("\u2068ص\u2069" in label for label in figure.layout.yaxis.ticktext)


def test_after_the_last_step_the_title_says_what_is_left() -> None:
    trace = trained("aaabdaaabac", 1)
    assert pair_statistics(trace, 1).layout.title.text == "Pairs left after step 1"


def test_a_text_without_pairs_says_so() -> None:
    figure = pair_statistics(trained("a"), 0)
    assert figure.layout.title.subtitle.text == "No two tokens are neighbours any more"


# ---- tokens over steps ----------------------------------------------------------------------


def test_every_step_of_a_short_training_is_on_the_line() -> None:
    trace = trained("aaabdaaabac", 3)
    line = tokens_over_steps(trace, 0).data[0]
    assert list(line.y) == [trace.num_tokens(k) for k in range(4)]


def test_the_marked_step_is_exact() -> None:
    trace = trained(sample("rhyme").text)
    mark = tokens_over_steps(trace, 13).data[1]
    assert (list(mark.x), list(mark.y)) == ([13], [trace.num_tokens(13)])


def test_a_long_line_is_thinned_but_keeps_the_marked_step_and_the_ends() -> None:
    line = tokens_over_steps(long_trace(8000), 1234).data[0]
    assert len(line.x) <= 801
    assert {0, 1234, 8000} <= set(line.x)
    assert line.y[list(line.x).index(1234)] == 8001 - 1234


def test_the_reference_is_a_level_line_across_all_steps() -> None:
    trace = trained("aaabdaaabac", 3)
    line = tokens_over_steps(trace, 0, (("GPT-2", 6),)).data[2]
    assert (list(line.x), list(line.y), line.name) == ([0, 3], [6, 6], "GPT-2: 6")


def test_the_chart_says_when_the_reference_was_reached() -> None:
    trace = trained("aaabdaaabac", 3)
    reached = next(k for k in range(4) if trace.num_tokens(k) <= 8)
    subtitle = tokens_over_steps(trace, 0, (("GPT-2", 8),)).layout.title.subtitle.text
    assert subtitle == f"GPT-2: 8 tokens, reached after {reached} merges"


def test_a_reference_that_was_never_reached_is_said_so() -> None:
    subtitle = tokens_over_steps(trained("abab"), 0, (("X", 0),)).layout.title.subtitle.text
    assert subtitle == "X: 0 tokens, not reached"


def test_the_name_of_a_reference_is_escaped() -> None:
    assert tokens_over_steps(trained("abab"), 0, (("<i>", 1),)).data[2].name == "&lt;i&gt;: 1"


# ---- token lengths --------------------------------------------------------------------------


def test_before_any_merge_every_token_is_one_byte() -> None:
    bar = token_lengths(trained("aaabdaaabac"), 0).data[0]
    assert list(bar.customdata) == ["1 byte: 11 of 11 tokens in the text"]


def test_shares_of_the_text_add_up_to_one() -> None:
    bar = token_lengths(trained(sample("rhyme").text), 20).data[0]
    assert sum(bar.y) == pytest.approx(1.0)


def test_the_vocabulary_grows_by_one_token_a_merge() -> None:
    bar = token_lengths(trained("aaabdaaabac", 2), 2).data[1]
    assert all("of 6 tokens" in fact for fact in bar.customdata)  # a b c d and two merges


def test_the_mean_length_is_bytes_over_tokens() -> None:
    trace = trained("aaabdaaabac", 1)
    subtitle = token_lengths(trace, 1).layout.title.subtitle.text
    assert f"{11 / trace.num_tokens(1):.2f} bytes" in subtitle


def test_very_long_tokens_share_the_last_bar() -> None:
    trace = trained("a" * 256, 7)
    bar = token_lengths(trace, 7).data[0]
    assert list(bar.customdata) == ["24 or more bytes: 2 of 2 tokens in the text"]


def test_an_empty_text_draws_empty_charts() -> None:
    trace = trained("")
    for figure in (pair_statistics(trace, 0), tokens_over_steps(trace, 0), token_lengths(trace, 0)):
        assert figure.to_json()


def test_no_chart_paints_its_own_background() -> None:
    trace = trained("aaabdaaabac")
    for figure in (pair_statistics(trace, 0), tokens_over_steps(trace, 0), token_lengths(trace, 0)):
        assert figure.layout.paper_bgcolor is None
        assert figure.layout.plot_bgcolor is None


def test_the_lengths_of_tokens_leave_out_markers_and_what_is_no_text() -> None:
    model = SentencePieceBPE.train("the hen " * 20 + "¢", vocab_size=12, character_coverage=0.98)
    assert model.trace is not None
    assert model.unk_id in model.trace.token_ids(0)  # the rare sign
    bars = token_lengths(model.trace, 0).data
    assert [list(bar.x) for bar in bars] == [[0, 1], [0, 1]]  # ▁ has no letter, <unk> no bar
