"""BPE-dropout in SentencePiece's BPE, beside the library's own."""

from collections import Counter
from pathlib import Path

import pytest
from sentencepiece import SentencePieceProcessor

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.checks.errors import TokvizError


def test_dropout_repeats_with_its_seed_and_loses_no_text(small: SentencePieceBPE) -> None:
    drawn = {tuple(small.sample("the cats chat", dropout=0.4, seed=seed)) for seed in range(50)}
    assert len(drawn) > 10
    assert {"".join(tokens) for tokens in drawn} == {"▁the▁cats▁chat"}
    assert small.sample("the cats", dropout=0.4, seed=3) == small.sample(
        "the cats", dropout=0.4, seed=3
    )


def test_without_dropout_all_is_merged_and_with_all_of_it_nothing(small: SentencePieceBPE) -> None:
    assert small.sample("the cats", dropout=0.0) == small.tokenize("the cats")
    assert small.sample("the cats", dropout=1.0) == list("▁the▁cats")


def test_what_dropout_left_out_is_in_the_trace(small: SentencePieceBPE) -> None:
    trace = small.encode_trace("the cats chat", dropout=0.5, seed=7)
    tokens = [small.vocab[token_id] for token_id in trace.ids]
    assert tokens == small.sample("the cats chat", dropout=0.5, seed=7)
    assert trace.skipped
    for skipped in trace.skipped:
        left, right = (small.vocab[token_id] for token_id in skipped.pair)
        assert left + right == skipped.token == small.vocab[skipped.token_id]
        assert skipped.pair in trace.mergeable
        assert 0 <= skipped.before <= len(trace)


def test_dropout_is_distributed_as_sentencepieces(tmp_path: Path, small: SentencePieceBPE) -> None:
    path = tmp_path / "dropout.model"
    small.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    draws = 2000
    ours = Counter(tuple(small.sample("the", dropout=0.3, seed=seed)) for seed in range(draws))
    reference = Counter(
        tuple(theirs.encode("the", out_type=str, enable_sampling=True, alpha=0.3, nbest_size=-1))
        for _ in range(draws)
    )
    for tokens in ours.keys() | reference.keys():
        assert ours[tokens] / draws == pytest.approx(reference[tokens] / draws, abs=0.06)


def test_a_dropout_that_is_no_probability_is_refused(small: SentencePieceBPE) -> None:
    with pytest.raises(TokvizError, match=r"dropout is 1\.5"):
        small.sample("a", dropout=1.5)
