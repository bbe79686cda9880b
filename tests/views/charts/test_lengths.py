"""Bars of token lengths: each at its own length, of the text's tokens at that step."""

from typing import Any

import plotly.graph_objects as go
import pytest

from tests.recorded import recorded, trained
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.samples import sample
from tokviz.text.markers import num_letters
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.lengths import token_lengths


def bars(trace: MergeTrace, step: int) -> dict[str, Any]:
    """The moving bars at a step of which there is a frame."""
    moves = token_lengths(trace)["layout"]["meta"]["tokviz"]
    frame: dict[str, Any] = moves["frames"][moves["at"].index(step)][0]
    return frame


def test_before_any_merge_every_token_is_one_byte() -> None:
    frame = bars(trained("aaabdaaabac"), 0)
    assert frame["customdata"][0] == "11 of 11 tokens: 1 byte"
    assert frame["y"][0] == 1.0


def test_one_token_is_one_token() -> None:
    assert bars(trained("a"), 0)["customdata"][0] == "1 of 1 token: 1 byte"


def test_a_bar_stands_at_its_length_and_has_its_share() -> None:
    trace = trained(sample("rhyme").text)
    ids = trace.token_ids(20)
    frame = bars(trace, 20)
    for length, share in zip(frame["x"], frame["y"], strict=True):
        exact = sum(len(trace.vocab[i]) == length for i in ids) / len(ids)
        assert share == pytest.approx(exact, abs=1e-5)


def test_all_states_have_the_same_places() -> None:
    moves = token_lengths(trained(sample("rhyme").text))["layout"]["meta"]["tokviz"]
    assert len({tuple(frame["x"]) for (frame,) in moves["frames"]}) == 1


def test_very_long_tokens_share_the_last_bar() -> None:
    frame = bars(trained("a" * 256, 7), 7)
    assert frame["customdata"][-1] == "2 of 2 tokens: 24 or more bytes"
    figure = token_lengths(trained("a" * 256, 7))
    assert figure["layout"]["xaxis"]["title"]["text"] == (
        "bytes in a token (the last bar: 24 or more)"
    )


def test_the_lengths_of_pieces_leave_out_markers_and_what_is_no_text() -> None:
    text = "the hen " * 20 + "¢"
    trace = recorded(SentencePieceBPE.train(text, vocab_size=12, character_coverage=0.98).trace)
    frame = bars(trace, 0)
    letters = sum(num_letters(trace.vocab[i], trace.markers) == 1 for i in trace.token_ids(0)) - 0
    unknown = sum(i in trace.special_ids for i in trace.token_ids(0))
    assert unknown == 1  # the rare sign
    assert frame["x"][0] == 1
    assert frame["customdata"][0].startswith(f"{letters} of {letters} ")  # ▁ has no letter


@pytest.mark.parametrize("text", ["", "   "])
def test_no_mean_is_told_of_no_tokens(text: str) -> None:
    trace = recorded(WordPiece.train(text, vocab_size=30).trace)
    subtitle = go.Figure(token_lengths(trace)).layout.title.subtitle.text
    assert subtitle.replace("<br>", " ") == "At the end no token of the text has a character"


def test_an_empty_text_draws_an_empty_chart() -> None:
    assert go.Figure(token_lengths(trained(""))).to_json()
