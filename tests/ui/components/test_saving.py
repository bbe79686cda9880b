"""What a page saves of a tokenizer, and what it says of the formats that cannot hold it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import tokviz
from tokviz.ui.components.saving import READERS, saved

TEXT = "low low lower lowest, the newest"
FILES: dict[str, tuple[Any, list[str]]] = {
    "bytes": (
        lambda: tokviz.ByteBPE.train(TEXT, num_merges=4),
        ["minbpe.model", "tokenizer.json"],
    ),
    "pre-tokens": (
        lambda: tokviz.RegexBPE.train(TEXT, num_merges=4, special_tokens=("<|end|>",)),
        ["minbpe.model", "tokenizer.json", "ranks.tiktoken"],
    ),
    "letters": (
        lambda: tokviz.CharBPE.train(TEXT, num_merges=4),
        ["tokviz.json", "merges.codes"],
    ),
    "letters, ends joined": (
        lambda: tokviz.CharBPE.train(TEXT, num_merges=4, end_of_word_joined=True),
        ["tokenizer.json", "merges.codes"],
    ),
    "letters, ends unmarked": (
        lambda: tokviz.CharBPE.train(TEXT, num_merges=4, end_of_word=None),
        ["tokenizer.json"],
    ),
    "words": (lambda: tokviz.WordLevel.train(TEXT), ["tokenizer.json"]),
    "WordPiece": (
        lambda: tokviz.WordPiece.train(TEXT, vocab_size=50),
        ["vocab.txt", "tokenizer.json"],
    ),
    "SentencePiece": (
        lambda: tokviz.SentencePieceBPE.train(TEXT, vocab_size=30),
        ["sentencepiece.model", "tokviz.json"],
    ),
    "SentencePiece without rules": (
        lambda: tokviz.SentencePieceBPE.train(TEXT, vocab_size=30, normalization="identity"),
        ["sentencepiece.model", "tokenizer.json"],
    ),
    "Unigram": (
        lambda: tokviz.Unigram.train(TEXT, vocab_size=30),
        ["sentencepiece.model", "tokviz.json"],
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_every_format_that_holds_it_is_offered_and_no_other(kind: str) -> None:
    train, names = FILES[kind]
    files, refused = saved(train())
    assert list(files) == names
    assert all(files.values())
    assert len(files) + len(refused) - ("tokviz.json" in files) == 5
    assert all(reason.endswith(".") for reason in refused.values())
    assert set(files) <= set(READERS)


@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [
        (
            "letters",
            "tokenizer.json",
            "this tokenizer's </w> is a symbol of its own. Make it part of the last letter",
        ),
        ("SentencePiece", "tokenizer.json", "rules such as those of nmt_nfkc grapheme by grapheme"),
        ("Unigram", "tokenizer.json", "scores in double precision"),
        ("bytes", ".tiktoken", "tiktoken always splits the text"),
        ("words", ".model", "minbpe's merges over bytes or SentencePiece's pieces"),
    ],
)
def test_the_reason_is_named(kind: str, name: str, reason: str) -> None:
    assert reason in saved(FILES[kind][0]()).refused[name]


TWO_SPELL_ALIKE = [(97, 97), (97, 256), (256, 97)]


@pytest.mark.parametrize(
    "train",
    [
        *(train for train, _ in FILES.values()),
        lambda: tokviz.RegexBPE.from_merges(TWO_SPELL_ALIKE, pattern=r"\w+|\W", special_tokens={}),
        lambda: tokviz.Unigram.train("", vocab_size=300, user_defined_symbols=("ab",)),
    ],
    ids=[*FILES, "tokens that spell alike", "no learned piece"],
)
def test_no_reason_asks_for_what_is_only_in_python(train: Callable[[], Any]) -> None:
    """The page has neither names of files to save as nor arguments; its buttons stand above."""
    for reason in saved(train()).refused.values():
        assert not re.search(r"\bsave|\w=\w", reason, re.IGNORECASE)
        assert re.search(r"\w\W?\.$", reason)
