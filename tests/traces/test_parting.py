"""Where two trainings part, and what only one of them learned."""

from tests.algorithms.merging.test_forced import tokens_of
from tests.traces.test_merges import char_trace
from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, Unigram, WordPiece
from tokviz.samples import sample
from tokviz.traces.parting import first_parting, first_rounds_parting, learned_apart, pieces_after


def test_ends_of_words_part_two_trainings() -> None:
    without = char_trace("es est es", end_of_word=None)
    with_ends = char_trace("es est es", end_of_word="</w>")
    assert [step.token for step in without.steps] == ["es", "est"]
    assert [step.token for step in with_ends.steps][:2] == ["es", "es</w>"]
    assert first_parting(without, with_ends) == 1


def test_a_training_does_not_part_from_itself() -> None:
    trace = char_trace("low lower", end_of_word="</w>")
    assert first_parting(trace, trace) is None


def test_a_shorter_training_parts_where_it_ends() -> None:
    assert (
        first_parting(char_trace("ab", end_of_word=None), char_trace("abc", end_of_word=None)) == 1
    )


def test_a_forced_step_is_where_trainings_part() -> None:
    text = sample("rhyme").text
    own = ByteBPE.train(text, num_merges=20).trace
    assert own is not None
    later = min(pair for pair in own.pair_counts(6) if pair != own.steps[6].pair)
    other = ByteBPE.train(text, num_merges=20, forced={6: tokens_of(own, later)}).trace
    assert other is not None
    assert first_parting(own, other) == 6
    apart = learned_apart(own, other)
    assert len(apart.both) + len(apart.only_one) == len(own)
    assert len(apart.both) + len(apart.only_other) == len(other)


def test_text_beside_bytes_is_compared_by_its_bytes() -> None:
    """Both join t and h first; the marker of WordPiece says how, not what."""
    text = "th th th a"
    of_bytes = RegexBPE.train(text, num_merges=1, pattern=r"\w+").trace
    of_text = CharBPE.train(text, num_merges=1, end_of_word=None).trace
    pieces = WordPiece.train(text, vocab_size=20).trace
    spaced = SentencePieceBPE.train(text, vocab_size=20).trace
    assert of_bytes is not None
    assert of_text is not None
    assert pieces is not None
    assert spaced is not None
    assert first_parting(of_bytes, of_text) is None
    assert learned_apart(of_bytes, pieces).both == (b"th",)
    assert first_parting(of_text, pieces) == 0  # "h" is not "##h"
    assert first_parting(of_bytes, spaced) == 1  # the one of bytes has ended


def test_unigram_learned_the_pieces_that_are_left() -> None:
    text = sample("rhyme").text
    merged = ByteBPE.train(text, num_merges=30).trace
    pruned = Unigram.train(text, vocab_size=60).trace
    assert merged is not None
    assert pruned is not None
    apart = learned_apart(merged, pruned)
    assert b" the" in apart.both
    assert all(len(piece) > 1 for piece in apart.only_other)


def test_rounds_part_where_other_pieces_are_left() -> None:
    text = sample("harbour").text
    large, small = (Unigram.train(text, vocab_size=size).trace for size in (140, 110))
    assert large is not None
    assert small is not None
    assert first_rounds_parting(large, large) is None
    k = first_rounds_parting(large, small)
    assert k is not None
    assert pieces_after(large, k - 1) == pieces_after(small, k - 1)
    assert k > min(len(large), len(small)) or pieces_after(large, k) != pieces_after(small, k)


def test_rounds_of_two_texts_part_from_the_start() -> None:
    one, other = (Unigram.train(text, vocab_size=12).trace for text in ("low lower", "hen pen"))
    assert one is not None
    assert other is not None
    assert first_rounds_parting(one, other) == 0


def test_rounds_part_where_only_one_goes_on() -> None:
    """Both prune to the same pieces; then one more falls to the cut of the smaller."""
    text = sample("rhyme").text
    one, other = (Unigram.train(text, vocab_size=size).trace for size in (60, 59))
    assert one is not None
    assert other is not None
    assert max(len(one), len(other)) == first_rounds_parting(one, other) == 4
