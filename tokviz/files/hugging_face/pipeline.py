"""``tokenizer.json`` as plain data: the parts of a pipeline, and writing it.

The file is one JSON object. It says how a text is normalized, split into pre-tokens, cut into
tokens by a model, and how tokens become text again. ``tokenizers`` finds the added tokens in a text
before all else, and always: it encodes as ours do where all special tokens are allowed.

Two tokens of one spelling, or a special token spelled as an ordinary one is, cannot be held: the
vocabulary goes from spelling to id.
Source: the ``tokenizers`` library, 0.23, whose reader refuses keys that it does not know.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.vocabulary import check_special_names
from tokviz.files.writing import write_text

SUFFIX = ".json"
FILE_NAME = "tokenizer.json"
"""The name under which other libraries look for such a file."""
Part: TypeAlias = Mapping[str, Any]
"""A normalizer, pre-tokenizer, model or decoder: its ``type`` and its settings."""


def pipeline(
    model: Part,
    *,
    normalizer: Part | None = None,
    pre_tokenizer: Part | None = None,
    decoder: Part,
    special_tokens: Mapping[str, int],
) -> dict[str, Any]:
    """The content of the file. Every special token is in the model's vocabulary too."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": token_id,
                "content": name,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for name, token_id in sorted(special_tokens.items(), key=lambda item: item[1])
        ],
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }


def write_pipeline(path: str | Path, content: Mapping[str, Any]) -> None:
    """Write a ``tokenizer.json``; FormatError for another suffix, or what ``load`` would refuse."""
    check_suffix(path, SUFFIX)
    check_special_names([token["content"] for token in content["added_tokens"]], Path(path).name)
    text = json.dumps(content, ensure_ascii=False, indent=1)
    write_text(path, text + "\n")


def bpe(
    vocab: Mapping[str, int],
    merges: Sequence[Sequence[str]],
    *,
    unk_token: str | None = None,
    end_of_word: str | None = None,
    fuse_unk: bool = False,
    byte_fallback: bool = False,
    ignore_merges: bool = False,
) -> Part:
    """A BPE model; ``ignore_merges`` takes a pre-token that is a token as that, merged or not."""
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": unk_token,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": end_of_word,
        "fuse_unk": fuse_unk,
        "byte_fallback": byte_fallback,
        "ignore_merges": ignore_merges,
        "vocab": dict(vocab),
        "merges": [list(merge) for merge in merges],
    }


def split(pattern: str, behavior: str = "Isolated") -> Part:
    """Cut where the pattern matches; what it matches stays, or is "Removed"."""
    return {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": behavior,
        "invert": False,
    }


def replace(pattern: str, content: str) -> Part:
    """A normalizer, or a step of a decoder, that rewrites what the pattern matches."""
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}


def by_spelling(tokens: Iterable[tuple[int, str]]) -> dict[str, int]:
    """Spelling -> id; FormatError where two ids spell the same."""
    ids: dict[str, int] = {}
    for token_id, token in tokens:
        if token in ids:
            raise FormatError(
                "A tokenizer.json gives a spelling one id, but the tokens "
                f"{ids[token]} and {token_id} are both written {short(token)}. "
                "Save the model in another format, or rename one if it is a special token."
            )
        ids[token] = token_id
    return ids
