"""The lattice's drawing and its captions: every number is one that encoding recorded."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz import Unigram
from tokviz.samples import sample
from tokviz.views.lattice.lattice import (
    edge_levels,
    lattice_graph,
    lattice_payload,
    lattice_replay,
)
from tokviz.views.lattice.segmentations import probability_text, segmentation_rows, ways_text
from tokviz.views.stepper.stepper import Chip

MODEL = Unigram.train(sample("harbour").text, vocab_size=140)
words = st.text(alphabet="the sailrfow안<👏", min_size=1, max_size=14)


def test_edges_that_touch_share_a_level_and_covering_ones_do_not() -> None:
    assert edge_levels([(0, 1), (0, 2), (1, 2)]) == [0, 1, 0]


@settings(max_examples=60)
@given(text=words)
def test_no_edge_covers_another_on_its_level(text: str) -> None:
    found = [(edge.start, edge.end) for edge in MODEL.encode_trace(text).edges]
    levels = edge_levels(found)
    for level in set(levels):
        spans = sorted(span for span, at in zip(found, levels, strict=True) if at == level)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_every_edge_is_drawn_with_its_log_probability() -> None:
    trace = MODEL.encode_trace("walker")
    drawn = lattice_graph(trace)["edges"]
    assert len(drawn) == len(trace.edges)
    assert [edge["cost"] for edge in drawn] == [
        f"{edge.log_prob:.2f}".replace("-", "\u2212") for edge in trace.edges
    ]


def test_an_edge_appears_when_its_end_is_settled() -> None:
    for edge in lattice_graph(MODEL.encode_trace("other"))["edges"]:
        assert edge["step"] == edge["end"]


@settings(max_examples=60)
@given(text=words)
def test_following_the_winners_back_gives_the_best_path(text: str) -> None:
    trace = MODEL.encode_trace(text)
    graph = lattice_graph(trace)
    at, way = len(trace.normalized), []
    while at:
        (winner,) = [edge for edge in graph["edges"] if edge["end"] == at and edge["wins"]]
        way.append(winner)
        at = winner["start"]
    assert [edge["best"] for edge in way] == [True] * len(trace.best.edges)


def test_a_step_for_each_position_and_one_for_the_path() -> None:
    trace = MODEL.encode_trace("the walker")
    assert lattice_replay(trace).steps == len(trace.normalized) + 1


def test_a_caption_names_the_winner_and_its_total() -> None:
    trace = MODEL.encode_trace("the")
    moment = lattice_replay(trace).moments[2]
    assert moment.say[1].token == trace.steps[1].best.piece  # type: ignore[union-attr]
    assert f"{trace.steps[1].log_prob:.2f}".replace("-", "\u2212") in str(moment.say[2])


def test_an_empty_text_has_a_graph_without_edges() -> None:
    trace = MODEL.encode_trace("")
    assert lattice_graph(trace)["edges"] == []
    assert lattice_replay(trace).steps == 0


def test_the_payload_carries_the_drawing() -> None:
    payload = lattice_payload(MODEL.encode_trace("<b>&"))
    body, _ = unpack(payload)
    assert body["drawing"]["characters"] == ["▁", "<", "b", ">", "&"]


def test_rows_of_segmentations_lie_in_the_text_without_a_gap() -> None:
    lattice = MODEL.lattice("walker 안")
    best = lattice.nbest(4)
    for row in segmentation_rows(best, [lattice.log_probability(path) for path in best]):
        ends = [0, *(end for *_, end in row.tokens)]
        assert [start for *_, start, _ in row.tokens] == ends[:-1]
        assert ends[-1] == len(lattice.text.encode())


def test_the_bar_of_a_segmentation_is_its_probability() -> None:
    rows = segmentation_rows(MODEL.lattice("walker").nbest(2), [-0.105, -7.8])
    assert [row.name for row in rows] == ["90.0%", "0.04%"]
    assert [row.share for row in rows] == pytest.approx([0.9003, 0.0004], abs=1e-4)


@pytest.mark.parametrize(
    ("log_probability", "text"),
    [(0.0, "100.0%"), (-0.105, "90.0%"), (-1e-4, "over 99.9%"), (-9.0, "0.01%")],
)
def test_a_probability_never_pretends(log_probability: float, text: str) -> None:
    assert probability_text(log_probability) == text


@pytest.mark.parametrize(
    ("ways", "text"),
    [
        (0.9999999, "one way"),
        (42.0000001, "42 ways"),
        (12_345.0, "12,345 ways"),
        (1_000_000.0, "1,000,000 ways"),
        (1_000_001.0, "over 1 million ways"),
        (2_000_000.0, "over 1 million ways"),
        (3_400_000.0, "over 3 million ways"),
        (2.0**33, "over 8 billion ways"),
        (2.0**59, "over 576,460 trillion ways"),
    ],
)
def test_ways_are_counted_in_words_that_a_class_reads(ways: float, text: str) -> None:
    assert ways_text(ways) == text


def test_a_hopeless_probability_is_named_so() -> None:
    assert probability_text(-60.0) == "under 0.0001%"


def test_a_character_that_is_no_piece_is_drawn_and_told_as_unknown() -> None:
    model = Unigram.train("the hens and the hen", vocab_size=20)
    trace = model.encode_trace("안녕 hen")
    flags = [edge["unknown"] for edge in lattice_graph(trace)["edges"]]
    assert flags == [edge.piece in "안녕" for edge in trace.edges]
    assert flags.count(True) == 2
    opening, *moments = lattice_replay(trace).moments
    assert f"{len(flags) - 2} places where a piece fits" in str(opening.say[0])
    assert "2 code points are no piece" in str(opening.say[0])
    settled = moments[1].say
    assert (settled[0], settled[2]) == (
        "No piece ends at position 2. ",
        f" is unknown, with {trace.steps[1].log_prob:.2f} in all.".replace("-", "\u2212"),
    )
    assert isinstance(settled[1], Chip)
    assert (settled[1].token, settled[1].look) == ("안", "unknown")
    last = moments[-1]
    known = len(trace.best.edges) - 2
    assert f"{known} pieces and 2 unknown code points" in str(last.say[0])
    assert f"Unknown neighbours are one id, so it is {len(trace.ids)} ids." in str(last.why[0])
    assert trace.ids == model.encode("안녕 hen")


def test_what_is_unknown_is_said_to_be_spelled_in_bytes_where_it_is() -> None:
    model = Unigram.train("the hens and the hen", vocab_size=280, byte_fallback=True)
    trace = model.encode_trace("안")
    *_, last = lattice_replay(trace).moments
    assert f"spelled in bytes, so it is {len(trace.ids)} ids." in str(last.why[0])
    assert len(trace.ids) == 4
