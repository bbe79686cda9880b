"""WordPiece with names and limits of one's own, and special tokens kept whole: as the library."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers

import tokviz
from tokviz import WordPiece
from tokviz.algorithms.wordpiece import SETTINGS
from tokviz.checks.errors import TokvizError
from tokviz.files.errors import FormatError
from tokviz.files.loading.wordpiece import load_vocab_txt

TEXT = "The hens counted chickens, then the hens counted again."
OWN: dict[str, Any] = {"unk_token": "<?>", "continuing_prefix": "@@", "max_chars_per_word": 7}
TRAINED = WordPiece.train(TEXT, vocab_size=90, special_tokens=("<?>", "<sep>"), **OWN)
parts = st.sampled_from(["[MASK]", "[SEP]", "[mask]", "the", "Hens", " ", "é", "[", "##", "\t東"])


def library(tokenizer: WordPiece) -> Tokenizer:
    """The library's WordPiece with this vocabulary, its special tokens added."""
    model = models.WordPiece(
        dict(tokenizer.token_to_id),
        unk_token=tokenizer.unk_token,
        continuing_subword_prefix=tokenizer.continuing_prefix,
        max_input_chars_per_word=tokenizer.max_chars_per_word,
    )
    their = Tokenizer(model)
    their.normalizer = normalizers.BertNormalizer(
        lowercase=tokenizer.lowercase, strip_accents=tokenizer.strip_accents
    )
    their.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    their.add_special_tokens(
        [AddedToken(token, normalized=False) for token in tokenizer.special_tokens]
    )
    return their


@settings(max_examples=100)
@given(st.lists(parts).map("".join), st.booleans())
def test_special_tokens_are_kept_whole_as_in_the_library(text: str, lowercase: bool) -> None:
    tokenizer = WordPiece.train(TEXT, vocab_size=90, lowercase=lowercase)
    expected = library(tokenizer).encode(text).ids
    assert tokenizer.encode(text, allowed_special="all") == expected
    assert replace(tokenizer, allowed_special="all").encode(text) == expected


@given(st.lists(parts).map("".join))
def test_trace_and_spans_keep_special_tokens_too(text: str) -> None:
    tokenizer = replace(WordPiece.train(TEXT, vocab_size=90), allowed_special="all")
    ids = tokenizer.encode(text)
    trace = tokenizer.encode_trace(text)
    assert trace.ids == ids
    spans = tokenizer.token_spans(text)
    for token_id, (start, end) in zip(ids, spans, strict=True):
        if token_id in tokenizer.special_ids - {tokenizer.unk_id}:
            assert text.encode()[start:end].decode() == tokenizer.vocab[token_id]


def test_only_those_allowed_are_kept_and_the_rest_is_text() -> None:
    tokenizer = WordPiece.train("[ SEP ] [MASK]", vocab_size=90)
    assert tokenizer.encode_trace("[MASK][SEP]").num_unknown == 0
    pieces = ["[MASK]", "[", "SEP", "]"]
    ids = tokenizer.encode("[MASK][SEP]", allowed_special={"[MASK]"})
    assert [tokenizer.vocab[token_id] for token_id in ids] == pieces
    outcomes = tokenizer.encode_trace("[MASK][SEP]", allowed_special={"[MASK]"}).outcomes
    assert outcomes == ("special", "pieces", "pieces", "pieces")


def test_a_special_token_that_the_vocabulary_lacks_is_text() -> None:
    loaded = WordPiece({0: "[UNK]", 1: "["}, allowed_special="all")
    assert loaded.tokenize("[MASK]") == ["[", "[UNK]", "[UNK]"]


@given(st.text("thens@?<> counted", max_size=40))
def test_own_names_and_limit_encode_as_the_library(text: str) -> None:
    assert TRAINED.encode(text, allowed_special="all") == library(TRAINED).encode(text).ids


def test_own_names_reach_pieces_decoding_markers_and_unknown_words() -> None:
    assert TRAINED.tokenize("hensc") == ["hens", "@@c"]
    assert TRAINED.decode(TRAINED.encode("hensc")) == "hensc"
    assert TRAINED.tokenize("q countedd") == ["<?>", "<?>"]
    assert TRAINED.encode_trace("countedd").outcomes == ("too long",)
    assert [marker.text for marker in TRAINED.markers] == ["@@"]
    assert TRAINED.trace is not None
    assert TRAINED.trace.markers == TRAINED.markers


def test_a_json_holds_names_and_limit(tmp_path: Path) -> None:
    TRAINED.save(tmp_path / "x.json")
    loaded = tokviz.load(tmp_path / "x.json")
    for name in (*OWN, "special_tokens", "vocab"):
        assert getattr(loaded, name) == getattr(TRAINED, name)
    assert loaded.encode("hensc countedd q") == TRAINED.encode("hensc countedd q")


def test_a_vocab_txt_is_told_names_and_limit(tmp_path: Path) -> None:
    TRAINED.save(tmp_path / "vocab.txt")
    remedy = "say its unk_token: tokviz.load_vocab_txt(path, unk_token=...)."
    with pytest.raises(ValueError, match=rf"\[UNK\]. is not among .* {re.escape(remedy)}$"):
        tokviz.load(tmp_path / "vocab.txt")
    loaded = load_vocab_txt(tmp_path / "vocab.txt", special_tokens=("<?>", "<sep>"), **OWN)
    assert loaded.encode("hensc countedd q") == TRAINED.encode("hensc countedd q")


@pytest.mark.parametrize(
    "wrong", ['"unk_token": 3', '"special_tokens": "x"', '"max_chars_per_word": true']
)
def test_a_json_with_damaged_names_is_refused(tmp_path: Path, wrong: str) -> None:
    head = '{"tokviz_model": "wordpiece", "tokens": ["[UNK]", "3"], "lowercase": false, '
    (tmp_path / "x.json").write_text(f"{head}{wrong}}}", encoding="utf-8")
    with pytest.raises(FormatError):
        tokviz.load(tmp_path / "x.json")


@pytest.mark.parametrize("prefix", ["", "#", "ab", "# #", "▁▁"])
def test_a_prefix_that_words_could_spell_is_refused(prefix: str) -> None:
    with pytest.raises(TokvizError, match="one of them a punctuation mark"):
        WordPiece.train("ab", vocab_size=20, continuing_prefix=prefix)


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(TokvizError, match="max_chars_per_word is 0"):
        WordPiece.train("ab", vocab_size=20, max_chars_per_word=0)


def test_what_a_vocab_txt_leaves_out_is_said_where_it_is_saved() -> None:
    """A model that differs in any of these comes back from ``load`` as another, without a word."""
    told = " ".join((WordPiece.save.__doc__ or "").split())
    for name in SETTINGS:
        assert f"``{name}={getattr(WordPiece, name)}``" in told
