"""What single words add to an EM step makes up what the trainer counted."""

import math
from typing import Any

import pytest

from tests.sentencepiece_reference import japanese
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.pieces.word_uses import word_uses
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.traces.rounds import NO_PIECE, EmStep, UnigramTrace

RARE = "the cat sat\nthe cat ran\nthe hat sat\n" * 40 + "the Ω cat\n"
TEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "harbour": (sample("harbour").text, {"vocab_size": 140}),
    "rare characters": (RARE, {"vocab_size": 30, "character_coverage": 0.99}),
    "required, but absent": (RARE, {"vocab_size": 30, "required_chars": "z"}),
    "marks behind words": (RARE, {"vocab_size": 40, "treat_whitespace_as_suffix": True}),
}


def train(text: str | list[str], **settings: Any) -> UnigramTrace:
    trace = Unigram.train(text, **settings).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize("name", TEXTS)
def test_all_words_add_up_to_what_the_step_recorded(name: str) -> None:
    text, settings = TEXTS[name]
    trace = train(text, **settings)
    corpus = PieceSettings(**{n: v for n, v in settings.items() if n != "vocab_size"}).read(
        text, 999
    )
    for k, step in enumerate(trace.steps):
        if not isinstance(step, EmStep):
            continue
        total = dict.fromkeys(step.counted.tolist(), 0.0)
        for word, count in zip(corpus.words, corpus.counts.tolist(), strict=True):
            for seed, uses in word_uses(trace, k, word).lattice.expected_counts().items():
                total[int(step.counted[0]) if seed == NO_PIECE else seed] += count * uses
        for seed, counted in zip(step.counted.tolist(), step.expected_counts.tolist(), strict=True):
            assert total[seed] == pytest.approx(counted, rel=2e-4, abs=2e-4), trace.seeds[seed]


def test_a_word_by_hand() -> None:
    """▁ab is cut as ▁|a|b, ▁|ab, ▁a|b or ▁ab; shares are products of probabilities."""
    trace = train("ab ab ab a b", vocab_size=9)
    found = word_uses(trace, 0, "▁ab")
    p = trace.vocabulary(0)
    ways = [("▁", "a", "b"), ("▁", "ab"), ("▁a", "b"), ("▁ab",)]
    weights = {
        way: math.exp(sum(p[piece] for piece in way)) for way in ways if all(x in p for x in way)
    }
    whole = sum(weights.values())
    assert len(weights) > 1
    for row in found.pieces:
        share = sum(w for way, w in weights.items() if row.piece in way) / whole
        assert row.in_word == pytest.approx(share)
        assert row.before == pytest.approx(math.exp(p[row.piece]))
    assert {row.piece for row in found.pieces} == {piece for way in weights for piece in way}


def test_probabilities_are_those_that_the_step_left() -> None:
    trace = train(sample("harbour").text, vocab_size=140)
    found = word_uses(trace, 0, "▁lighthouse")
    left = trace.vocabulary(1)
    dropped = [row.piece for row in found.pieces if row.after is None]
    assert dropped
    for row in found.pieces:
        assert (row.after is None) == (row.piece not in left) == (row.in_text < 0.5)
        if row.after is not None:
            assert row.after == math.exp(left[row.piece])
    assert [*found.pieces] == sorted(found.pieces, key=lambda row: -row.in_word)
    assert found.num_unknown == 0


def test_japanese_words_of_one_line_are_looked_at_alike() -> None:
    lines = japanese(12)
    trace = train(lines, vocab_size=400, character_coverage=1.0)
    found = word_uses(trace, 0, "▁" + "".join(lines[0].split())[:20])
    assert sum(row.in_word * len(row.piece) for row in found.pieces) == pytest.approx(
        len(found.lattice.text)
    )


@pytest.mark.parametrize("k", [-1, 2, 99])
def test_other_steps_are_refused(k: int) -> None:
    trace = train("ab ab ab a b", vocab_size=9)
    with pytest.raises(TokvizError, match=rf"Step {k} is no EM step.*\[0, 1"):
        word_uses(trace, k, "▁ab")


def test_an_empty_word_is_refused() -> None:
    trace = train("ab ab ab a b", vocab_size=9)
    with pytest.raises(TokvizError, match="Give one of the text"):
        word_uses(trace, 0, "")


def test_a_required_character_that_stands_nowhere_does_not_empty_the_first_cut() -> None:
    """Its log-probability is minus infinity at the start, and the unknown's was taken from it."""
    text = "Ω cat the\n" + "the cat sat\nthe cat ran\nthe hat sat\n" * 200
    trace = train(text, vocab_size=40, required_chars="z", character_coverage=0.98)
    assert "".join(trace.sentence[0]) == "▁Ω▁cat▁the"
