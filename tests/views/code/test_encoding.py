"""The code beside replays that do not train by merges: as many moments as the replay has steps."""

from dataclasses import replace
from typing import Any

import pytest

import tokviz
from tokviz.algorithms.merging.apply_merges import apply_merges
from tokviz.algorithms.merging.longest_match import LongestMatch, Pieces
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.lattice_totals import BestPaths
from tokviz.algorithms.pieces.unigram_trainer import UnigramTrainer
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.checks.errors import TokvizError
from tokviz.views.code.best_path import best_path
from tokviz.views.code.encoding import encoding
from tokviz.views.code.listing import Listing
from tokviz.views.code.matching import matching
from tokviz.views.code.rounds import rounds
from tokviz.views.code.telling import Telling
from tokviz.views.code.words import words
from tokviz.views.lattice.lattice import lattice_replay
from tokviz.views.stepper.matches import MOST_STEPS, match_replay
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.words import word_level_replay

TEXT = "the fen hen then went when the men sent ten hens. " * 3


def lit(telling: Telling, step: int, *listings: Listing) -> str:
    """The lit code of a step."""
    now = telling.moments[telling.steps[step]]
    return "\n".join(listings[spot.listing].lines[spot.line - 1].strip() for spot in now.lit)


def said(telling: Telling, step: int) -> str:
    """All that a step says, line by line, tokens in brackets."""
    names = {number: token for token, number in telling.tokens.items()}
    spelled = {number: word for word, number in telling.words.items()}
    lines = []
    for parts in telling.moments[telling.steps[step]].notes.values():
        words = ""
        for part in parts:
            value = part if isinstance(part, str) else telling.columns[part[1]][step]
            kind = "" if isinstance(part, str) else part[0]
            token = f"[{names[value]!s}]" if kind == "token" else value  # type: ignore[index]
            words += str(spelled[value] if kind == "words" else token)  # type: ignore[index]
        lines.append(words)
    return "\n".join(lines)


def test_encoding_lights_the_pair_that_came_off_the_heap() -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=12)
    trace, listing = model.encode_trace("the hen"), Listing.of(apply_merges)
    telling = encoding(listing, trace)
    assert len(telling.steps) == len(trace) + 1
    assert "look(place)" in lit(telling, 0, listing)
    for k, step in enumerate(trace.steps, start=1):
        assert "heappop(heap)" in lit(telling, k, listing)
        assert "row.join(" in lit(telling, k, listing)
        left, right = (model.vocab[token_id] for token_id in step.pair)
        assert f"left, right = [{left!s}] [{right!s}], rank = {step.rank}" in said(telling, k)
        assert f"{trace.num_tokens(k - 1)} → {trace.num_tokens(k)}" in said(telling, k)
    assert "while heap:" in lit(telling, len(trace), listing)
    assert "The heap is empty" in said(telling, len(trace))


def test_what_dropout_left_out_is_counted() -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=12)
    trace = model.encode_trace(TEXT, dropout=0.5, seed=1)
    telling, before = encoding(Listing.of(apply_merges), trace), [s.before for s in trace.skipped]
    for k in range(len(trace)):
        assert (f"{before.count(k)} left out" in said(telling, k + 1)) == (k in before)


def match_listings() -> tuple[Listing, Listing]:
    return Listing.of(LongestMatch.trace), Listing.of(Pieces.match)


def test_wordpiece_lights_each_try() -> None:
    trained = WordPiece.train("hen pen ten", vocab_size=smallest_vocab("hen pen ten") + 3)
    model = replace(trained, allowed_special="all", max_chars_per_word=8)
    trace, listings = model.encode_trace("hen [MASK] henz overlongword"), match_listings()
    replay = match_replay(trace, model.vocab)
    telling = matching(*listings, trace, steps=replay.steps)
    assert len(telling.steps) == replay.steps + 1
    shown = [lit(telling, k, *listings) for k in range(replay.steps + 1)]
    heard = [said(telling, k) for k in range(replay.steps + 1)]
    hits = [k for k, code in enumerate(shown) if "token_ids.append(token_id)" in code]
    assert len(hits) == sum(step.hit for step in trace.steps)
    assert "token_id = None" in "\n".join(heard)
    assert any('"nothing fits"' in code for code in shown)
    assert any('"special"' in code for code in shown)
    assert '"too long"' in shown[-1]
    assert "len(word) = 12" in heard[-1]
    assert "candidate = [hen]" in heard[1]


def test_tries_beyond_what_the_replay_shows_are_left_out() -> None:
    model = WordPiece.train(TEXT, vocab_size=smallest_vocab(TEXT) + 3)
    trace = model.encode_trace("sent " * MOST_STEPS)
    replay = match_replay(trace, model.vocab)
    telling = matching(*match_listings(), trace, steps=replay.steps)
    assert len(telling.steps) == replay.steps + 1
    assert {len(column) for column in telling.columns.values()} <= set(range(replay.steps + 2))


def test_where_the_replay_ends_within_a_long_word_the_code_tries_no_more() -> None:
    text = "ab" * 50
    model = replace(
        WordPiece.train("abab", vocab_size=smallest_vocab("abab")), max_chars_per_word=100
    )
    trace, listings = model.encode_trace(text), match_listings()
    replay = match_replay(trace, model.vocab)
    telling = matching(*listings, trace, steps=replay.steps)
    assert replay.steps == MOST_STEPS + 1 < len(trace.steps)
    assert len(telling.steps) == replay.steps + 1
    assert "candidate" in lit(telling, MOST_STEPS, *listings)
    assert "candidate" not in lit(telling, MOST_STEPS + 1, *listings)
    assert "word = [" in said(telling, MOST_STEPS + 1)


def test_the_best_path_lights_each_position_and_the_walk_back() -> None:
    model = Unigram.train(TEXT, vocab_size=40)
    trace = model.encode_trace("when hens")
    listings = Listing.of(Lattice.best_paths), Listing.of(BestPaths.path)
    telling = best_path(*listings, trace)
    assert len(telling.steps) == lattice_replay(trace).steps + 1
    for k, step in enumerate(trace.steps, start=1):
        assert "if rises(" in lit(telling, k, *listings)
        assert f"last[{step.position}] = [{step.best.piece}]" in said(telling, k)
        assert f"{len(step.arriving)} edges" in said(telling, k)
    assert "reversed(edges)" in lit(telling, len(telling.steps) - 1, *listings)


def test_the_rounds_light_expectation_pruning_and_the_cut() -> None:
    trace = Unigram.train(TEXT, vocab_size=30).trace
    assert trace is not None
    listings = Listing.of(Unigram.train), Listing.of(UnigramTrainer.train)
    telling = rounds(*listings, trace)
    assert len(telling.steps) == rounds_replay(trace).steps + 1
    assert "seed_pieces(" in lit(telling, 0, *listings)
    lines = {"em": "maximize(", "prune": "self._prune(", "final": "finalize("}
    for k, step in enumerate(trace.steps, start=1):
        assert lines[step.kind] in lit(telling, k, *listings)
        assert f"gone: {len(step.dropped)}, left: {len(step.pieces)}" in said(telling, k)
    last_pruning = max(k for k, step in enumerate(trace.steps, 1) if step.kind == "prune")
    assert "the rounds end" in said(telling, last_pruning)
    assert trace.stop_reason in said(telling, len(trace))


@pytest.mark.parametrize("unk_token", ["*|unk|*", None])
def test_the_word_list_lights_its_stages_and_look_ups(unk_token: str | None) -> None:
    model = WordLevel.train("one hen, two hens.", unk_token=unk_token)
    look_ups = model.encode_trace("two hens, three hens.")
    assert model.trace is not None
    replay = word_level_replay(model.trace, "", look_ups, unk_token=unk_token)
    listings = Listing.of(WordLevel.train), Listing.of(WordLevel.encode)
    telling = words(*listings, model.trace, look_ups, steps=replay.steps)
    assert len(telling.steps) == replay.steps + 1
    for k, name in enumerate(("documents", "words", "distinct", "vocab")):
        assert f"{name} = " in lit(telling, k, *listings)
    assert f"len(vocab) = {len(model.vocab)}" in said(telling, 3)
    assert "word = [two]" in said(telling, 4)
    fails = "raise UnknownWordError" in lit(telling, replay.steps, *listings)
    assert fails == (unk_token is None)


@pytest.mark.parametrize(
    ("tell", "functions", "gone"),
    [
        (encoding, [apply_merges], "heappop"),
        (rounds, [Unigram.train, UnigramTrainer.train], "maximize"),
        (best_path, [Lattice.best_paths, BestPaths.path], "rises"),
    ],
)
def test_code_that_does_something_else_is_noticed(tell: Any, functions: Any, gone: str) -> None:
    traces = {
        encoding: tokviz.ByteBPE.train(TEXT, num_merges=3).encode_trace("the"),
        rounds: Unigram.train(TEXT, vocab_size=30).trace,
        best_path: Unigram.train(TEXT, vocab_size=30).encode_trace("the"),
    }
    changed = [
        replace(listing, lines=tuple(line.replace(gone, "other") for line in listing.lines))
        for listing in map(Listing.of, functions)
    ]
    with pytest.raises(TokvizError, match=f"has not .*{gone}"):
        tell(*changed, traces[tell])
