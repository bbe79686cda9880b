"""What is saved as ``tokenizer.json`` encodes and decodes in ``tokenizers`` as it does here."""

import json
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import (
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)

import tokviz
from tests.nasty_text import hard_text, repetitive
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks.errors import TokvizError
from tokviz.text.pre_tokens import TIKTOKEN_GPT2_PATTERN, well_formed

LEARNED_FROM = (
    "the cat sat on the mat, and the cat's other hat sat there too: aaa aaaa aaaaa!\n\n"
    "Is 1234567 more than 12? They'd've said: “no”. \tЖёлтый кот спит, 猫が 寝る。 " * 3
)
SPECIALS = ("<|end|>", "<|end|>x", "<| a b |>")
WORDS = st.sampled_from(
    [
        *("the cat", "  the", "They'll'S'ſ", "1234567", "aaaaa", "aaaaaa", "\n \n", "<|end|>"),
        *("<|end|>x", "<| a b |>", "<unk>", "[MASK]", "Жёлтый", "猫が", "mat ,", "' \" ( )"),
        *("</w>", "¡é!"),
    ]
)
text = st.lists(st.one_of(WORDS, hard_text, repetitive), max_size=6).map("".join)


def _regex(pattern: str) -> tokviz.RegexBPE:
    return tokviz.RegexBPE.train(
        LEARNED_FROM, num_merges=120, pattern=pattern, special_tokens=SPECIALS
    )


def _ranks() -> tokviz.RegexBPE:
    """With tokens that no merge makes, or that three pairs spell; and bytes numbered anew."""
    learned = _regex(tokviz.GPT4_PATTERN)
    tokens = [t for i, t in learned.vocab.items() if i not in learned.special_ids]
    tokens += [b" catty", b"aaaaaaa", b"12345", "ёлты".encode()]
    ranks = {token: rank for rank, token in enumerate(reversed(dict.fromkeys(tokens[:256])))}
    ranks |= {token: rank for rank, token in enumerate(dict.fromkeys(tokens[256:]), 256)}
    return tokviz.RegexBPE.from_ranks(
        ranks, pattern=tokviz.GPT4_PATTERN, special_tokens={"<|end|>": 1_000, "<| a b |>": 2_000}
    )


def _sentencepiece(**settings: Any) -> tokviz.SentencePieceBPE:
    settings = {"vocab_size": 150, "normalization": "identity", **settings}
    return tokviz.SentencePieceBPE.train(LEARNED_FROM, **settings)


MODELS: dict[str, Any] = {
    "GPT-2's pattern": lambda: _regex(tokviz.GPT2_PATTERN),
    "GPT-2's pattern as tiktoken writes it": lambda: _regex(TIKTOKEN_GPT2_PATTERN),
    "GPT-4's pattern": lambda: _regex(tokviz.GPT4_PATTERN),
    "GPT-4o's pattern": lambda: _regex(tokviz.O200K_PATTERN),
    "a pattern of one's own": lambda: _regex(r"\d{1,2}| ?\p{Lu}?\p{L}+|[\r\n]+|\s+?(?!\S)|[.,]"),
    "ranks": _ranks,
    "bytes": lambda: tokviz.ByteBPE.train(LEARNED_FROM, num_merges=90),
    "letters, ends joined": lambda: tokviz.CharBPE.train(
        LEARNED_FROM, num_merges=60, end_of_word_joined=True
    ),
    "letters, ends unmarked": lambda: tokviz.CharBPE.train(
        LEARNED_FROM, num_merges=60, end_of_word=None
    ),
    "words": lambda: tokviz.WordLevel.train(
        LEARNED_FROM, unk_token="*|unk|*", special_tokens=SPECIALS
    ),
    "pieces": lambda: tokviz.WordPiece.train(LEARNED_FROM, vocab_size=150),
    "pieces, folded": lambda: tokviz.WordPiece.train(
        LEARNED_FROM,
        vocab_size=150,
        lowercase=True,
        strip_accents=False,
        continuing_prefix="@@",
        max_chars_per_word=5,
    ),
    "SentencePiece": _sentencepiece,
    "SentencePiece with bytes": lambda: _sentencepiece(vocab_size=420, byte_fallback=True),
    "SentencePiece, all spaces": lambda: _sentencepiece(
        remove_extra_whitespaces=False, add_dummy_prefix=False
    ),
    "SentencePiece, all spaces and one in front": lambda: _sentencepiece(
        remove_extra_whitespaces=False
    ),
}


def in_library(model: Any) -> Tokenizer:
    with TemporaryDirectory() as folder:
        path = Path(folder, "tokenizer.json")
        model.save(path)
        return Tokenizer.from_file(str(path))


@cache
def both(name: str) -> tuple[Any, Tokenizer]:
    model = MODELS[name]()
    return model, in_library(model)


@cache
def loaded_and_library(name: str) -> tuple[Any, Tokenizer]:
    model, library = both(name)
    with TemporaryDirectory() as folder:
        path = Path(folder, "tokenizer.json")
        model.save(path)
        return tokviz.load(path), library


def encoded(model: Any, text: str) -> list[int]:
    """The library always finds special tokens, as ours do where all are allowed."""
    takes = isinstance(model, tokviz.RegexBPE | tokviz.WordPiece)
    ids: list[int] = model.encode(text, allowed_special="all") if takes else model.encode(text)
    return ids


def assert_alike(model: Any, library: Tokenizer, text: str) -> None:
    ids = encoded(model, text)
    assert library.encode(well_formed(text)).ids == ids
    assert library.decode(ids, skip_special_tokens=False) == model.decode(ids)


@pytest.mark.parametrize("name", MODELS)
@given(text=text)
def test_the_library_encodes_and_decodes_alike(name: str, text: str) -> None:
    assert_alike(*both(name), text)


@pytest.mark.parametrize("name", MODELS)
def test_the_library_knows_every_token_by_its_id(name: str) -> None:
    model, library = both(name)
    assert set(library.get_vocab().values()) == set(model.vocab)
    assert encoded(model, LEARNED_FROM) == library.encode(LEARNED_FROM).ids


@pytest.mark.parametrize("name", MODELS)
def test_tokviz_reads_its_own_files_back(name: str, tmp_path: Path) -> None:
    model, _ = both(name)
    model.save(tmp_path / "model.json")
    loaded = tokviz.load(tmp_path / "model.json")
    assert type(loaded) is type(model)
    assert dict(loaded.vocab) == dict(model.vocab)
    assert (loaded.special_ids, loaded.unk_id) == (model.special_ids, model.unk_id)
    assert encoded(loaded, LEARNED_FROM) == encoded(model, LEARNED_FROM)
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()


@pytest.mark.parametrize("name", MODELS)
def test_a_gap_in_the_ids_is_read_as_the_library_reads_it(name: str, tmp_path: Path) -> None:
    model, library = both(name)
    path = tmp_path / "tokenizer.json"
    model.save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    vocab = content["model"]["vocab"]
    moved = next(library.id_to_token(i) for i in library.encode(LEARNED_FROM).ids if i > 10)
    vocab[moved] = 9_999
    for added in content["added_tokens"]:
        added["id"] = vocab[added["content"]]
    path.write_text(json.dumps(content), encoding="utf-8")
    ids = Tokenizer.from_file(str(path)).encode(LEARNED_FROM).ids
    assert 9_999 in ids
    assert tokviz.load(path).encode(LEARNED_FROM) == ids


@pytest.mark.parametrize("name", MODELS)
@given(text=text)
def test_what_is_loaded_encodes_as_the_library_with_nothing_said(name: str, text: str) -> None:
    loaded, library = loaded_and_library(name)
    assert loaded.encode(text) == library.encode(well_formed(text)).ids


def test_a_file_of_the_librarys_means_the_same_here_with_and_without_a_post_processor(
    tmp_path: Path,
) -> None:
    words = ("[UNK]", "[MASK]", "the", "cat", "[", "]")
    library = Tokenizer(models.WordPiece({w: i for i, w in enumerate(words)}, unk_token="[UNK]"))
    library.normalizer = normalizers.BertNormalizer(lowercase=True)
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    library.decoder = decoders.WordPiece(cleanup=False)
    library.add_special_tokens(["[UNK]", "[MASK]"])
    path = tmp_path / "tokenizer.json"
    for kind in (tokviz.WordPiece, PipelineTokenizer):
        library.save(str(path))
        loaded = tokviz.load(path)
        assert type(loaded) is kind
        theirs = library.encode("the [MASK] cat", add_special_tokens=False).tokens
        assert loaded.tokenize("the [MASK] cat") == theirs == ["the", "[MASK]", "cat"]
        library.post_processor = processors.TemplateProcessing(
            "[UNK] $A", special_tokens=[("[UNK]", 0)]
        )


def test_special_tokens_are_found_without_being_allowed_only_in_a_tokenizer_json(
    tmp_path: Path,
) -> None:
    trained = tokviz.RegexBPE.train("the cat", num_merges=2, special_tokens=["<|end|>"])
    trained.save(tmp_path / "model.json")
    trained.save(tmp_path / "model.model")
    loaded = tokviz.load(tmp_path / "model.json")
    assert isinstance(loaded, tokviz.RegexBPE)
    assert loaded.encode("<|end|>") == [258]
    strict = partial(loaded.encode, allowed_special=set())
    for encode in (trained.encode, tokviz.load(tmp_path / "model.model").encode, strict):
        with pytest.raises(TokvizError, match="holds the special token"):
            encode("<|end|>")
    pieces = tokviz.WordPiece.train("[MASK]", vocab_size=60)
    pieces.save(tmp_path / "vocab.txt")
    for plain in (pieces, tokviz.load(tmp_path / "vocab.txt")):
        assert plain.tokenize("[MASK]") == ["[", "MASK", "]"]


def test_a_word_list_without_unknown_refuses_in_both() -> None:
    model = tokviz.WordLevel.train("a b")
    library = in_library(model)
    assert library.encode("b a").ids == model.encode("b a") == [1, 0]
    with pytest.raises(TokvizError):
        model.encode("c")
    with pytest.raises(Exception, match="Missing"):
        library.encode("c")


def test_marks_around_a_text_decode_to_nothing_in_both() -> None:
    model, library = both("SentencePiece")
    ids = model.encode("the cat ☃", add_bos=True, add_eos=True)
    assert library.decode(ids) == model.decode(ids) == "the cat  ⁇ "


@pytest.mark.parametrize("name", ["L", "N", "M", "P", "Lu", "Ll", "Lt", "Lm", "Lo", "Nd"])
def test_classes_hold_the_same_characters_in_both_engines(name: str) -> None:
    """Asked of the first plane but Chinese and Hangul, and of the letters of the second."""
    pattern = rf"\p{{{name}}}"
    chars = "".join(
        map(chr, (*range(0x80, 0x3100), *range(0xA600, 0xAC00), *range(0x10000, 0x1F000)))
    )
    ranks = {bytes([value]): value for value in range(256)}
    engine = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    here = engine.decode(engine.encode_ordinary(chars))
    without = pre_tokenizers.Split(Regex(pattern + "+"), "removed").pre_tokenize_str(chars)
    there = set(chars).difference("".join(part for part, _ in without))
    assert there == set(here)
