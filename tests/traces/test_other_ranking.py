"""What another ranking takes of the same text, against a look at every pair."""

from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.recorded import recorded
from tests.slow_choices import counted, pair_scores
from tokviz import CharBPE, SentencePieceBPE, WordPiece
from tokviz.algorithms.wordpiece import smallest_vocab
from tokviz.samples.subwords import COURSE
from tokviz.traces.choice import RankedBy
from tokviz.traces.merges import MergeTrace
from tokviz.traces.other_ranking import OtherChoice, choice_by

BOTH: tuple[tuple[RankedBy, RankedBy], ...] = (("pair score", "count"), ("count", "pair score"))
texts = st.text("abc ", min_size=1, max_size=40)


def trace_of(text: str, ranked_by: RankedBy = "pair score") -> MergeTrace:
    vocab_size = smallest_vocab(text) + 25
    return recorded(WordPiece.train(text, vocab_size=vocab_size, ranked_by=ranked_by).trace)


def taken(ranked_by: RankedBy, trace: MergeTrace, k: int) -> OtherChoice:
    found = choice_by(ranked_by, trace, k)
    assert found is not None
    return found


def spelled(trace: MergeTrace, choice: OtherChoice) -> tuple[Any, ...]:
    return tuple(trace.vocab[token_id] for token_id in choice.pair)


def test_the_first_choices_of_the_course_differ() -> None:
    trace = trace_of(COURSE.text)
    assert spelled(trace, taken("pair score", trace, 0)) == ("a", "##b")
    assert spelled(trace, taken("count", trace, 0)) == ("##e", "##r")


@settings(max_examples=60)
@given(text=texts, k=st.integers(0, 8))
def test_what_training_ranks_by_takes_the_pair_that_training_took(text: str, k: int) -> None:
    for ranked_by, _ in BOTH:
        trace = trace_of(text, ranked_by)
        assume(k < len(trace))
        choice = taken(ranked_by, trace, k)
        assert choice.pair == trace.steps[k].pair
        assert trace.steps[k].score == (choice.count if ranked_by == "count" else choice.score)


@settings(max_examples=60)
@given(text=texts, k=st.integers(0, 8))
def test_the_other_ranking_takes_the_highest_and_of_several_the_first(text: str, k: int) -> None:
    for ranked_by, other in BOTH:
        trace = trace_of(text, ranked_by)
        assume(k < len(trace))
        counts, scores = counted(trace, k), pair_scores(trace, k)
        standing = counts if other == "count" else scores
        first = next(pair for pair in counts if standing[pair] == max(standing.values()))
        assert choice_by(other, trace, k) == OtherChoice(first, counts[first], scores[first])


def test_at_a_forced_step_it_is_the_pair_that_would_have_won() -> None:
    for ranked_by, _ in BOTH:
        free = trace_of(COURSE.text, ranked_by)
        weaker = next(pair for pair in free.pair_counts(0) if pair != free.steps[0].pair)
        left, right = (str(free.vocab[token_id]) for token_id in weaker)
        model = WordPiece.train(
            COURSE.text,
            vocab_size=smallest_vocab(COURSE.text) + 25,
            ranked_by=ranked_by,
            forced={0: (left, right)},
        )
        trace = recorded(model.trace)
        assert trace.steps[0].pair == weaker
        assert taken(ranked_by, trace, 0) == taken(ranked_by, free, 0)


@settings(max_examples=60)
@given(text=texts)
def test_by_count_it_is_what_bpe_would_merge_first(text: str) -> None:
    trace = trace_of(text)
    assume(len(trace))
    bpe = recorded(CharBPE.train(text, num_merges=1, end_of_word=None).trace)
    count = taken("count", trace, 0).count  # a letter that begins a word is another piece inside
    assert max(trace.pair_counts(0).values()) == count <= bpe.steps[0].count


def test_scores_are_exact_where_no_array_of_whole_numbers_holds_the_product() -> None:
    n = 2**33
    words = {"cd": n + 1, "ab": n}
    model = WordPiece.train_from_counts(words, vocab_size=20, ranked_by="count")
    trace = recorded(model.trace)
    assert taken("count", trace, 0).score == Fraction(1, n + 1)
    assert taken("pair score", trace, 0).score == Fraction(1, n)


def test_a_step_that_only_fills_the_vocabulary_up_takes_no_pair_of_the_text() -> None:
    """Pairs are left there, too long to become pieces: another ranking takes one of them."""
    text = "hug hug pug 12 34 aabb ab"
    trace = recorded(SentencePieceBPE.train(text, vocab_size=51, max_piece_length=2).trace)
    fill_ups = [k for k in range(len(trace)) if not trace.counts[k]]
    assert fill_ups[0] == 7
    for k in range(len(trace)):
        assert (choice_by("count", trace, k) is None) == (k in fill_ups)
        assert taken("pair score", trace, k).count > 0
