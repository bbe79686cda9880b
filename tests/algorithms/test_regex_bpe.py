"""RegexBPE: the slow twin within pre-tokens, any text, saved models."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tokviz
from tests.nasty_text import hard_text, repetitive
from tests.slow_twins import train_slowly
from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE
from tokviz.algorithms.plain_bpe import encode as encode_plainly
from tokviz.files.errors import FormatError
from tokviz.samples import SAMPLES, Sample
from tokviz.text.pre_tokens import PatternError, split
from tokviz.text.tiktoken_splits import split_as_tiktoken

PATTERNS = [GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN]
# ---- training -------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", PATTERNS, ids=["gpt2", "gpt4", "o200k"])
@given(documents=st.lists(repetitive, max_size=3), merges=st.integers(0, 30))
@settings(max_examples=50)
def test_merges_are_the_slow_twins(pattern: str, documents: list[str], merges: int) -> None:
    tok = RegexBPE.train(documents, num_merges=merges, pattern=pattern)
    pieces = [piece.encode() for text in documents for piece in split_as_tiktoken(text, pattern)]
    assert list(tok.merges or ()) == train_slowly(pieces, merges).merges


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_merges_and_counts_on_a_sample_are_the_slow_twins(sample: Sample) -> None:
    trace = RegexBPE.train(sample.text, num_merges=40).trace
    assert trace is not None
    slow = train_slowly([p.encode() for p in split(sample.text, GPT2_PATTERN)], 40)
    assert [(s.pair, s.count) for s in trace.steps] == [(s.pair, s.count) for s in slow.steps]


def test_no_merge_reaches_over_the_border_of_a_pre_token() -> None:
    tok = RegexBPE.train("dog. dog! dog? " * 3, num_merges=50)
    assert not any(b"g." in token or b"g!" in token for token in tok.vocab.values())


def test_no_merge_crosses_documents() -> None:
    assert RegexBPE.train(["a", "b", "a", "b"], num_merges=5).merges == ()


@pytest.mark.parametrize(
    ("pattern", "merges"),
    [(r"(a)(b)", ((97, 98),)), (r"(?r)\w{2}", ((98, 99), (32, 97))), (r"b", ((99, 32), (256, 97)))],
)
def test_patterns_with_groups_gaps_and_directions_train_on_all_of_the_text(
    pattern: str, merges: tuple[tuple[int, int], ...]
) -> None:
    tok = RegexBPE.train("abc abc a", num_merges=9, pattern=pattern)
    slow = train_slowly([piece.encode() for piece in split("abc abc a", pattern)], 9)
    assert list(tok.merges or ()) == slow.merges
    assert (tok.merges or ())[: len(merges)] == merges


@given(text=repetitive)
@settings(max_examples=60)
def test_encoding_the_training_text_gives_the_last_step(text: str) -> None:
    tok = RegexBPE.train(text, num_merges=30)
    assert tok.trace is not None
    assert tok.encode(text) == tok.trace.token_ids(len(tok.trace))


def test_documents_encode_to_the_last_step_one_after_another() -> None:
    documents = ["the hen", " the pen", "", "the"]
    tok = RegexBPE.train(documents, num_merges=9)
    assert tok.trace is not None
    ids = [token_id for text in documents for token_id in tok.encode(text)]
    assert ids == tok.trace.token_ids(len(tok.trace))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "The text is empty"), ("a", "There is no pair to merge"), ("      ", "No pair is left")],
)
def test_training_that_stops_early_says_why(text: str, reason: str) -> None:
    trace = RegexBPE.train(text, num_merges=9).trace
    assert trace is not None
    assert trace.stop_reason.startswith(reason)


def test_a_broken_pattern_is_refused() -> None:
    with pytest.raises(PatternError, match="must be a regular expression"):
        RegexBPE.train("text", num_merges=1, pattern="(")


def test_a_broken_pattern_is_refused_on_empty_text_too() -> None:
    with pytest.raises(PatternError, match="must be a regular expression"):
        RegexBPE.train([], num_merges=1, pattern="(")


# ---- encoding -------------------------------------------------------------------------------


@given(training=repetitive, text=repetitive)
@example(training=":\U00018cd6", text=":\U00018d80")  # tiktoken's Unicode lacks the second letter
@settings(max_examples=80)
def test_encoding_new_text_is_the_slow_twins(training: str, text: str) -> None:
    tok = RegexBPE.train(training, num_merges=20)
    pre_tokens = split_as_tiktoken(text, GPT2_PATTERN)
    pieces = [encode_plainly(list(p.encode()), tok.merges or ()) for p in pre_tokens]
    assert tok.encode(text) == [token_id for piece in pieces for token_id in piece]


@pytest.mark.parametrize("pattern", [*PATTERNS, r"\w+", r"(a)|(?:b)", ""])
@given(text=hard_text)
@settings(max_examples=40)
def test_any_text_survives_encoding_and_decoding(pattern: str, text: str) -> None:
    tok = RegexBPE.train("the hen é 😄😄", num_merges=20, pattern=pattern)
    assert tok.decode(tok.encode(text)) == text


def test_pre_tokens_are_replayed_one_after_another(gpt2: RegexBPE) -> None:
    pre_tokens = [step.pre_token for step in gpt2.encode_trace("hello world again").steps]
    assert pre_tokens == sorted(pre_tokens)
    assert set(pre_tokens) == {0, 1, 2}


def test_a_lone_surrogate_is_encoded_as_u_fffd(gpt2: RegexBPE) -> None:
    assert gpt2.encode("a\ud800") == gpt2.encode("a\ufffd")


# ---- saving ---------------------------------------------------------------------------------


def test_a_saved_model_reads_as_minbpes(tmp_path: Path) -> None:
    tok = RegexBPE.train("ab ab", num_merges=2, pattern=r"\w+|\s", special_tokens=("<|x|>",))
    tok.save(tmp_path / "x.model")
    assert (tmp_path / "x.model").read_text() == "minbpe v1\n\\w+|\\s\n1\n<|x|> 257\n97 98\n"


@pytest.mark.parametrize("pattern", PATTERNS, ids=["gpt2", "gpt4", "o200k"])
def test_a_saved_model_loads_and_encodes_alike(tmp_path: Path, pattern: str) -> None:
    tok = RegexBPE.train("the hen, the pen 😄", num_merges=9, pattern=pattern)
    tok.save(tmp_path / "x.model")
    assert tokviz.load(tmp_path / "x.model").encode("then é") == tok.encode("then é")


def test_a_special_token_with_a_space_cannot_be_saved(tmp_path: Path) -> None:
    tok = RegexBPE.train("ab", num_merges=1, special_tokens=("<| x |>",))
    with pytest.raises(FormatError, match="white space"):
        tok.save(tmp_path / "x.model")


def test_tiktokens_ranks_cannot_be_saved_as_merges(gpt2: RegexBPE, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.model file lists merges.*Save it as \.tiktoken"):
        gpt2.save(tmp_path / "x.model")


# ---- data -----------------------------------------------------------------------------------


def test_a_trained_model_cannot_be_changed() -> None:
    tok = RegexBPE.train("ab", num_merges=1, special_tokens=("<|x|>",))
    with pytest.raises(TypeError):
        tok.special_tokens["<|y|>"] = 9  # type: ignore[index]
    with pytest.raises(TypeError):
        tok.vocab[0] = b""  # type: ignore[index]


def test_the_callers_mapping_of_special_tokens_is_copied() -> None:
    specials = {"<|x|>": 300}
    tok = RegexBPE.train("ab", num_merges=1, special_tokens=specials)
    specials["<|y|>"] = 301
    assert tok.special_tokens == {"<|x|>": 300}


def test_every_public_number_is_a_python_int(gpt2: RegexBPE) -> None:
    tok = RegexBPE.train("the hen<|x|>", num_merges=5, special_tokens=("<|x|>",))
    assert tok.trace is not None
    replay = gpt2.encode_trace("hello world")
    numbers = [
        *(number for pair in tok.merges or () for number in pair),
        *tok.special_tokens.values(),
        *tok.vocab,
        *tok.trace.token_ids(3),
        *(n for step in replay.steps for n in (step.rank, *step.pair, step.token_id)),
        *(n for step in replay.steps for n in (step.position, step.pre_token)),
        *gpt2.encode("hello"),
    ]
    assert {type(number) for number in numbers} == {int}


def test_characters_that_one_engine_does_not_know_are_cut_as_by_tiktoken() -> None:
    """U+0295 has another class in a later Unicode; a pre-token with it merges or does not."""
    text = "\u0295Bx " * 3
    pre_tokens = split_as_tiktoken(text, O200K_PATTERN)
    assert pre_tokens != split(text, O200K_PATTERN)
    tok = RegexBPE.train(text, num_merges=20, pattern=O200K_PATTERN)
    assert {token.decode() for token in tok.tokenize(text)} == set(pre_tokens)


def test_a_class_that_tiktoken_does_not_know_splits_as_ours() -> None:
    tok = RegexBPE.train("Ωab é", num_merges=2, pattern=r"[[:alpha:]]+|\p{IsGreek}|.")
    assert tok.decode(tok.encode("Ωab é")) == "Ωab é"
