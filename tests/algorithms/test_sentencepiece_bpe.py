"""SentencePiece's BPE beside its own trainer and encoder.

What may remain different: of two pairs with the same count and the same joint spelling, it takes
either.
"""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import (
    english,
    few_letters,
    japanese,
    pieces_of,
    scores_of,
    train_reference,
)
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.text.errors import TokvizError

SMALL = "the cat sat on the mat\nthe cats chat\n"


@pytest.fixture(scope="module")
def small() -> SentencePieceBPE:
    return SentencePieceBPE.train(SMALL, vocab_size=30)


# ---- parity --------------------------------------------------------------------------------


def test_english_pieces_equal_sentencepieces_in_order() -> None:
    text = english(150_000)
    model = SentencePieceBPE.train(text, vocab_size=2000)
    reference = train_reference(tuple(text.split("\n")), "bpe", 2000)
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert list(model.pieces.scores) == scores_of(reference)


@pytest.mark.parametrize("vocab_size", [600, 3000])
def test_japanese_and_mixed_scripts_equal_sentencepieces(vocab_size: int) -> None:
    lines = japanese(1000)
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=vocab_size)
    assert list(model.pieces.pieces) == pieces_of(train_reference(tuple(lines), "bpe", vocab_size))


@pytest.mark.parametrize("seed", range(20))
def test_tiny_alphabets_equal_sentencepieces(seed: int) -> None:
    lines = few_letters(seed)
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=40)
    assert list(model.pieces.pieces) == pieces_of(train_reference(tuple(lines), "bpe", 40))


@pytest.mark.parametrize("seed", range(20))
def test_where_no_pair_is_left_the_vocabulary_is_filled_up_alike(seed: int) -> None:
    lines = few_letters(seed)[:6]
    model = SentencePieceBPE.train(lines, vocab_size=400)
    reference = train_reference(tuple(lines), "bpe", 400)
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert list(model.pieces.scores) == scores_of(reference)


def test_pieces_that_fill_up_have_the_count_0_and_change_nothing() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=20).trace
    assert trace is not None
    filled = [step for step in trace.steps if not step.count]
    assert [step.token for step in filled] == ["ba", "▁a", "aba", "abab"]
    for step in filled:
        assert trace.token_ids(step.rank) == trace.token_ids(step.rank + 1)
        assert step.pair not in trace.pair_counts(step.rank)
        assert trace.choice(step.rank).rule.startswith("Nothing is left to join")


def test_training_may_stop_instead_of_filling_up() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=20, fill_up=False).trace
    assert trace is not None
    assert [step.token for step in trace.steps if not step.count] == []
    assert trace.stop_reason.startswith("No pair that may become a token is left after")


def test_every_held_out_line_is_encoded_alike() -> None:
    training, held_out = english(60_000).split("\n"), english(60_000, start=150_000).split("\n")
    training += japanese(300)
    model = SentencePieceBPE.train("\n".join(training), vocab_size=1500)
    reference = train_reference(tuple(training), "bpe", 1500)
    for line in [*held_out, *japanese(400)[300:], "未知語 unseen Ω", "  a  b ", ""]:
        assert model.encode(line) == reference.encode(line)
        assert model.tokenize(line) == reference.encode(line, out_type=str)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"byte_fallback": True}, {"byte_fallback": True}),
        ({"normalization": "identity"}, {"normalization_rule_name": "identity"}),
        ({"max_piece_length": 4}, {"max_sentencepiece_length": 4}),
        ({"split_digits": True}, {"split_digits": True}),
        ({"split_by_script": False}, {"split_by_unicode_script": False}),
        ({"character_coverage": 0.98}, {"character_coverage": 0.98}),
    ],
)
def test_settings_mean_what_they_mean_in_sentencepiece(
    ours: dict[str, object], theirs: dict[str, object]
) -> None:
    lines = [*japanese(200), *english(15_000).split("\n"), "a<s>b x</s>"]
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=700, **ours)  # type: ignore[arg-type]
    reference = train_reference(tuple(lines), "bpe", 700, **theirs)
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert [model.encode(line) for line in lines] == reference.encode(lines)


@settings(max_examples=100, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_text_is_encoded_as_sentencepiece_does(text: str) -> None:
    lines = tuple(SMALL.split("\n"))
    for fallback, size in ((False, 25), (True, 281)):
        model = SentencePieceBPE.train(SMALL, vocab_size=size, byte_fallback=fallback)
        reference = train_reference(lines, "bpe", size, byte_fallback=fallback)
        assert model.encode(text) == reference.encode(text)
        assert model.decode(model.encode(text)) == reference.decode(reference.encode(text))


@pytest.mark.parametrize(
    ("lines", "vocab_size"),
    [
        (["a\tb"] * 3, 8),
        (["a\x1fb", "ab"] * 5, 7),
        (["a▅b", "ab", "ab"], 7),
        (["ab\r", "ab\r", "c\rd"], 10),
        (["q" * 1398 + "ab", "ab", "cd", "cd"], 11),
        (["ն։"] * 4, 7),
    ],
    ids=["tab", "unit separator", "mark", "carriage return", "long word", "Armenian"],
)
@pytest.mark.parametrize("model", [SentencePieceBPE, Unigram])
def test_edges_of_the_corpus_equal_sentencepieces(
    model: type[SentencePieceBPE | Unigram], lines: list[str], vocab_size: int
) -> None:
    algorithm = "bpe" if model is SentencePieceBPE else "unigram"
    trained = model.train(
        lines, vocab_size=vocab_size, normalization="identity", max_piece_length=2
    )
    reference = train_reference(
        tuple(lines),
        algorithm,
        vocab_size,
        normalization_rule_name="identity",
        max_sentencepiece_length=2,
        max_sentence_length=4000,
    )
    assert list(trained.pieces.pieces) == pieces_of(reference)
    assert list(trained.pieces.scores) == scores_of(reference)


# ---- rules ---------------------------------------------------------------------------------


def test_of_equal_counts_the_shorter_then_the_first_in_code_point_order() -> None:
    model = SentencePieceBPE.train("bd ac", vocab_size=12)
    assert model.trace is not None
    assert [step.token for step in model.trace.steps][:3] == ["ac", "bd", "▁ac"]


def test_a_spelling_is_learned_once() -> None:
    lines = few_letters(1)
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=150)
    assert len(set(model.pieces.pieces)) == len(model.pieces.pieces)


@pytest.mark.parametrize(
    ("piece", "allowed"),
    [
        ("abc", True),
        ("▁abc", True),
        ("▁", True),
        ("a▁b", False),
        ("a1", False),
        ("2024", True),
        ("カーひ漢", True),
        ("漢a", False),
        ("x\u0331", True),
        ("\u0331x", True),
        ("한국", True),
        ("a▅", False),
        ("ն։", False),  # U+0589 is Common there, Armenian in newer Unicode
        ("a\u200db", True),
        ("", False),
        ("x" * 16, True),
        ("x" * 17, False),
    ],
)
def test_which_strings_may_be_pieces(piece: str, allowed: bool) -> None:
    assert PieceRules().allows(piece) is allowed


def test_digits_may_be_kept_apart() -> None:
    rules = PieceRules(split_digits=True)
    assert [rules.allows(piece) for piece in ("1", "12", "▁1", "ab")] == [True, False, False, True]


def test_required_characters_come_last_by_falling_count(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    characters = small.pieces.pieces[3 + len(small.trace) :]
    assert characters == tuple("▁tahcesmno")


# ---- the trace -----------------------------------------------------------------------------


def test_the_last_step_of_the_replay_is_what_encoding_makes(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    encoded = [token_id for line in SMALL.split("\n") for token_id in small.encode(line)]
    assert small.trace.token_ids(len(small.trace)) == encoded


def test_the_trace_counts_what_stands_in_the_text(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    for step in small.trace.steps:
        assert small.trace.pair_counts(step.rank).get(step.pair, 0) == step.count


def test_each_step_joins_its_pair(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    for step in small.trace.steps:
        left, right = (small.vocab[token_id] for token_id in step.pair)
        assert (left + right, step.token_id) == (step.token, 3 + step.rank)


def test_the_replay_begins_with_the_normalized_text(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    text = "".join(small.vocab[token_id] for token_id in small.trace.token_ids(0))
    assert text == "▁the▁cat▁sat▁on▁the▁mat▁the▁cats▁chat"
    assert [gap for gap in small.trace.gaps if gap] == ["\n"]
    assert "shortest token, then the first in code point order" in small.trace.rule.words


def test_rare_characters_stand_as_the_unknown_token() -> None:
    model = SentencePieceBPE.train("a " * 100 + "漢", vocab_size=6, character_coverage=0.99)
    assert model.trace is not None
    assert model.trace.token_ids(0).count(0) == 1


def test_the_encoding_trace_ends_in_what_encode_returns(small: SentencePieceBPE) -> None:
    text = "the chat 漢字!"
    trace = small.encode_trace(text)
    assert trace.token_ids(len(trace)) == small.encode(text)
    assert [step.token for step in trace.steps][:3] == ["he", "▁t", "▁the"]


# ---- dropout -------------------------------------------------------------------------------


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
    tokens = [small.vocab[token_id] for token_id in trace.token_ids(len(trace))]
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


# ---- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n", "   ", []])
def test_an_empty_text_trains_to_special_tokens_and_says_why(text: str | list[str]) -> None:
    model = SentencePieceBPE.train(text)
    assert dict(model.vocab) == {0: "<unk>", 1: "<s>", 2: "</s>"}
    assert model.trace is not None
    assert model.trace.stop_reason == "The text is empty, so there is no pair to merge."
    assert model.encode("abc") == [0]


@pytest.mark.parametrize("text", ["a", "ab", "aaaa aaaa", "Ω"])
def test_very_short_texts_train(text: str) -> None:
    model = SentencePieceBPE.train(text)
    assert model.decode(model.encode(text)) == text


def test_a_text_without_more_pairs_says_so() -> None:
    model = SentencePieceBPE.train("ab", vocab_size=100)
    assert model.trace is not None
    assert model.trace.stop_reason.startswith("No pair that may become a token is left after 3")


def test_a_vocabulary_below_the_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="vocab_size is 8, but 3 special tokens and the 10"):
        SentencePieceBPE.train(SMALL, vocab_size=8)


def test_an_id_outside_the_vocabulary_is_refused(small: SentencePieceBPE) -> None:
    with pytest.raises(ValueError, match="id 99 is not in the vocabulary"):
        small.decode([99])


def test_no_token_crosses_documents() -> None:
    model = SentencePieceBPE.train(["ab", "cd"] * 5, vocab_size=40)
    assert not any("bc" in token or "b▁c" in token for token in model.pieces.pieces)


def test_merges_are_announced_before_they_are_made() -> None:
    ranks: list[int] = []
    SentencePieceBPE.train(SMALL, vocab_size=20, on_merge=ranks.append)
    assert ranks == list(range(7))


def test_unknown_characters_are_counted(small: SentencePieceBPE) -> None:
    assert small.count_unknown("the 漢字") == 2
