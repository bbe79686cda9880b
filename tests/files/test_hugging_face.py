"""What is saved as ``tokenizer.json`` encodes and decodes in ``tokenizers`` as it does here."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, pre_tokenizers

import tokviz
from tests.nasty_text import hard_text, repetitive
from tokviz.text.errors import TokvizError
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
