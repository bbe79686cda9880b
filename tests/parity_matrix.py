"""Every kind of text with every setting that changes what SentencePiece learns from it.

A cell of the matrix is one training, ours beside the library's, and the encoding of lines that
neither has seen, some of them hostile. The corpora are drawn, with a seed, from the words of this
project's samples; tests/benchmarks/parity.py runs all cells, the suite some of them.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tests.sentencepiece_reference import pieces_of, scores_of, train_reference
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.samples import sample
from tokviz.text.normalizers.sentencepiece import RULE_NAMES

ALGORITHMS: dict[str, type[SentencePieceBPE] | type[Unigram]] = {
    "bpe": SentencePieceBPE,
    "unigram": Unigram,
}
LANGUAGES = ("English", "Korean", "Japanese", "Chinese", "Arabic", "Hindi")
CORPORA = (*LANGUAGES, "prose", "code", "emoji", "numbers", "five letters", "hostile")
COVERAGES = (0.98, 0.9995, 1.0)
ROOM = (4, 60, 3000)
"""Tokens beyond the special ones and the characters; the last is more than there are pieces."""
NUM_LINES = 60
HOSTILE = (
    "",
    "   ",
    "\t",
    "a\tb\x1fc\x00d",
    "x\r\ry",
    "▁▁ ▅ ▁",
    "<unk><s></s><0x41>",
    "e\u0301\u0323 é ﬁ ① ｶﾞ ㍿ ½ …",
    "\u200b\u00a0\u3000\u2028\ufeff",
    "न्‍क\u200cश ـــ ١٢٣ 0１2",
    "ն։ ʕ·ᴥ·ʔ Ωé",
    "👩‍👩‍👧‍👦🇺🇳👏🏻",
    "\U000e0041\U0010ffff\ufffe",
    "ab" * 900,
    "的" * 300,
)


@dataclass(frozen=True)
class Cell:
    """One training; ``room`` is the vocabulary beyond what must be in it."""

    algorithm: str
    corpus: str
    normalization: str
    byte_fallback: bool
    coverage: float
    room: int


@dataclass(frozen=True)
class Agreement:
    """What is alike: the pieces and their ids, their scores to the last bit, lines as pieces."""

    pieces: bool
    scores: bool
    lines: int
    lines_alike: int
    decoded_alike: int
    loaded_alike: int


def cells() -> Iterator[Cell]:
    """All of them."""
    settings = (ALGORITHMS, CORPORA, RULE_NAMES, (False, True), COVERAGES, ROOM)
    return itertools.starmap(Cell, itertools.product(*settings))


def compare(cell: Cell) -> Agreement:
    """Train both, and encode what neither has seen."""
    lines = corpus(cell.corpus)
    asked = PieceSettings(
        normalization=cell.normalization,
        byte_fallback=cell.byte_fallback,
        character_coverage=cell.coverage,
    )
    alphabet = asked.read(lines, 1_000_000).alphabet
    vocab_size = len(asked.special.by_id) + len(alphabet) + cell.room
    ours = ALGORITHMS[cell.algorithm].train(
        lines,
        vocab_size=vocab_size,
        normalization=cell.normalization,
        byte_fallback=cell.byte_fallback,
        character_coverage=cell.coverage,
    )
    theirs = train_reference(
        lines,
        cell.algorithm,
        vocab_size,
        normalization_rule_name=cell.normalization,
        byte_fallback=cell.byte_fallback,
        character_coverage=cell.coverage,
        max_sentence_length=1_000_000,
    )
    loaded = _as_loaded(ours, pieces_of(theirs), scores_of(theirs))
    unseen = [*HOSTILE, *_draw(cell.corpus, 15, seed=1)]
    encoded = [theirs.encode(line) for line in unseen]
    spelled = [theirs.encode(line, out_type=str) for line in unseen]
    return Agreement(
        pieces=list(ours.pieces.pieces) == pieces_of(theirs),
        scores=list(ours.pieces.scores) == scores_of(theirs),
        lines=len(unseen),
        lines_alike=_count_equal([ours.tokenize(line) for line in unseen], spelled),
        decoded_alike=_count_equal(
            [loaded.decode(ids) for ids in encoded], [theirs.decode(ids) for ids in encoded]
        ),
        loaded_alike=_count_equal([loaded.encode(line) for line in unseen], encoded),
    )


@cache
def corpus(name: str) -> tuple[str, ...]:
    """Lines to train on."""
    if name == "hostile":
        return (*HOSTILE, *_draw("prose", 20, seed=2), *HOSTILE)
    return _draw(name, NUM_LINES, seed=0)


def _draw(name: str, num_lines: int, seed: int) -> tuple[str, ...]:
    """Lines of words as frequent as those of a language; every eighth is run together."""
    rng = random.Random(f"{name} {seed}")
    words = _words(name)
    weights = [1 / (rank + 2) for rank in range(len(words))]
    lines = []
    for number in range(num_lines):
        chosen = rng.choices(words, weights, k=rng.randrange(1, 14))
        lines.append(("" if number % 8 == 7 else " ").join(chosen))
    return tuple(lines)


@cache
def _words(name: str) -> Sequence[str]:
    """The different words of a text, and pieces of those that are long."""
    if name == "hostile":
        return [word for line in HOSTILE for word in line.split(" ")]
    if name == "five letters":
        rng = random.Random(5)
        return ["".join(rng.choices("abcde", k=rng.randrange(1, 8))) for _ in range(50)]
    text = sample("languages" if name in LANGUAGES else name).text
    if name in LANGUAGES:
        text = text.split("\n")[LANGUAGES.index(name)]
    words = list(dict.fromkeys(text.split()))
    longer = [word for word in words if len(word) > 6]
    parts = [word[i : i + 3] for word in longer for i in range(len(word) - 2)]
    return list(dict.fromkeys([*words, *parts]))


def _as_loaded(
    ours: SentencePieceBPE | Unigram, pieces: Sequence[str], scores: Sequence[float]
) -> SentencePieceBPE | Unigram:
    """A model of our class with the library's pieces, as loading its file makes it."""
    special = len(ours.pieces.special_ids) + (256 if ours.pieces.byte_ids else 0)
    kinds = (*ours.pieces.kinds[:special], *ours.pieces.kinds[-1:] * (len(pieces) - special))
    vocab = type(ours.pieces)(tuple(pieces), tuple(scores), kinds, ours.pieces.marks)
    return type(ours)(vocab, ours.normalizer)


def _count_equal(some: Sequence[object], others: Sequence[object]) -> int:
    return sum(one == other for one, other in zip(some, others, strict=True))
