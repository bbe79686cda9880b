"""GPT-2's pair of files, ``vocab.json`` and ``merges.txt``, as the pipeline that they leave unsaid.

The files say neither how to split nor what is special. They are read as GPT-2's: bytes in visible
letters, cut by GPT-2's pattern unless another is given. A token that no merge makes and that is no
single letter cannot come out of merging, so it is a special token.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.files.errors import FormatError, short
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.files.reading import read_lines
from tokviz.files.tokviz_json import JSON_FILES, read_any_json
from tokviz.files.vocabulary import check_pattern
from tokviz.text.byte_letters import spelled_bytes
from tokviz.text.markers import END_OF_WORD
from tokviz.traces.saving.saved import KIND

MERGES_NAME = "merges.txt"
_LEAST = 2
"""Tokens of a vocabulary that a file with its numbers alone is taken for."""


class NoMergesError(FormatError):
    """A ``vocab.json`` without its merges: who asks for files in another way says the remedy."""


def load_vocab_merges(path: str | Path, *, pattern: str | None = None) -> PipelineTokenizer:
    """The tokenizer of a ``vocab.json`` and the ``merges.txt`` beside it.

    ``pattern`` splits in place of GPT-2's. FormatError where the files are not of this kind.
    """
    path = Path(path)
    _, vocab = read_any_json(path)
    _refuse_what_tokviz_saved(vocab, path.name)
    numbered = isinstance(vocab, dict) and all(type(i) is int for i in vocab.values())
    if not vocab or not numbered:
        raise FormatError(
            f"{path.name} is no tokenizer. A .json here is {JSON_FILES}. {path.name} is none of "
            "them. Choose another file."
        )
    merges_path = path.with_name(MERGES_NAME)
    if not merges_path.is_file():
        _check_numbered(vocab, path.name)
        raise NoMergesError(
            f"A vocab.json needs its merges, but there is no {MERGES_NAME} beside {path.name}. "
            "Put both in one folder, or load the model's tokenizer.json, which holds both."
        )
    merges = _merges(merges_path)
    _check_bytes(merges, path.name)
    if pattern is not None:
        check_pattern(pattern, path.name)
    content = _content(vocab, merges, pattern)
    return pipeline_from_text(json.dumps(content), path.name)


def _check_numbered(vocab: Mapping[str, int], name: str) -> None:
    """FormatError where the numbers are no ids: alone, a vocabulary is told by them."""
    if len(vocab) < _LEAST or sorted(vocab.values()) != list(range(len(vocab))):
        raise FormatError(
            f"{name} is no tokenizer. A .json here is {JSON_FILES}. Its ids go from 0 on, and none "
            f"is left out. The numbers in {name} are no such ids. Choose another file."
        )


def _refuse_what_tokviz_saved(content: Any, name: str) -> None:
    """Its other files end in .json too; in a vocabulary these keys would have numbers."""
    if not isinstance(content, dict):
        return
    if isinstance(content.get(KIND), str):
        raise FormatError(
            f"A tokenizer is needed, but {name} is a training or an encoding that tokviz saved "
            "step by step. tokviz.load_trace reads it; the tokenizer itself is in another file."
        )
    if "tokviz" in content and isinstance(content.get("settings"), dict):
        raise FormatError(
            f"A tokenizer is needed, but {name} is a lesson that tokviz saved. Open it on the page "
            "of its lesson, under “Text and settings”."
        )


def _merges(path: Path) -> list[list[str]]:
    """The pairs, a line each; a first line may say the version."""
    lines = read_lines(path, what=f"A {MERGES_NAME}", remedy="Save it again.")
    merges = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#version") or not line:
            continue
        pair = line.split(" ")
        if len(pair) != 2 or not all(pair):
            raise FormatError(
                f"A line of {path.name} has two tokens with a space between, but line {number} is "
                f"{short(line)}. Save it again."
            )
        merges.append(pair)
    return merges


def _check_bytes(merges: Sequence[Sequence[str]], name: str) -> None:
    """FormatError where the tokens are not bytes in GPT-2's letters."""
    strange = next((t for pair in merges for t in pair if spelled_bytes(t) is None), None)
    ending = next((t for pair in merges for t in pair if t.endswith(END_OF_WORD)), None)
    if strange is not None or ending is not None:
        raise FormatError(
            f"vocab.json and {MERGES_NAME} are read as GPT-2's, whose tokens are bytes, but "
            f"{name} has {short(strange or ending)}. Bring its tokenizer.json, which says how."
        )


def _content(
    vocab: Mapping[str, int], merges: Sequence[Sequence[str]], pattern: str | None
) -> dict[str, Any]:
    """The vocabulary and its merges as a ``tokenizer.json`` has them."""
    made = {left + right for left, right in merges}
    special = [token for token in vocab if len(token) > 1 and token not in made]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    split: dict[str, Any] = {**byte_level, "use_regex": pattern is None}
    if pattern is not None:
        cut = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
        split = {"type": "Sequence", "pretokenizers": [{**cut, "invert": False}, split]}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": vocab[token], "content": token, **flags, "special": True} for token in special
        ],
        "normalizer": None,
        "pre_tokenizer": split,
        "post_processor": None,
        "decoder": {**byte_level, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "vocab": dict(vocab), "merges": list(merges)},
    }
