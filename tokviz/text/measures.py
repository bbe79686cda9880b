"""How well a tokenizer fits a text: compression, fertility, unknown words, vocabulary growth.

Compression is text per token: more bytes in one token mean a shorter sequence for the model.
Fertility is tokens per word: 1 means that words stay whole. Both depend on the text, so compare
tokenizers on the same one.

Sources: fertility as in Rust et al. 2021, "How Good is Your Tokenizer?"; the growth of a
vocabulary as a power of the words read, Heaps 1978. Words are what ``str.split`` finds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.arrays.frozen import ReadOnlyArrays
from tokviz.text.characters import encode_utf8, iter_graphemes

POINTS = 200
"""Of a curve, at most."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Counts of one text and its tokens. A ratio of nothing to nothing is 0."""

    num_tokens: int
    num_bytes: int
    num_chars: int
    num_graphemes: int
    num_words: int
    num_unknown: int

    @property
    def bytes_per_token(self) -> float | None:
        """As the function of this name has it."""
        return bytes_per_token(self.num_bytes, self.num_tokens, self.num_unknown)

    @property
    def fertility(self) -> float:
        """Tokens per word between spaces."""
        return _ratio(self.num_tokens, self.num_words)

    @property
    def unknown_rate(self) -> float:
        """The share of tokens that are unknown, 0 to 1."""
        return _ratio(self.num_unknown, self.num_tokens)


@dataclass(frozen=True)
class HeapsCurve(ReadOnlyArrays):
    """Distinct words against words read, with the fit ``distinct = scale * read ** exponent``.

    Arrays are read-only, of shape (points,). Without at least two different points to fit,
    ``scale`` and ``exponent`` are None.
    """

    words_read: npt.NDArray[np.int64]
    distinct_words: npt.NDArray[np.int64]
    scale: float | None
    exponent: float | None


@dataclass(frozen=True)
class UnknownCurve(ReadOnlyArrays):
    """The share of a second text's words that are unknown after reading some of a first.

    Arrays are read-only, of shape (points,); shares lie between 0 and 1.
    """

    words_read: npt.NDArray[np.int64]
    unknown_share: npt.NDArray[np.float64]


def bytes_per_token(num_bytes: int, num_tokens: int, num_unknown: int) -> float | None:
    """UTF-8 bytes that one token stands for, on average; None where none stands for any."""
    if num_bytes and num_unknown == num_tokens:
        return None
    return _ratio(num_bytes, num_tokens)


def measure(text: str, token_ids: Sequence[int], *, num_unknown: int = 0) -> Measure:
    """Count a text and the tokens some tokenizer made of it, so many of them unknown."""
    return Measure(
        num_tokens=len(token_ids),
        num_bytes=len(encode_utf8(text)),
        num_chars=len(text),
        num_graphemes=sum(1 for _ in iter_graphemes(text)),
        num_words=len(text.split()),
        num_unknown=num_unknown,
    )


def heaps_curve(words: Sequence[str]) -> HeapsCurve:
    """How many distinct words the first n words hold, at up to ``POINTS`` even steps of n.

    ["a", "b", "a"] -> words_read [1, 2, 3], distinct_words [1, 2, 2]
    """
    first_places = np.sort(np.fromiter(_first_places(words).values(), np.int64))
    read = _even_steps(len(words))
    distinct = np.searchsorted(first_places, read)
    scale, exponent = _fit_power(read, distinct)
    return HeapsCurve(read, distinct, scale, exponent)


def unknown_curve(words: Sequence[str], held_out: Sequence[str]) -> UnknownCurve:
    """The share of ``held_out`` that the first n of ``words`` do not hold, n from 0 to all.

    words ["a", "b"], held_out ["b", "a", "c", "a"] -> read [0, 1, 2], share [1, 0.5, 0.25]
    """
    first_places = _first_places(words)
    never = len(words)
    known_from = np.sort(np.array([first_places.get(word, never) for word in held_out], np.int64))
    read = np.concatenate([np.zeros(1, np.int64), _even_steps(len(words))])
    known = np.searchsorted(known_from, read)
    share = 1 - known / len(held_out) if held_out else np.zeros(len(read))
    return UnknownCurve(read, share)


def _first_places(words: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, word in enumerate(words):
        places.setdefault(word, place)
    return places


def _even_steps(total: int) -> npt.NDArray[np.int64]:
    """Up to ``POINTS`` different numbers from 1 to ``total``, both ends included."""
    if not total:
        return np.empty(0, np.int64)
    return np.unique(np.linspace(1, total, min(POINTS, total)).round().astype(np.int64))


def _fit_power(
    read: npt.NDArray[np.int64], distinct: npt.NDArray[np.int64]
) -> tuple[float | None, float | None]:
    """Least squares of log(distinct) on log(read): a straight line on a double log scale."""
    if len(read) < 2:
        return None, None
    x, y = np.log(read), np.log(distinct)
    centred = x - x.mean()
    exponent = float(centred @ (y - y.mean()) / (centred @ centred))
    return float(np.exp(y.mean() - exponent * x.mean())), exponent


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
