"""A replay names what its pairs lie inside of as the trace has it: no page decides it anew."""

import pytest

import tokviz
from tests.payload_reader import unpack
from tests.recorded import recorded
from tokviz.samples import sample
from tokviz.views.player.player import train_payload

TEXT = "low low\nlow lower"


def of_lines(text: str, vocab_size: int) -> tokviz.SentencePieceBPE:
    return tokviz.SentencePieceBPE.train(text, vocab_size=vocab_size, split_by_whitespace=False)


@pytest.mark.parametrize(
    ("model", "within"),
    [
        (tokviz.ByteBPE.train(TEXT, num_merges=2), ""),
        (tokviz.RegexBPE.train(TEXT, num_merges=2), "pre-token"),
        (tokviz.CharBPE.train(TEXT, num_merges=2), "word"),
        (tokviz.CharBPE.train("lower", num_merges=2), ""),
        (tokviz.WordPiece.train(TEXT, vocab_size=20), "word"),
        (tokviz.SentencePieceBPE.train(TEXT, vocab_size=14), "word"),
        (of_lines(TEXT, 14), "line"),
        (of_lines("low low", 9), ""),
        (of_lines("", 9), ""),
        (
            tokviz.SentencePieceBPE.train(TEXT, vocab_size=14, treat_whitespace_as_suffix=True),
            "word",
        ),
        (tokviz.WordPiece.train_from_counts({"low": 2}, vocab_size=9), "word"),
        (tokviz.ByteBPE.train(["", ""], num_merges=2), ""),
        (tokviz.ByteBPE.train([TEXT, "slow"], num_merges=2), "document"),
        (of_lines("low\nlower", 12), "line"),
    ],
)
def test_what_pairs_lie_inside_of_is_read_from_the_trace(
    model: tokviz.ByteBPE | tokviz.SentencePieceBPE, within: str
) -> None:
    header, _ = unpack(train_payload(recorded(model.trace)))
    assert header["within"] == within


def test_the_pair_that_stands_most_often_may_lie_across_a_cut() -> None:
    """By hand, on the page's own text: "e ▁" stands more often than the winner, and is no pair."""
    model = tokviz.SentencePieceBPE.train(sample("harbour").text, vocab_size=300, min_count=2)
    lines = sample("harbour").text.split("\n")
    written = [model.normalizer.normalize(line) for line in lines]
    first = recorded(model.trace).steps[0]
    assert (first.token, first.count) == ("he", sum(line.count("he") for line in written))
    assert sum(line.count("e▁") for line in written) > first.count
    assert not any("▁" in token[1:] for token in model.vocab.values())


def test_what_stands_for_a_rare_character_is_named_with_what_it_means() -> None:
    """With 98 %, the one "Z" gets no token of its own."""
    text = "low lower lowest " * 9
    rare = tokviz.SentencePieceBPE.train(f"{text}Z", vocab_size=16, character_coverage=0.98)
    header, _ = unpack(train_payload(recorded(rare.trace)))
    assert "<unk>" in {rare.vocab[i] for i in recorded(rare.trace).token_ids(0)}
    assert (header["special"], header["marks"]) == (
        False,
        ["▁", "<unk> (in place of a rare code point)"],
    )
    whole = tokviz.SentencePieceBPE.train(f"{text}Z", vocab_size=16, character_coverage=1.0)
    header, _ = unpack(train_payload(recorded(whole.trace)))
    assert header["marks"] == ["▁"]
