"""The public contract: the names that other people's code may rely on."""

import copy
import pickle
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tokviz
from tests.recorded import recorded
from tokviz.text.pre_tokens import well_formed

TEXT = (
    "low low low low low lower lower newest newest newest newest newest newest "
    "widest widest widest. The tokenizers learn from the tokens of the text."
)
TRAINED: dict[str, Any] = {
    "ByteBPE": tokviz.ByteBPE.train(TEXT, vocab_size=276),
    "RegexBPE": tokviz.RegexBPE.train(
        TEXT, vocab_size=280, pattern=tokviz.GPT2_PATTERN, special_tokens=("<|endoftext|>",)
    ),
    "CharBPE": tokviz.CharBPE.train(TEXT, num_merges=20, end_of_word="</w>"),
    "CharBPE without </w>": tokviz.CharBPE.train(TEXT, num_merges=20, end_of_word=None),
    "WordPiece": tokviz.WordPiece.train(TEXT, vocab_size=70, lowercase=False),
    "WordPiece, folded": tokviz.WordPiece.train(TEXT, vocab_size=70, lowercase=True),
    "WordPiece, other special tokens": tokviz.WordPiece.train(
        TEXT, vocab_size=70, special_tokens=("[UNK]", "[X]")
    ),
    "SentencePieceBPE": tokviz.SentencePieceBPE.train(TEXT, vocab_size=1000),
    "Unigram": tokviz.Unigram.train(TEXT, vocab_size=60),
    "WordLevel": tokviz.WordLevel.train(
        TEXT, unk_token="*|unk|*", special_tokens=("*|endoftext|*",)
    ),
    "Whitespace": tokviz.Whitespace(),
    "CodePoints": tokviz.CodePoints(),
    "Utf8Bytes": tokviz.Utf8Bytes(),
}
MERGING = (
    "ByteBPE",
    "RegexBPE",
    "CharBPE",
    "CharBPE without </w>",
    "WordPiece",
    "SentencePieceBPE",
)
WHOLE = [(name, suffix) for name, tok in TRAINED.items() for suffix in tok.formats]

every = pytest.mark.parametrize("name", TRAINED)
merging = pytest.mark.parametrize("name", MERGING)


@every
def test_encode_gives_ints_and_decode_a_str(name: str) -> None:
    tok = TRAINED[name]
    ids = tok.encode("lower widest")
    assert ids
    assert all(type(token_id) is int for token_id in ids)
    assert isinstance(tok.decode(ids), str)


@every
def test_a_batch_is_each_text_on_its_own(name: str) -> None:
    tok = TRAINED[name]
    texts = ["lower widest", "", "newest"]
    assert tok.encode_batch(texts) == [tok.encode(text) for text in texts]


@every
def test_two_surrogates_are_the_character_they_spell(name: str) -> None:
    tok = TRAINED[name]
    broken, whole = "low\ud83d\ude04 est", "low😄 est"
    assert tok.encode(broken) == tok.encode(whole)
    assert tok.token_spans(broken) == tok.token_spans(whole)


@every
@pytest.mark.parametrize("wrong", [b"low", None, 5, ["low"]])
def test_what_is_no_text_is_said_to_be_none(name: str, wrong: object) -> None:
    tok = TRAINED[name]
    for method in (tok.encode, tok.tokenize, tok.encode_trace, tok.token_spans):
        with pytest.raises(TypeError, match=r"A text is a str, but .* (Decode|Give) "):
            method(wrong)


@every
@pytest.mark.parametrize("wrong", ["0", 1.0, True, None, [0]])
def test_an_id_that_is_no_whole_number_is_refused(name: str, wrong: object) -> None:
    with pytest.raises(tokviz.TokvizError, match="An id is a whole number, but"):
        TRAINED[name].decode([wrong])


HOSTILE = (
    *(
        "",
        " ",
        "\n\n",
        "  low  est ",
        "\ud83d\ude04\ud800",
        "\ufeffe\u0301\u0323 ﬁne ①Ａ",
        "👩\u200d🚀",
    ),
    *("\x00\t\x1f low", "▁low</w> ##est", "İstanbul ǅ", "東京low한글", "\u2028\u0085x\u3000y"),
    "x" * 300,
)


@every
@pytest.mark.parametrize("text", HOSTILE)
def test_every_token_says_where_it_stands(name: str, text: str) -> None:
    """In order, within the text, and all but white space, marks and folded text is covered."""
    tok = TRAINED[name]
    spans = tok.token_spans(text)
    assert len(spans) == len(tok.encode(text))
    size = len(well_formed(text).encode())
    edge = 0
    for start, end in spans:
        assert edge <= start <= end <= size
        edge = end
    if name in ("ByteBPE", "RegexBPE", "Utf8Bytes", "CodePoints"):
        assert sum(end - start for start, end in spans) == size


@every
def test_tokenize_gives_the_tokens_of_the_ids(name: str) -> None:
    tok = TRAINED[name]
    kind = bytes if name in ("ByteBPE", "RegexBPE", "Utf8Bytes") else str
    tokens = tok.tokenize("lower widest")
    assert all(type(token) is kind for token in tokens)
    assert len(tokens) == len(tok.encode("lower widest"))


@pytest.mark.parametrize("name", [name for name in TRAINED if name != "CodePoints"])
def test_the_vocabulary_is_a_mapping_dense_from_0(name: str) -> None:
    vocab = TRAINED[name].vocab
    assert isinstance(vocab, Mapping)
    assert sorted(vocab) == list(range(len(vocab)))


@merging
def test_a_merge_step_says_all_it_must(name: str) -> None:
    trace = TRAINED[name].trace
    for k, step in enumerate(trace.steps):
        assert step.rank == k
        assert all(type(part) is int for part in step.pair)
        assert step.token == TRAINED[name].vocab[step.token_id]
        assert trace.pair_counts(k)[step.pair] == step.count
        assert isinstance(step.score, int | Fraction)


@merging
def test_the_trace_replays_the_text(name: str) -> None:
    trace = TRAINED[name].trace
    for k in range(len(trace.steps) + 1):
        assert len(trace.token_ids(k)) == trace.num_tokens(k)
    assert trace.stop_reason


@pytest.mark.parametrize("name", [*MERGING, "Unigram"])
def test_a_step_that_chose_nothing_is_named(name: str) -> None:
    trace = TRAINED[name].trace
    with pytest.raises(IndexError, match=r"chose nothing: training ended after .* Ask for"):
        trace.choice(len(trace))
    for kind in (IndexError, tokviz.TokvizError):
        for k in (-1, len(trace), len(trace) + 9):
            with pytest.raises(kind, match=f"Ask for a step from 0 to {len(trace) - 1}"):
                trace.choice(k)
    with pytest.raises(tokviz.TokvizError, match="The number of a step is a whole number"):
        trace.choice("1")


@every
def test_encoding_is_traced_in_order(name: str) -> None:
    trace = TRAINED[name].encode_trace("lower widest")
    assert len(trace.steps) > 0
    assert trace.ids == TRAINED[name].encode("lower widest")


@pytest.mark.parametrize(("name", "suffix"), WHOLE)
def test_a_saved_model_encodes_alike_and_has_no_trace(
    name: str, suffix: str, tmp_path: Path
) -> None:
    """Of its own formats each holds all of it, letters that stood once and no merge has, too."""
    path = tmp_path / f"saved{suffix}"
    TRAINED[name].save(path)
    loaded = tokviz.load(path)
    text = "lower widest. Tz unseen\ttokens é"
    assert dict(loaded.vocab) == dict(TRAINED[name].vocab)
    assert loaded.encode(text) == TRAINED[name].encode(text)
    assert loaded.decode(loaded.encode(text)) == TRAINED[name].decode(loaded.encode(text))
    assert loaded.special_ids == TRAINED[name].special_ids
    assert loaded.trace is None


def test_documents_are_trained_on_without_merging_across() -> None:
    tok = tokviz.ByteBPE.train(["ab", "ab", "ba"], num_merges=5)
    assert [step.token for step in recorded(tok.trace).steps] == [b"ab", b"ba"]


def test_gpt2_needs_no_network() -> None:
    ids = tokviz.gpt2().encode("Hello, do you like a cup of chinese tea?")
    assert ids == [15496, 11, 466, 345, 588, 257, 6508, 286, 442, 3762, 8887, 30]


def test_our_engine_takes_tiktokens_ranks() -> None:
    tok = tokviz.RegexBPE.from_tiktoken(tokviz.gpt2())
    text = "In the sunlit terraces of someunknowPlace. 안녕하세요 👏🏻"
    assert tok.encode(text) == tokviz.gpt2().encode(text)
    assert tok.encode_trace(text).ids == tok.encode(text)


def test_special_tokens_take_the_ids_after_the_last_merge() -> None:
    tok = TRAINED["RegexBPE"]
    last = 256 + len(tok.trace.steps)
    assert tok.encode("<|endoftext|>", allowed_special="all") == [last]
    assert tok.encode_ordinary("<|endoftext|>") != [last]
    with pytest.raises(ValueError, match="allowed_special"):
        tok.encode("<|endoftext|>")


def test_special_tokens_can_be_given_ids() -> None:
    tok = TRAINED["RegexBPE"].with_special_tokens({"<|x|>": 5000})
    assert tok.encode("<|x|>", allowed_special={"<|x|>"}) == [5000]


def test_ids_of_special_tokens_are_ints_whatever_gave_them() -> None:
    given: Any = {"<|x|>": np.int64(300)}
    tok = tokviz.RegexBPE.train("low", num_merges=1, special_tokens=given)
    assert [type(token_id) for token_id in tok.encode("<|x|>", allowed_special="all")] == [int]


@pytest.mark.parametrize("without_order", [{"<|x|>"}, iter(["<|x|>"]), None])
def test_special_tokens_stand_in_an_order(without_order: Any) -> None:
    """A set gives other ids in every process, and what can be read once is empty when needed."""
    with pytest.raises(TypeError, match="sequence of strings or a mapping"):
        tokviz.RegexBPE.train("low", num_merges=1, special_tokens=without_order)


@pytest.mark.parametrize("kind", [tokviz.WordPiece, tokviz.SentencePieceBPE, tokviz.Unigram])
def test_a_vocabulary_without_an_end_is_as_large_as_the_text_allows(kind: Any) -> None:
    few, many = (kind.train("low lower " * 9, vocab_size=size) for size in (10**6, 10**19))
    assert dict(many.vocab) == dict(few.vocab)


@pytest.mark.parametrize("kind", [tokviz.SentencePieceBPE, tokviz.Unigram])
@pytest.mark.parametrize("wrong", [None, 5, b"low", ["low", b"low"], [None]])
def test_pieces_are_learned_from_text_alone(kind: Any, wrong: object) -> None:
    with pytest.raises(TypeError, match=r"A text is a str, but .* (Decode|Give) "):
        kind.train(wrong, vocab_size=20)


def test_char_bpe_may_leave_the_end_of_a_word_open() -> None:
    tok = TRAINED["CharBPE"]
    assert tok.tokenize("low")[-1].endswith("</w>")
    assert not tok.tokenize("low", mark_end=False)[-1].endswith("</w>")


def test_an_unseen_word_without_unk_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="unseen"):
        tokviz.WordLevel.train(TEXT, unk_token=None).encode("unseen")


@every
def test_python_writes_a_model_in_a_line(name: str) -> None:
    """Not its tokens and its whole record: with GPT-2's they would fill screen after screen."""
    assert len(repr(TRAINED[name])) < 500


@every
def test_a_model_can_be_copied_and_sent_to_another_process(name: str) -> None:
    tok = TRAINED[name]
    sent = pickle.loads(pickle.dumps(tok))
    assert sent.encode("lower widest") == copy.deepcopy(tok).encode("lower widest")
    assert sent.encode("lower widest") == tok.encode("lower widest")
    with pytest.raises(TypeError):
        sent.vocab[0] = "changed"


def test_models_are_frozen() -> None:
    for name in ("ByteBPE", "RegexBPE", "CharBPE", "WordPiece", "SentencePieceBPE", "Unigram"):
        with pytest.raises(AttributeError):
            TRAINED[name].trace = None


def test_what_a_caller_did_wrong_can_be_caught_by_one_name() -> None:
    with pytest.raises(tokviz.TokvizError, match="Ask for 256 or more"):
        tokviz.ByteBPE.train("low", vocab_size=200)


def test_a_forced_pair_that_stands_nowhere_has_an_error_of_its_own() -> None:
    with pytest.raises(tokviz.ForcedError, match="do not stand side by side"):
        tokviz.ByteBPE.train("low", num_merges=2, forced={0: (b"x", b"y")})


def test_the_patterns_are_published() -> None:
    assert "\\p{L}" in tokviz.GPT2_PATTERN
    assert len({tokviz.GPT2_PATTERN, tokviz.GPT4_PATTERN, tokviz.O200K_PATTERN}) == 3
