"""The training loops beside their replays: every line is lit, and its values are the trace's."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import tokviz
from tests.views.code.telling_reader import moment, said
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.checks.errors import TokvizError
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.code import loop_that_merges
from tokviz.views.code.behind import Behind
from tokviz.views.code.finding import find_loop, rows_of, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.merging import merging
from tokviz.views.code.telling import Spot, Telling

TEXT = "the fen hen then went when the men sent ten hens. " * 3
TRAIN: dict[str, Callable[[str], Any]] = {
    "byte_bpe": lambda text: tokviz.ByteBPE.train(text, num_merges=12),
    "regex_bpe": lambda text: tokviz.RegexBPE.train(text, num_merges=12),
    "char_bpe": lambda text: CharBPE.train(text, num_merges=12),
    "wordpiece": lambda text: WordPiece.train(text, vocab_size=smallest_vocab(text) + 12),
    "wordpiece by count": lambda text: WordPiece.train(
        text, vocab_size=smallest_vocab(text) + 12, ranked_by="count"
    ),
    "sentencepiece_bpe": lambda text: SentencePieceBPE.train(text, vocab_size=24),
}
each_lesson = pytest.mark.parametrize("name", TRAIN)


def told(name: str, text: str = TEXT) -> tuple[Listing, MergeTrace, Telling]:
    model = TRAIN[name](text)
    listing = Listing.of(loop_that_merges(type(model)))
    return listing, model.trace, merging(listing, model.trace)


@each_lesson
def test_a_step_lights_the_whole_loop_and_says_a_value_at_each_of_its_lines(name: str) -> None:
    listing, trace, telling = told(name)
    loop = find_loop(listing, "merge")
    inside = [loop, *statements(loop.body)]
    assert len(telling.steps) == len(trace) + 1
    for step in range(1, len(trace) + 1):
        now = moment(telling, step)
        assert {spot.line for spot in now.lit} == {row for s in inside for row in rows_of(s)}
        assert {spot.line for spot in now.notes} == {s.lineno for s in inside}


@each_lesson
def test_the_head_of_the_loop_names_the_pair_that_won(name: str) -> None:
    listing, trace, telling = told(name)
    head = Spot(0, find_loop(listing, "merge").lineno)
    for merge in trace.steps:
        left, right = (trace.vocab[token_id] for token_id in merge.pair)
        words = said(telling, merge.rank + 1, head)
        assert f"= [{left!s}] [{right!s}]" in words
        tied = int(trace.num_tied[merge.rank])
        assert (f"tied: {tied} more" in words) == (tied > 0)


@each_lesson
def test_before_the_first_step_the_line_that_counts_the_pairs_is_lit(name: str) -> None:
    listing, trace, telling = told(name)
    now = moment(telling, 0)
    lit = "\n".join(listing.lines[spot.line - 1] for spot in now.lit)
    assert "pairs" in lit
    assert said(telling, 0, now.lit[0]).startswith(f"{trace.num_tokens(0)} tokens")


SHORT = [(name, text) for name in TRAIN if name != "sentencepiece_bpe" for text in ("a", "")]


@pytest.mark.parametrize(("name", "text"), [*((name, TEXT) for name in TRAIN), *SHORT])
def test_at_the_end_the_head_says_why_training_stopped(name: str, text: str) -> None:
    listing, trace, telling = told(name, text)
    head = Spot(0, find_loop(listing, "merge").lineno)
    assert head in moment(telling, len(trace)).lit
    assert said(telling, len(trace), head).endswith(trace.stop_reason)


def test_the_merge_says_how_many_tokens_it_left() -> None:
    listing, trace, telling = told("byte_bpe")
    (merge,) = [
        s for s in ast.walk(listing.tree) if isinstance(s, ast.Expr) and "merge(" in ast.unparse(s)
    ]
    words = said(telling, 3, Spot(0, merge.lineno))
    assert words == f"{trace.num_tokens(2)} → {trace.num_tokens(3)} tokens"


@pytest.mark.parametrize("gone", ["pairs.merge(", "pairs = "])
def test_a_loop_that_does_something_else_is_noticed(gone: str) -> None:
    listing, trace, _ = told("byte_bpe")
    changed = tuple(line.replace(gone, gone.replace("r", "z")) for line in listing.lines)
    with pytest.raises(TokvizError, match="has not"):
        merging(replace(listing, lines=changed), trace)


def test_a_new_name_for_the_pair_is_noticed() -> None:
    listing, trace, _ = told("byte_bpe")
    changed = tuple(line.replace("pair", "couple") for line in listing.lines)
    telling = merging(replace(listing, lines=changed), trace)
    head = Spot(0, find_loop(listing, "merge").lineno)
    assert not said(telling, 1, head).startswith("pair = ")


def test_a_forced_pair_is_said_to_be_forced() -> None:
    winner = tokviz.ByteBPE.train(TEXT, num_merges=3).trace
    assert winner is not None
    left, right = (winner.vocab[token_id] for token_id in winner.steps[0].pair)
    trace = tokviz.ByteBPE.train(TEXT, num_merges=3, forced={0: (b"s", b".")}).trace
    assert trace is not None
    listing = Listing.of(loop_that_merges(tokviz.ByteBPE))
    head = Spot(0, find_loop(listing, "merge").lineno)
    assert f"forced, else [{left!s}] [{right!s}] would have won" in said(
        merging(listing, trace), 1, head
    )


# ---- what names lead to --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "call", "leads"),
    [
        ("byte_bpe", "choose", PairIndex.choose),
        ("byte_bpe", "merge", PairIndex.merge),
        ("regex_bpe", "choose", PairIndex.choose),
        ("char_bpe", "merge", PairIndex.merge),
        ("sentencepiece_bpe", "merge", PairIndex.merge),
    ],
)
def test_a_name_leads_to_the_source_behind_it(name: str, call: str, leads: Any) -> None:
    listing, _, _ = told(name)
    behind = Behind()
    listings = behind.listings([loop_that_merges(type(TRAIN[name](TEXT)))])
    found = [
        listings[number]
        for (line, column), number in behind.links(listings[0]).items()
        if listing.lines[line - 1][column:].startswith(f"{call}(")
    ]
    source = textwrap.dedent(inspect.getsource(leads)).rstrip()
    assert {"\n".join(one.lines) for one in found} == {source}


def test_a_listing_keeps_the_numbers_of_the_file() -> None:
    listing = Listing.of(PairIndex.most_frequent)
    with open(inspect.getsourcefile(PairIndex) or "", encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, spans in listing.rows(head=True):
        code = "".join(text for _, text, _ in spans)
        assert lines[listing.first + number - 2].strip() == code.strip()


def test_a_function_without_python_has_no_listing() -> None:
    with pytest.raises(TokvizError, match="written in Python"):
        Listing.of(len)
