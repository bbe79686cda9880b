"""SentencePiece's BPE beside its own trainer and encoder.

What may remain different: of two pairs with the same count and the same joint spelling, it takes
either.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import (
    CATS,
    english,
    few_letters,
    japanese,
    pieces_of,
    scores_of,
    train_reference,
)
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram

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
    lines = tuple(CATS.split("\n"))
    for fallback, size in ((False, 25), (True, 281)):
        model = SentencePieceBPE.train(CATS, vocab_size=size, byte_fallback=fallback)
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


# ---- the trace -----------------------------------------------------------------------------


def test_the_last_step_of_the_replay_is_what_encoding_makes(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    encoded = [token_id for line in CATS.split("\n") for token_id in small.encode(line)]
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


def test_where_spaces_are_too_rare_a_pre_token_is_a_line() -> None:
    lines = ["ab" * 40, "a b" + "ab" * 40]
    trace = SentencePieceBPE.train(lines, vocab_size=20, character_coverage=0.98).trace
    assert trace is not None
    assert trace.whole == "line"
    read = "".join(str(trace.vocab[token_id]) for token_id in trace.token_ids(len(trace)))
    assert read == "".join(f" {line}" for line in lines).replace(" ", "<unk>")
    assert trace.gaps[1] == "\n"
    assert SentencePieceBPE.train("a b", vocab_size=20).trace.whole == "word"  # type: ignore[union-attr]


def test_the_encoding_trace_ends_in_what_encode_returns(small: SentencePieceBPE) -> None:
    text = "the chat 漢字!"
    trace = small.encode_trace(text)
    assert trace.token_ids(len(trace)) == small.encode(text)
    assert [step.token for step in trace.steps][:3] == ["he", "▁t", "▁the"]
    assert trace.whole == "word"


# ---- limits --------------------------------------------------------------------------------


def test_a_text_without_more_pairs_says_so() -> None:
    model = SentencePieceBPE.train("ab", vocab_size=100)
    assert model.trace is not None
    assert model.trace.stop_reason.startswith("No pair that may become a token is left after 3")


def test_a_vocabulary_below_the_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="vocab_size is 8, but 3 special tokens and the 10"):
        SentencePieceBPE.train(CATS, vocab_size=8)


def test_an_id_outside_the_vocabulary_is_refused(small: SentencePieceBPE) -> None:
    with pytest.raises(ValueError, match="but 99 is not among its"):
        small.decode([99])


def test_no_token_crosses_documents() -> None:
    model = SentencePieceBPE.train(["ab", "cd"] * 5, vocab_size=40)
    assert not any("bc" in token or "b▁c" in token for token in model.pieces.pieces)


def test_merges_are_announced_before_they_are_made() -> None:
    ranks: list[int] = []
    SentencePieceBPE.train(CATS, vocab_size=20, on_merge=ranks.append)
    assert ranks == list(range(7))


def test_unknown_characters_are_counted(small: SentencePieceBPE) -> None:
    assert small.count_unknown("the 漢字") == 2
