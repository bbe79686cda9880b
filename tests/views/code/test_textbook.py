"""The textbook's loop beside a training: its lines are lit, and its values are the trace's."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

import pytest

import tokviz
from tests.views.code.telling_reader import moment, said
from tokviz.algorithms import plain_bpe, plain_wordpiece
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.letter_pieces import alphabet_of
from tokviz.algorithms.plain_bpe import count_pairs, replace_pair
from tokviz.algorithms.wordpiece import SPECIAL_TOKENS
from tokviz.checks.errors import TokvizError
from tokviz.text.labels import score_words
from tokviz.traces.choice import RankedBy
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.textbook import textbook_holds
from tokviz.views.code.finding import rows_of, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Spot, Telling
from tokviz.views.code.textbook import Given, textbook

WORDS = "the fen hen then went when the men sent ten hens " * 3
TEXT = "the fen hen then went when the men sent ten hens. " * 3
TRAIN: dict[str, Callable[..., Any]] = {
    "byte_bpe": tokviz.ByteBPE.train,
    "regex_bpe": tokviz.RegexBPE.train,
    "char_bpe": CharBPE.train,
}
each_lesson = pytest.mark.parametrize("name", TRAIN)
LISTING = Listing.of(plain_bpe.train)


def told(
    name: str, text: str = TEXT, *, num_merges: int = 12, min_count: int = 1
) -> tuple[MergeTrace, Telling]:
    trace = TRAIN[name](text, num_merges=num_merges, min_count=min_count).trace
    return trace, textbook(LISTING, trace, Given("the text", num_merges, min_count))


def spot(written: str, nth: int = 0, listing: Listing = LISTING) -> Spot:
    """A line of the textbook's loop, by what it says."""
    found = [row for row, line in enumerate(listing.lines, 1) if line.strip().startswith(written)]
    return Spot(0, found[nth])


HEAD, COUNT, STOP, LEAVE = map(spot, ("while", "counts = ", "if max", "break"))
CHOOSE, MINT, KEEP, END = map(spot, ("pair = ", "token_id = ", "merges.append", "return"))
BEGIN, REPLACE = spot("text = "), spot("text = ", 1)


@each_lesson
def test_a_step_lights_the_whole_turn_but_the_way_out(name: str) -> None:
    trace, telling = told(name)
    loop = next(s for s in statements(LISTING.body) if s.lineno == HEAD.line)
    rows = {row for s in [loop, *statements(getattr(loop, "body", []))] for row in rows_of(s)}
    for step in range(1, len(trace)):
        assert {each.line for each in moment(telling, step).lit} == rows - {LEAVE.line}


@each_lesson
def test_each_name_has_the_value_that_the_textbook_itself_gives_it(name: str) -> None:
    """Counted here by the functions that are shown, from the ids of the page's own text."""
    trace, telling = told(name)
    _, starts = trace.distinct_tokens(0)
    distinct = [trace.symbols[start:end].tolist() for start, end in pairwise(starts)]
    text = [distinct[number] for number in trace.occurrences]
    base_size = int(trace.merged_ids[0])
    for rank, step in enumerate(trace.steps):
        counts, before = count_pairs(text), sum(map(len, text))
        pair = max(counts, key=lambda pair: counts[pair])
        text = [replace_pair(ids, pair, base_size + rank) for ids in text]
        left, right = (str(trace.vocab[token_id]) for token_id in pair)
        values = {
            HEAD: f"len(merges) = {rank}, num_merges = 12",
            COUNT: f"len(counts) = {len(counts)}",
            STOP: f"max(counts.values()) = {counts[pair]}, min_count = 1",
            CHOOSE: f"pair = [{left}] [{right}], counts[pair] = {counts[pair]}",
            MINT: f"token_id = {base_size} + {rank} = {base_size + rank}: [{step.token!s}]",
            REPLACE: f"{before} → {sum(map(len, text))} tokens",
            KEEP: f"len(merges) = {rank + 1}",
        }
        for place, value in values.items():
            assert said(telling, rank + 1, place).startswith(value)
        assert moment(telling, rank + 1).notes.keys() == values.keys()


def test_the_choice_says_how_many_tied_and_who_wins() -> None:
    trace, telling = told("byte_bpe")
    for step in trace.steps:
        tied = int(trace.num_tied[step.rank])
        words = said(telling, step.rank + 1, CHOOSE)
        assert (f"; tied: {tied} more. The one that comes first in the text wins" in words) == (
            tied > 0
        )


@each_lesson
def test_before_the_first_step_the_text_is_its_symbols(name: str) -> None:
    trace, telling = told(name)
    now = moment(telling, 0)
    assert {each.line for each in now.lit} == {BEGIN.line, spot("merges: ").line}
    assert said(telling, 0, BEGIN) == f"the text: {trace.num_tokens(0)} tokens"


def test_where_all_merges_are_made_the_head_says_so_and_returns() -> None:
    trace, telling = told("byte_bpe")
    lit = moment(telling, len(trace)).lit
    assert said(telling, len(trace), HEAD).endswith(f"Then the loop ends: {trace.stop_reason}")
    assert END in lit
    assert LEAVE not in lit


def test_where_no_pair_stands_often_enough_it_breaks_out() -> None:
    trace, telling = told("byte_bpe", "aaabdaaabac", num_merges=40, min_count=2)
    lit = moment(telling, len(trace)).lit
    assert len(trace) == 3
    assert said(telling, 3, STOP).endswith(f"Then the loop ends: {trace.stop_reason}")
    assert "ends" not in said(telling, 3, HEAD)
    assert {LEAVE, END} <= {*lit}


@pytest.mark.parametrize(
    ("text", "num_merges", "at", "lit"),
    [
        ("ab", 0, HEAD, {HEAD, END}),
        ("ab", 3, STOP, {HEAD, COUNT, STOP, LEAVE, END}),
        ("", 3, STOP, {HEAD, COUNT, STOP, LEAVE, END}),
    ],
)
def test_a_loop_that_ends_at_once_says_where(
    text: str, num_merges: int, at: Spot, lit: set[Spot]
) -> None:
    trace, telling = told("byte_bpe", text, num_merges=num_merges, min_count=2)
    assert not len(trace)
    assert said(telling, 0, at) == f"The loop ends at once: {trace.stop_reason}"
    assert lit <= {*moment(telling, 0).lit}
    assert (LEAVE in moment(telling, 0).lit) == (LEAVE in lit)


@pytest.mark.parametrize(
    ("gone", "instead"),
    [
        ("count_pairs(", "count("),
        ("replace_pair(", "replace("),
        ("break", "pass"),
        ("token_id =", "number ="),
    ],
)
def test_a_textbook_that_does_something_else_is_noticed(gone: str, instead: str) -> None:
    trace, _ = told("byte_bpe")
    changed = tuple(line.replace(gone, instead) for line in LISTING.lines)
    with pytest.raises(TokvizError, match="has not"):
        textbook(replace(LISTING, lines=changed), trace, Given("the text", 12, 1))


# ---- by pair score ------------------------------------------------------------------------------

PIECES = Listing.of(plain_wordpiece.train)


def pieces_told(text: str, *, room: int = 12, min_count: int = 1) -> tuple[MergeTrace, Telling]:
    size = len(SPECIAL_TOKENS) + len(alphabet_of(text.split(), "##")) + room
    trace = tokviz.WordPiece.train(text, vocab_size=size, min_count=min_count).trace
    assert trace is not None
    return trace, textbook(PIECES, trace, Given("the words", size, min_count))


def at_line(written: str, nth: int = 0) -> Spot:
    return spot(written, nth, PIECES)


def test_each_name_of_wordpieces_textbook_has_the_value_that_it_has_there() -> None:
    trace, telling = pieces_told(WORDS)
    _, starts = trace.distinct_tokens(0)
    distinct = [trace.symbols[start:end].tolist() for start, end in pairwise(starts)]
    text = [distinct[number] for number in trace.occurrences]
    size = len(trace.vocab)
    assert len(trace) == 12
    for rank, step in enumerate(trace.steps):
        counts, before = count_pairs(text), sum(map(len, text))
        alone = Counter(chain.from_iterable(text))
        (left, right), token_id = step.pair, size - 12 + rank
        text = [replace_pair(ids, step.pair, token_id) for ids in text]
        a, b, new = (str(trace.vocab[each]) for each in (left, right, token_id))
        values = {
            "while": f"len(vocab) = {token_id}, vocab_size = {size}",
            "counts = ": f"len(counts) = {len(counts)}",
            "if max": "min_count = 1",
            "alone = ": f"alone: [{a}] {alone[left]}, [{b}] {alone[right]}",
            "scores = ": f"scores[[{a}] [{b}]] = {counts[step.pair]} / ({alone[left]} × "
            f"{alone[right]}) = "
            + score_words(Fraction(counts[step.pair], alone[left] * alone[right])),
            "left, right": f"left, right = [{a}] [{b}]",
            "token = ": f"token = [{new}]",
            "vocab.append": f"len(vocab) = {token_id + 1}",
        }
        now = moment(telling, rank + 1)
        for written, value in values.items():
            assert said(telling, rank + 1, at_line(written)).startswith(value)
        replaced = f"{before} → {sum(map(len, text))} tokens"
        assert said(telling, rank + 1, at_line("text = ", 1)) == replaced
        assert len(now.notes) == len(values) + 1
        assert at_line("break") not in now.lit


def test_wordpieces_textbook_says_where_it_ends() -> None:
    trace, telling = pieces_told(WORDS)
    assert said(telling, 12, at_line("while")).endswith(f"the loop ends: {trace.stop_reason}")
    trace, telling = pieces_told(WORDS, room=60, min_count=3)
    assert said(telling, len(trace), at_line("if max")) == (
        f"min_count = 3. Then the loop ends: {trace.stop_reason}"
    )
    assert at_line("break") in moment(telling, len(trace)).lit
    trace, telling = pieces_told("a b", room=5)
    assert said(telling, 0, at_line("if max")) == f"The loop ends at once: {trace.stop_reason}"


# ---- where it holds ------------------------------------------------------------------------------


@each_lesson
def test_it_holds_of_what_counts_and_takes_the_first(name: str) -> None:
    model = TRAIN[name](TEXT, num_merges=5, min_count=2)
    assert textbook_holds(model, model.trace)


@pytest.mark.parametrize("other", [{"ties": "last seen"}, {"forced": {1: (b"s", b".")}}])
def test_it_does_not_with_another_tie_rule_or_a_forced_pair(other: dict[str, Any]) -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=5, **other)
    assert model.trace is not None
    assert not textbook_holds(model, model.trace)


def test_it_holds_of_wordpiece_by_pair_score_alone() -> None:
    rankings: list[tuple[RankedBy, bool]] = [("pair score", True), ("count", False)]
    for ranked_by, holds in rankings:
        model = tokviz.WordPiece.train(TEXT, vocab_size=40, ranked_by=ranked_by)
        assert model.trace is not None
        assert textbook_holds(model, model.trace) == holds
    model = tokviz.WordPiece.train(TEXT, vocab_size=40, ties="last seen")
    assert model.trace is not None
    assert not textbook_holds(model, model.trace)
