"""Random trainings beside sentencepiece: few letters, lines that come again, any of the options.

tests/benchmarks/fuzz_pieces.py runs as many as it is told, the suite some of them.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.sentencepiece_reference import pieces_of, scores_of, train_reference
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError

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
OF_SEVERAL_SCRIPTS: dict[str, tuple[Any, ...]] = {
    "split_by_script": (False,),
    "max_piece_length": (3, 5),
    "user_defined_symbols": (("ab",), ("qq", "ab")),
    "control_symbols": (("<a>", "b"),),
}
"""What ``mixed_trial`` may choose besides."""
SCRIPTS = ("abc", "é1", "あア漢", "각한ᄀ", "שםו", "نم", "ไก่", "👩\u200d👧", "e\u0301", "<|")
"""Letters of which its lines are made."""
THEIR_NAMES = {
    "normalization": "normalization_rule_name",
    "seed_size": "seed_sentencepiece_size",
    "split_by_script": "split_by_unicode_script",
    "max_piece_length": "max_sentencepiece_length",
}
BOTH_REFUSE = "both refuse"


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


def mixed_trial(seed: int) -> Trial:
    """Lines of several scripts and more options; the same for the same seed."""
    rng = random.Random(f"mixed {seed}")
    algorithm = rng.choice([*TRAINERS, "unigram"])
    known = OPTIONS | OF_SEVERAL_SCRIPTS | (OF_UNIGRAM if algorithm == "unigram" else {})
    chosen = rng.sample(sorted(known), rng.choice([0, 1, 2, 3, 4, 5]))
    options = {name: rng.choice(known[name]) for name in chosen}
    lines = []
    for _ in range(rng.choice([8, 20, 60])):
        letters = [*"".join(rng.sample(SCRIPTS, rng.choice([1, 1, 2]))), *rng.choice(["", " "])]
        line = rng.choices(letters, k=rng.choice([4, 15, 40]))
        lines.append("".join(line) * rng.choice([1, 1, 2]))
    return Trial(algorithm, tuple(lines), rng.choice([45, 60, 100, 200]), options)


def unspaced_trial(seed: int) -> Trial:
    """Hardly a space: coverage leaves out ▁ itself; the same for the same seed."""
    rng = random.Random(f"unspaced {seed}")
    algorithm = rng.choice([*TRAINERS, "unigram"])
    chosen = rng.sample(sorted(OPTIONS), rng.choice([0, 0, 1, 2, 3]))
    options = {name: rng.choice(OPTIONS[name]) for name in chosen} | {"character_coverage": 0.98}
    lines = []
    for _ in range(rng.choice([1, 4, 20])):
        letters = rng.choices("abc"[: rng.choice([2, 3])], k=rng.choice([60, 100, 150]))
        letters.insert(rng.randrange(100), rng.choice(["", " ", " "]))
        lines.append("".join(letters))
    if rng.random() < 0.4:
        lines = [rng.choice(lines) for _ in range(2 * len(lines))]
    return Trial(algorithm, tuple(lines), rng.choice([20, 60, 100, 300]), options)


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
    """What is not alike, in words; None where all is, ``BOTH_REFUSE`` where neither trains."""
    theirs = {THEIR_NAMES.get(name, name): value for name, value in tried.options.items()}
    library = ours = None
    with suppress(RuntimeError, OSError):
        library = train_reference.__wrapped__(
            tried.lines, tried.algorithm, tried.vocab_size, max_sentence_length=1_000_000, **theirs
        )
    with suppress(TokvizError):
        ours = TRAINERS[tried.algorithm](
            list(tried.lines), vocab_size=tried.vocab_size, **tried.options
        )
    if library is None or ours is None:
        refuse = ["they"] * (library is None) + ["we"] * (ours is None)
        return BOTH_REFUSE if len(refuse) > 1 else f"{refuse[0]} refuse"
    if set(ours.pieces.pieces) != set(pieces_of(library)):
        return "other pieces"
    if list(ours.pieces.pieces) != pieces_of(library):
        return "another order"
    if list(ours.pieces.scores) != scores_of(library):
        return "other scores"
    if ours.encode_batch(tried.lines) != [library.encode(line) for line in tried.lines]:
        return "other tokens"
    return None
