"""A ``tokenizer.json`` of any stages and any added tokens, and a text that is full of them.

The library makes an automaton of the added tokens and runs it over the text while it holds the
interpreter's lock: what does not come to its end there, ends for nobody.
"""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.foreign_files import Spoiled
from tokviz.algorithms.pipelines.stages import encoded
from tokviz.files.loading.pipelines import pipeline_from_text

LETTERS = ("a", "b", "A", " ", "\n", "\u0301", "\u200b", "\x01", "ß", "ﬁ", "İ", "中", "▁", "\ufffd")
NORMALIZERS: tuple[dict[str, Any] | None, ...] = (
    None,
    *({"type": kind} for kind in ("NFC", "NFKC", "NFKD", "Nmt", "Lowercase", "StripAccents")),
    {"type": "ByteLevel"},
    {"type": "Strip", "strip_left": True, "strip_right": True},
    {"type": "Strip", "strip_left": False, "strip_right": True},
    {
        **{"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True},
        **{"strip_accents": None, "lowercase": True},
    },
    {"type": "Prepend", "prepend": "▁"},
    {"type": "Replace", "pattern": {"String": "a"}, "content": ""},
    {"type": "Replace", "pattern": {"String": "b"}, "content": "aab"},
    {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
    {"type": "Replace", "pattern": {"Regex": "[ab]+"}, "content": ""},
    {"type": "Replace", "pattern": {"Regex": "$"}, "content": "a"},
    {"type": "Replace", "pattern": {"String": ""}, "content": "b"},
)
PRE_TOKENIZERS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"type": "WhitespaceSplit"},
    {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    {"type": "Split", "pattern": {"String": ""}, "behavior": "Isolated", "invert": False},
    {"type": "Split", "pattern": {"Regex": "a*"}, "behavior": "MergedWithNext", "invert": True},
    {"type": "Digits", "individual_digits": True},
    {"type": "Punctuation", "behavior": "Contiguous"},
)
DECODERS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    {"type": "Strip", "content": "a", "start": 2, "stop": 2},
    {"type": "Replace", "pattern": {"String": ""}, "content": "b"},
    {"type": "Replace", "pattern": {"Regex": "a*"}, "content": "a"},
    {"type": "CTC", "pad_token": "a", "word_delimiter_token": "", "cleanup": True},
    {"type": "BPEDecoder", "suffix": ""},
    {"type": "WordPiece", "prefix": "", "cleanup": True},
)


def make_added(rng: random.Random) -> Spoiled:
    """One to five tokens of one to four letters, and a text that ends in the midst of one."""
    normalizers = [rng.choice(NORMALIZERS) for _ in range(rng.choice((1, 1, 2, 3)))]
    parts = [part for part in normalizers if part is not None]
    names = ["".join(rng.choices(LETTERS, k=rng.randint(1, 4))) for _ in range(rng.randint(1, 5))]
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    tokens = [
        {"id": at, "content": name, **{flag: rng.random() < 0.5 for flag in flags}}
        for at, name in enumerate(dict.fromkeys(names), 2)
    ]
    content = {
        **{"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens},
        "normalizer": {"type": "Sequence", "normalizers": parts},
        "pre_tokenizer": rng.choice(PRE_TOKENIZERS),
        **{"post_processor": None, "decoder": rng.choice(DECODERS)},
        "model": {"type": "WordLevel", "vocab": {"a": 0, "<unk>": 1}, "unk_token": "<unk>"},
    }
    text = "".join(rng.choices((*names, *LETTERS), k=rng.randint(0, 9)))
    return json.dumps(content), text + rng.choice(names)[:-1]


def take_added(_: Path, content: str, text: str) -> None:
    """Read, and encode as our engine and as the library alone does; special tokens as text, too."""
    tokenizer = pipeline_from_text(content, "tokenizer.json")
    ids = tokenizer.encode(text)
    tokenizer.decode([*ids, *tokenizer.vocab])
    assert len(tokenizer.tokenize(text)) == len(ids)
    encoded(tokenizer.library, text)
    replace(tokenizer.stages, plain=True).parts(text)
