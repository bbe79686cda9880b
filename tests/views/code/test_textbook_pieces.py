"""SentencePiece BPE's loop as a textbook writes it: lines are lit, and values are the trace's."""

from dataclasses import replace
from typing import Any

import pytest

import tokviz
from tests.payload_reader import unpack
from tests.views.code.telling_reader import moment, said
from tokviz.algorithms import plain_sentencepiece_bpe
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.plain_sentencepiece_bpe import barred, count_pairs, join_pair
from tokviz.checks.errors import TokvizError
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.textbook import textbook_holds
from tokviz.ui.components.textbook_pieces import (
    FILLS,
    given_of,
    textbook_pieces_code,
    textbook_pieces_snippet,
)
from tokviz.views.code.finding import rows_of, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Spot, Telling
from tokviz.views.code.textbook import SAYS, Given, textbook

TEXT = "the fen hen then went when the men sent 10 hens.\n" * 3
FILLED = "ab abab"
BARS = "a.b a.b a.bc cd cd"
LISTING = Listing.of(plain_sentencepiece_bpe.train)


def told(text: str, vocab_size: int, **asked: Any) -> tuple[MergeTrace, Telling]:
    trace = tokviz.SentencePieceBPE.train(text, vocab_size=vocab_size, **asked).trace
    assert trace is not None
    fixed = 3 + len(given_of(trace, PieceSettings())["script_of"])
    given = Given("the words", vocab_size - fixed, asked.get("min_count", 0))
    return trace, textbook(LISTING, trace, given)


def spot(written: str, nth: int = 0) -> Spot:
    """A line of the loop, by what it says."""
    rows = [row for row, line in enumerate(LISTING.lines, 1) if line.strip().startswith(written)]
    return Spot(0, rows[nth])


HEAD, COUNT, STOP, LEAVE = map(spot, ("while", "counts = ", "if pair", "break"))
FREE, CHOOSE, KEEP, END = map(spot, ("free = ", "pair = ", "merges[free", "return"))
BEGIN, JOIN, LIST = spot("text = "), spot("text = ", 1), spot("pieces = ")


def test_a_step_lights_the_whole_turn_but_the_way_out() -> None:
    trace, telling = told(TEXT, 40)
    loop = next(s for s in statements(LISTING.body) if s.lineno == HEAD.line)
    rows = {row for s in [loop, *statements(getattr(loop, "body", []))] for row in rows_of(s)}
    for step in range(1, len(trace)):
        assert {each.line for each in moment(telling, step).lit} == rows - {LEAVE.line}


@pytest.mark.parametrize(("text", "vocab_size"), [(TEXT, 60), (FILLED, 40), (BARS, 20)])
def test_each_name_has_the_value_that_the_textbook_itself_gives_it(
    text: str, vocab_size: int
) -> None:
    trace, telling = told(text, vocab_size)
    words, script_of = given_of(trace, PieceSettings()).values()
    pieces = [(list(word), count) for word, count in words.items()]
    known: set[str] = set()
    counts: dict[tuple[str, str], int] = {}

    def num_tokens() -> int:
        return sum(count * len(joined) for joined, count in pieces)

    for rank, step in enumerate(trace.steps):
        counts = count_pairs(pieces, counts)
        new = {pair: "".join(pair) for pair in counts}
        order = {pair: (-counts[pair], len(new[pair]), new[pair]) for pair in counts}
        free = [p for p in counts if new[p] not in known and not barred(new[p], script_of)]
        pair, before = min(free, key=order.__getitem__), num_tokens()
        pieces = [(join_pair(joined, pair, counts), count) for joined, count in pieces]
        known.add(new[pair])
        high = [p for p in order if counts[p] >= max(counts[pair], 1) and p not in free]
        values = {
            HEAD: f"len(merges) = {rank}, num_merges = {vocab_size - 3 - len(script_of)}",
            COUNT: f"pairs that stand: {sum(n > 0 for n in counts.values())}",
            CHOOSE: f"pair = [{pair[0]}] [{pair[1]}], counts[pair] = {-order[pair][0]}",
            FREE: f"at least as frequent, but left out: {len(high)}",
            STOP: "min_count = 0",
            JOIN: f"{before} → {num_tokens()} tokens",
            KEEP: f"free[pair] = [{step.token!s}], len(merges) = {rank + 1}",
        }
        if rank == len(trace) - 1:
            values[END] = f"{rank + 1} merges, then the alphabet"
        for place, value in values.items():
            assert said(telling, rank + 1, place).startswith(value)
        assert moment(telling, rank + 1).notes.keys() == values.keys()
        equal = [p for p in free if order[p][0] == order[pair][0]]
        assert (f"; tied: {len(equal) - 1} more" in said(telling, rank + 1, CHOOSE)) == (
            len(equal) > 1
        )
        assert ("fills the vocabulary up" in said(telling, rank + 1, CHOOSE)) == (not step.count)


def test_some_of_these_steps_are_barred_tied_and_fill_up() -> None:
    trace, _ = told(BARS, 20)
    assert max(trace.num_barred) > 0
    assert max(trace.num_tied) > 0
    assert min(told(FILLED, 40)[0].counts) == 0


def test_before_the_first_step_the_words_are_their_characters() -> None:
    trace, telling = told(TEXT, 40)
    begin = {BEGIN.line, spot("counts: ").line, spot("merges: ").line}
    assert {each.line for each in moment(telling, 0).lit} == begin
    assert said(telling, 0, BEGIN) == f"the words: {trace.num_tokens(0)} tokens"


def test_a_full_vocabulary_ends_it_at_its_head() -> None:
    trace, telling = told(TEXT, 40)
    lit = moment(telling, len(trace)).lit
    assert said(telling, len(trace), HEAD).endswith(f"Then the loop ends: {trace.stop_reason}")
    assert {LIST, END} <= {*lit}
    assert LEAVE not in lit


@pytest.mark.parametrize(
    ("text", "asked"), [(TEXT, {"min_count": 2}), (FILLED, {}), (FILLED, {"fill_up": False})]
)
def test_where_no_pair_is_left_or_often_enough_it_breaks_out(
    text: str, asked: dict[str, Any]
) -> None:
    trace, telling = told(text, 400, **asked)
    assert said(telling, len(trace), STOP).endswith(f"Then the loop ends: {trace.stop_reason}")
    assert "ends" not in said(telling, len(trace), HEAD)
    assert {LEAVE, LIST, END} <= {*moment(telling, len(trace)).lit}


@pytest.mark.parametrize(
    ("text", "size", "at", "asked"),
    [("ab", 6, HEAD, {}), ("", 9, STOP, {}), ("ab", 9, STOP, {"min_count": 2})],
)
def test_a_loop_that_ends_at_once_says_where(
    text: str, size: int, at: Spot, asked: dict[str, Any]
) -> None:
    trace, telling = told(text, size, **asked)
    assert not len(trace)
    assert said(telling, 0, at) == f"The loop ends at once: {trace.stop_reason}"
    assert {at, LIST, END} <= {*moment(telling, 0).lit}
    assert (LEAVE in moment(telling, 0).lit) == (at == STOP)
    assert (CHOOSE in moment(telling, 0).lit) == (at == STOP)


@pytest.mark.parametrize(
    ("gone", "instead"),
    [
        ("count_pairs(", "count("),
        ("join_pair(", "join("),
        ("free_pairs(", "free("),
        ("break", "pass"),
    ],
)
def test_a_textbook_that_does_something_else_is_noticed(gone: str, instead: str) -> None:
    trace, _ = told(TEXT, 40)
    changed = tuple(line.replace(gone, instead) for line in LISTING.lines)
    with pytest.raises(TokvizError, match="has not"):
        textbook(replace(LISTING, lines=changed), trace, Given("the words", 21, 0))


def test_it_holds_unless_a_pair_is_forced() -> None:
    for forced in (None, {0: ("s", "e")}):
        model = tokviz.SentencePieceBPE.train(TEXT, vocab_size=30, forced=forced)
        assert model.trace is not None
        assert textbook_holds(model, model.trace) == (forced is None)


# ---- what the page shows, and what it gives to copy ----------------------------------------------


def shown(text: str, **asked: Any) -> dict[str, Any]:
    trace = tokviz.SentencePieceBPE.train(text, **asked).trace
    assert trace is not None
    return unpack(textbook_pieces_code(trace, asked))[0]


def test_filling_up_is_told_where_it_would_happen() -> None:
    assert shown(TEXT, vocab_size=40)["says"] == f"{SAYS} {FILLS}"
    assert shown(TEXT, vocab_size=40, min_count=2)["says"] == SAYS


def test_whole_lines_are_called_lines() -> None:
    for cut, unit in ((True, "words"), (False, "lines")):
        told = str(shown(TEXT, vocab_size=40, split_by_whitespace=cut)["moments"])
        assert f"the {unit}, letter by letter" in told


@pytest.mark.parametrize(("name", "most"), [("MOST_GIVEN", 9), ("LONGEST_GIVEN", 40)])
def test_many_words_or_long_ones_are_not_written_out(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of this text 11 words, of 48 characters."""
    trace = tokviz.SentencePieceBPE.train(TEXT, vocab_size=40).trace
    assert trace is not None
    assert "\nwords = {" in textbook_pieces_snippet(trace, {"vocab_size": 40})
    monkeypatch.setattr(f"tokviz.ui.components.textbook_pieces.{name}", most)
    code = textbook_pieces_snippet(trace, {"vocab_size": 40})
    assert code.startswith("# The words of this text are too many to write out.")
    assert "\nwords = {" not in code
    assert "def barred(" in code
