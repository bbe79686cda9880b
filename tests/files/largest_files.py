"""The largest model files that tokviz/checks/limits.py allows, of random pieces."""

import json
import random
from functools import cache
from typing import Any

from tokviz.checks.limits import PIECE_LENGTH, PIECES_LENGTH
from tokviz.files.protobuf_wire import write_bytes, write_float, write_int

LETTERS = "abcdefghijklmnopqrstuvwxyz"
UNIGRAM, BPE, WORD = 1, 2, 3
"""What a .model calls its kinds."""
SHORT, LONG = 5, PIECE_LENGTH - 2
"""Characters of a piece; of the short ones there are as many as the letters allow."""


@cache
def pieces(length: int, seed: int = 0, part: int = 1) -> tuple[str, ...]:
    """Different random ones, as many as a file may have, or one of so many parts of them."""
    draw, most = random.Random(1_000 * seed + length), (PIECES_LENGTH - 10_000) // length // part
    return tuple(sorted({"".join(draw.choices(LETTERS, k=length)) for _ in range(most)}))


def sentencepiece_file(length: int, kind: int, seed: int = 0, part: int = 1) -> tuple[str, bytes]:
    """A ``.model`` of such pieces, and its name."""

    def row(piece: str, score: float, kind: int = 1) -> bytes:
        told = write_bytes(1, piece.encode()) + write_float(2, score) + write_int(3, kind)
        return write_bytes(1, told)

    rows = [row("<unk>", 0, 2), *(row(letter, -1.0) for letter in ("▁", *LETTERS))]
    rows += [row(piece, -2.0 - i) for i, piece in enumerate(pieces(length, seed, part))]
    return f"large{seed}.model", b"".join(rows) + write_bytes(2, write_int(3, kind)) + write_bytes(
        3, b""
    )


def pipeline_file(length: int, kind: str, part: int = 1) -> tuple[str, bytes]:
    """A ``tokenizer.json`` of such pieces, and its name."""
    spelled = ("[UNK]", *LETTERS, *pieces(length, part=part))
    models: dict[str, dict[str, Any]] = {
        "Unigram": {"unk_id": 0, "vocab": [[piece, -1.0 - i] for i, piece in enumerate(spelled)]},
        "WordPiece": {
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {piece: i for i, piece in enumerate(spelled)},
        },
    }
    content: dict[str, Any] = dict.fromkeys(
        ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
    )
    content |= {"version": "1.0", "added_tokens": [], "model": {"type": kind, **models[kind]}}
    return "tokenizer.json", json.dumps(content).encode()
