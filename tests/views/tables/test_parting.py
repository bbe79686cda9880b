"""Where two trainings part, in words: merges, rounds, and one beside the other."""

import re
from typing import Literal

import pytest

from tokviz import CharBPE, Unigram, WordPiece
from tokviz.samples import sample
from tokviz.text.labels import score_words, times
from tokviz.traces.parting import LearnedApart, Trace, learned_apart
from tokviz.views.tables.parting import (
    Needs,
    apart_html,
    needed_rows,
    order_html,
    parting_html,
    parting_step,
)

TIES: tuple[Literal["first seen", "last seen"], ...] = ("first seen", "last seen")
HARBOUR = sample("harbour").text


def merges(text: str) -> Trace:
    trace = CharBPE.train(text, num_merges=5).trace
    assert trace is not None
    return trace


def rounds(text: str, size: int) -> Trace:
    trace = Unigram.train(text, vocab_size=size).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize(
    ("learned", "told"),
    [
        ((), "Neither learned a token."),
        (("ab",), "Both learned the same 1 token."),
        (("ab", "cd"), "Both learned the same 2 tokens."),
    ],
)
def test_what_both_learned_is_counted(learned: tuple[str, ...], told: str) -> None:
    assert apart_html(LearnedApart(learned, (), ())) == f"<p>{told}</p>"


def test_of_two_that_learned_the_same_it_is_told_what_came_later() -> None:
    """In "ab ab cd cd" the tie of step 1 decides only which of the two comes first."""
    text = "ab ab cd cd"
    own, other = (
        CharBPE.train(text, num_merges=4, end_of_word=None, ties=ties).trace for ties in TIES
    )
    assert own is not None
    assert other is not None
    order = order_html(own, other)
    assert re.fullmatch(r"<code>.*ab.*</code> comes at step 2 below", order)
    told = apart_html(learned_apart(own, other), order)
    assert told == f"<p>Both learned the same 2 tokens, in another order: {order}.</p>"


def test_of_what_never_parts_or_never_comes_nothing_is_told() -> None:
    own = merges("ab ab cd cd")
    assert order_html(own, own) == ""
    assert order_html(own, merges("cd cd")) == ""
    assert order_html(rounds(HARBOUR, 140), own) == ""


def test_one_token_of_both_is_the_same() -> None:
    assert "<b>1</b> of the tokens that they learned is" in apart_html(
        LearnedApart(("ab",), ("cd",), ())
    )
    assert "<b>2</b> of the tokens that they learned are" in apart_html(
        LearnedApart(("ab", "ef"), ("cd",), ())
    )


def test_merges_beside_rounds_part_at_once_and_each_is_told() -> None:
    below, above = merges("low lower"), rounds(HARBOUR, 140)
    assert parting_step(above, below) == 1
    assert "Above, it begins with far too many pieces" in parting_html(above, below)
    assert "Above, tokens are joined" in parting_html(below, above)


def test_who_ranks_by_score_says_the_scores() -> None:
    text = sample("prose").text
    one = WordPiece.train(text, vocab_size=90).trace
    assert one is not None
    step = one.steps[0]
    pair = next(pair for pair in one.pair_counts(0) if pair != step.pair)
    spelled = (str(one.vocab[pair[0]]), str(one.vocab[pair[1]]))
    other = WordPiece.train(text, vocab_size=90, forced={0: spelled}).trace
    assert other is not None
    told = parting_html(one, other)
    for trace in (one, other):
        first = trace.steps[0]
        assert f"({times(first.count)}, score {score_words(first.score)})" in told
    assert "score" not in parting_html(merges("low lower"), merges("lower low"))


def test_what_is_lost_is_told_of_a_text_that_one_of_them_loses() -> None:
    needed = {
        "above": {"one": Needs(5, 0.0), "two": Needs(9, 0.0)},
        "below": {"one": Needs(4, 0.0), "two": Needs(2, 0.825)},
    }
    assert needed_rows({"above": 300, "below": 200}, needed) == [
        {"": "above", "vocabulary": 300, "tokens: one": 5, "tokens: two": 9, "lost %: two": 0.0},
        {"": "below", "vocabulary": 200, "tokens: one": 4, "tokens: two": 2, "lost %: two": 82.5},
    ]


def test_two_rounds_name_what_only_one_of_them_holds() -> None:
    large, small = rounds(HARBOUR, 140), rounds(HARBOUR, 110)
    told = parting_html(large, small)
    assert f"They differ from step {parting_step(large, small)} on." in told
    assert ", only there <code>" in told
    assert "They never differ." in parting_html(large, large)


def test_one_piece_is_one_piece() -> None:
    alone = Unigram.train("a", vocab_size=5, add_dummy_prefix=False).trace
    assert alone is not None
    assert "Above, there is 1 piece, " in parting_html(alone, rounds("hen pen hen", 9))


def test_rounds_of_two_texts_part_from_the_start_and_their_pieces_are_escaped() -> None:
    told = parting_html(rounds("<b> <b> <b>", 9), rounds("hen pen hen", 9))
    assert "They differ from the start." in told
    assert "<code>&lt;</code>" in told
    assert "<code><" not in told
