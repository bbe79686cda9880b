"""A payload says exactly what the trace says; only its order and its packing differ."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokviz
from tests.payload_reader import Arrays, unpack
from tests.recorded import recorded
from tokviz import WordPiece
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.traces.merges import NEVER, MergeTrace
from tokviz.views.payload import payload_sig
from tokviz.views.player.player import (
    encode_payload,
    replay_html,
    train_payload,
)
from tokviz.views.script import one_module

TEXT = "low low low lower lowest\nnewer newer 👏🏻 안녕\n"


def tokens_at(header: dict[str, Any], arrays: Arrays, k: int) -> list[int]:
    """The token ids after k merges, span by span: the latest merge inside a span names it."""
    ranks, symbols = arrays["ranks"], arrays["symbols"]
    opens = [p for p in range(len(symbols)) if ranks[p] >= k]
    numbers = []
    for start, end in pairwise([*opens, len(symbols)]):
        inner = [int(rank) for rank in ranks[start + 1 : end]]
        numbers.append(arrays["step_token"][max(inner)] if inner else symbols[start])
    return [header["ids"][number] for number in numbers]


def train(text: str, merges: int = 12) -> MergeTrace:
    trace = tokviz.ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


def test_every_step_of_the_payload_is_the_step_of_the_trace() -> None:
    trace = train(TEXT)
    header, arrays = unpack(train_payload(trace))
    for k in range(len(trace) + 1):
        assert tokens_at(header, arrays, k) == trace.token_ids(k)


def test_a_split_text_is_laid_out_in_text_order() -> None:
    trace = tokviz.RegexBPE.train(TEXT * 2, num_merges=12).trace
    assert trace is not None
    header, arrays = unpack(train_payload(trace))
    assert tokens_at(header, arrays, 7) == trace.token_ids(7)


@given(st.text("ab 👏\n", max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_replays_to_the_end(text: str) -> None:
    trace = train(text)
    header, arrays = unpack(train_payload(trace))
    assert tokens_at(header, arrays, len(trace)) == trace.token_ids(len(trace))


def test_pair_counts_are_a_sum_of_recorded_changes() -> None:
    trace = train(TEXT)
    header, arrays = unpack(train_payload(trace))
    for k in (0, 5, len(trace)):
        counts: Counter[tuple[int, int]] = Counter()
        for i in range(arrays["change_starts"][k + 1]):
            pair = arrays["change_pair"][i]
            left = header["ids"][arrays["pair_left"][pair]]
            right = header["ids"][arrays["pair_right"][pair]]
            counts[left, right] += int(arrays["change_count"][i])
        assert {pair: count for pair, count in counts.items() if count} == trace.pair_counts(k)


def test_pre_tokens_open_where_splitting_cut() -> None:
    trace = tokviz.RegexBPE.train("ab ab", num_merges=1).trace
    assert trace is not None
    _, arrays = unpack(train_payload(trace))
    bits = np.unpackbits(arrays["openings"], bitorder="little")
    assert bits[:5].tolist() == [1, 0, 1, 0, 0]


def test_a_boundary_that_stays_ranks_above_the_last_step() -> None:
    trace = train(TEXT)
    header, arrays = unpack(train_payload(trace))
    stays = arrays["ranks"] == header["never"]
    assert stays.tolist() == (trace.boundary_rank == NEVER).tolist()
    assert arrays["ranks"].max() == len(trace)


def test_more_steps_than_two_bytes_can_count_need_wider_ranks() -> None:
    trace = train("aaaa", merges=1)
    steps = 65_536
    first = np.zeros(steps, np.int32)
    many = replace(
        trace,
        pairs=trace.pairs[first],
        merged_ids=trace.merged_ids[first],
        counts=trace.counts[first],
        scores=(1,) * steps,
        change_starts=np.zeros(steps + 2, np.int32),
    )
    _, arrays = unpack(train_payload(many))
    assert arrays["ranks"].dtype == np.int32
    assert arrays["ranks"].tolist() == [steps, 0, steps, 0]


def test_labels_and_hex_follow_the_ids() -> None:
    header, _ = unpack(train_payload(train("aab aab", merges=1)))
    spelled = dict(zip(header["ids"], header["hex"], strict=True))
    assert spelled == {32: "20", 97: "61", 98: "62", 256: "6161"}
    assert header["labels"] == [[["space", " "]], "a", "b", "aa"]


def test_a_character_that_draws_nothing_is_sent_with_its_kind() -> None:
    header, _ = unpack(train_payload(train("a\u2060e\u0301é", merges=0)))
    assert header["drawn"] == {"8288": ["control", "WJ"], "769": ["text", "◌\u0301"]}


def test_an_overlong_token_is_shortened_and_counted() -> None:
    header, _ = unpack(train_payload(train("a" * 256, merges=8)))
    assert header["labels"][-1][-1] == ["more", "… 176 more bytes"]
    assert header["sizes"][-1] == 256


def test_an_overlong_token_keeps_its_markers_and_no_character_of_it_is_cut() -> None:
    ended = CharBPE.train("a" * 90, num_merges=12, end_of_word="</w>").trace
    header, _ = unpack(train_payload(recorded(ended)))
    more = ["more", "… 10 more characters"]
    assert [["text", "a" * 80], more, ["marker", "</w>"]] in header["labels"]
    header, _ = unpack(train_payload(train("x" + "é" * 63 + "y", merges=40)))
    assert header["labels"][-1] == [["text", "x" + "é" * 39], ["more", "… 49 more bytes"]]


def test_a_long_token_says_where_its_label_is_cut_and_no_other_does() -> None:
    header, _ = unpack(train_payload(train("a" * 64, merges=6)))
    labels = dict(enumerate(header["labels"]))
    long = {str(i): [8, len(label) - 6] for i, label in labels.items() if len(label) > 24}
    assert header["cuts"] == long == {"5": [8, 26], "6": [8, 58]}


@pytest.mark.parametrize("letters", [80, 640])
def test_a_token_of_characters_is_measured_in_characters_however_long(letters: int) -> None:
    trace = CharBPE.train("é" * letters, num_merges=12, end_of_word="</w>").trace
    header, _ = unpack(train_payload(recorded(trace)))
    assert (header["unit"], max(header["lengths"])) == ("character", letters)


def test_markers_reach_the_labels() -> None:
    trace = CharBPE.train("low low", num_merges=9, end_of_word="</w>").trace
    assert trace is not None
    header, _ = unpack(train_payload(trace))
    assert [["text", "low"], ["marker", "</w>"]] in header["labels"]


def test_dropped_white_space_is_a_gap_before_its_pre_token() -> None:
    trace = CharBPE.train("ab cd\nef", num_merges=1, end_of_word=None).trace
    assert trace is not None
    _, arrays = unpack(train_payload(trace))
    assert arrays["gap_at"].tolist() == [2, 4]
    assert arrays["gap_breaks"].tolist() == [0, 1]


def test_the_signature_tells_traces_apart() -> None:
    assert payload_sig(train_payload(train("ab ab"))) != payload_sig(train_payload(train("ab ba")))


def test_the_same_trace_gives_the_same_bytes() -> None:
    assert train_payload(train(TEXT)) == train_payload(train(TEXT))


def test_encoding_replays_to_what_encode_returns() -> None:
    model = tokviz.RegexBPE.train(TEXT * 3, num_merges=20)
    header, arrays = unpack(encode_payload(model.encode_trace("lowest newer")))
    assert tokens_at(header, arrays, len(arrays["step_token"])) == model.encode("lowest newer")


def test_an_empty_text_has_a_payload() -> None:
    header, arrays = unpack(train_payload(train("")))
    assert len(arrays["symbols"]) == 0
    assert header["stop"]


def test_a_replay_keeps_its_title_text() -> None:
    page = replay_html(train_payload(train("ab")), title="</title><script>alert(1)</script>")
    assert "<script>alert" not in page


def test_a_replay_loads_nothing() -> None:
    page = replay_html(train_payload(train("ab")), title="ab")
    head = page.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in head
    assert "import " not in one_module("player/player.js").replace("// import ", "")


def test_a_marker_is_no_byte_of_its_token() -> None:
    trace = recorded(WordPiece.train("hug hugs", vocab_size=12).trace)
    header, _ = unpack(train_payload(trace))
    spelled = dict(zip(header["ids"], header["hex"], strict=True))
    (of_g,) = [token_id for token_id, token in trace.vocab.items() if token == "##g"]
    assert spelled[of_g] == "67"


def test_why_a_pair_was_passed_over_is_told_in_the_words_of_the_training() -> None:
    """A script knows by them which of the barred pairs these are."""
    forced = recorded(tokviz.ByteBPE.train("abab cd", num_merges=1, forced={0: (b"c", b"d")}).trace)
    worded = replace(forced, rule=replace(forced.rule, bars=("the teacher chose",)))
    for trace in (forced, worded):
        header, _ = unpack(train_payload(trace))
        assert header["overruled"] == trace.choice(0).barred[0][1]


REPEAT = "A text that repeats itself has more to learn."


@pytest.mark.parametrize(
    "model",
    [
        tokviz.ByteBPE.train("cat", num_merges=5, min_count=2),
        tokviz.CharBPE.train("cat", num_merges=5, min_count=3),
        WordPiece.train("cat", vocab_size=60, min_count=2),
        tokviz.SentencePieceBPE.train("cat", vocab_size=60, min_count=2),
    ],
)
def test_where_pairs_are_too_rare_the_last_step_says_what_helps(model: Any) -> None:
    assert unpack(train_payload(recorded(model.trace)))[0]["stop"].endswith(f". {REPEAT}")


@pytest.mark.parametrize(
    "model",
    [
        tokviz.ByteBPE.train("cat", num_merges=0),
        tokviz.CharBPE.train("cat", num_merges=0),
        WordPiece.train("cat", vocab_size=8),
        tokviz.SentencePieceBPE.train("cat", vocab_size=7),
    ],
)
def test_where_no_more_was_asked_for_it_gives_no_such_advice(model: Any) -> None:
    trace = recorded(model.trace)
    assert (len(trace), set(trace.pair_counts(0).values())) == (0, {1})
    assert unpack(train_payload(trace))[0]["stop"] == trace.stop_reason
