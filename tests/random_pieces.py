"""Random trainings beside sentencepiece: few letters, lines that come again, any of the options.

tests/benchmarks/fuzz_pieces.py runs as many as it is told, the suite some of them.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.sentencepiece_reference import pieces_of, scores_of, train_reference
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.text.errors import TokvizError

TRAINERS: dict[str, Callable[..., SentencePieceBPE | Unigram]] = {
    "bpe": SentencePieceBPE.train,
    "unigram": Unigram.train,
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "split_by_whitespace": (False,),
    "treat_whitespace_as_suffix": (True,),
    "split_by_number": (False,),
    "split_digits": (True,),
    "remove_extra_whitespaces": (False,),
    "add_dummy_prefix": (False,),
    "byte_fallback": (True,),
    "character_coverage": (0.98, 1.0),
    "required_chars": ("xyz", "ab"),
    "normalization": ("identity", "nmt_nfkc_cf"),
}
OF_UNIGRAM: dict[str, tuple[Any, ...]] = {
    "seed_size": (40, 200),
    "shrinking_factor": (0.5, 0.9),
    "num_sub_iterations": (1, 3),
}
THEIR_NAMES = {"normalization": "normalization_rule_name", "seed_size": "seed_sentencepiece_size"}


@dataclass(frozen=True)
class Trial:
    """One training."""

    algorithm: str
    lines: tuple[str, ...]
    vocab_size: int
    options: dict[str, Any] = field(default_factory=dict)


def trial(seed: int) -> Trial:
    """The same for the same seed."""
    rng = random.Random(seed)
    algorithm = rng.choice([*TRAINERS, "unigram"])
    known = OPTIONS | OF_UNIGRAM if algorithm == "unigram" else OPTIONS
    chosen = rng.sample(sorted(known), rng.choice([0, 0, 1, 2, 3]))
    options = {name: rng.choice(known[name]) for name in chosen}
    return Trial(algorithm, _lines(rng), rng.choice([30, 60, 100, 200, 400]), options)


def _lines(rng: random.Random) -> tuple[str, ...]:
    """Some are run together, some come again, some have a letter or a dot three times in a row."""
    letters = "abcdefghij"[: rng.choice([3, 5, 10, 10])] + rng.choice(["", "", "1é", "あ"])
    longest, apart = rng.choice([9, 60]), rng.choice([0.0, 0.1, 0.3])
    lines = [
        "".join(
            " " if rng.random() < apart else rng.choice(letters)
            for _ in range(rng.randint(1, longest))
        )
        for _ in range(rng.choice([5, 60, 150]))
    ]
    if rng.random() < 0.3:
        lines = [line.replace("a", "aaa").replace("b", "...") for line in lines]
    if rng.random() < 0.3:
        lines = [rng.choice(lines) for _ in range(2 * len(lines))]
    return tuple(lines)


def difference(tried: Trial) -> str | None:
    """What is not alike, in words; None where all is, or where one of the two refuses."""
    theirs = {THEIR_NAMES.get(name, name): value for name, value in tried.options.items()}
    try:
        library = train_reference.__wrapped__(
            tried.lines, tried.algorithm, tried.vocab_size, max_sentence_length=1_000_000, **theirs
        )
        ours = TRAINERS[tried.algorithm](
            list(tried.lines), vocab_size=tried.vocab_size, **tried.options
        )
    except (RuntimeError, OSError, TokvizError):
        return None
    if set(ours.pieces.pieces) != set(pieces_of(library)):
        return "other pieces"
    if list(ours.pieces.pieces) != pieces_of(library):
        return "another order"
    if list(ours.pieces.scores) != scores_of(library):
        return "other scores"
    if ours.encode_batch(tried.lines) != [library.encode(line) for line in tried.lines]:
        return "other tokens"
    return None
