"""One text through one tokenizer and back: the record that tables, charts and strips read.

What does not come back is where the text and its decoded ids differ (``differences.py``). Each
difference is put down to the stage at which it arose:

- unknown: a token that stands for what the vocabulary cannot say; not its name in the text itself;
- normalizing: the text was rewritten before it was cut, as "Ａ" to "A";
- splitting: the white space between two tokens was thrown away, or was not there before.
"""

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeAlias

from tokviz.text.markers import SPACES
from tokviz.text.measures import Measure, measure
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.differences import differences
from tokviz.traces.tokenizer import Tokenizer

Stage: TypeAlias = Literal["normalizing", "splitting", "unknown"]
Span: TypeAlias = tuple[int, int]

SHORT, RUNS = 10_000, 5
"""Up to so many characters, encoding is timed so often: a tokenizer makes itself ready in the first
run and remembers words from the second, which would be most of the time."""


class Loss(NamedTuple):
    """``lost`` stood at a half-open UTF-8 byte range of the text; ``written`` came back for it."""

    start: int
    end: int
    lost: str
    written: str
    stage: Stage


@dataclass(frozen=True, slots=True)
class Result:
    """What a tokenizer made of a text. ``spans`` are the UTF-8 byte ranges of ``ids``.

    ``unknown`` are those of the tokens that stand for what the vocabulary cannot say.
    ``seconds`` is how long encoding took; of a short text, which is encoded ``RUNS`` times, the
    least.
    """

    name: str
    text: str
    vocab_size: int
    ids: tuple[int, ...]
    spans: tuple[Span, ...]
    unknown: tuple[Span, ...]
    losses: tuple[Loss, ...]
    measure: Measure
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether decoding gives the text back."""
        return not self.losses

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Where something was lost, in the order of the pipeline."""
        found = {loss.stage for loss in self.losses}
        order: tuple[Stage, ...] = ("normalizing", "splitting", "unknown")
        return tuple(stage for stage in order if stage in found)

    @property
    def lost_share(self) -> float:
        """The share of the text's bytes that did not come back, 0 to 1."""
        return lost_share(self.losses, self.text)


def lost_share(losses: Iterable[Loss], text: str) -> float:
    """The share of the text's UTF-8 bytes that did not come back, 0 to 1."""
    num_bytes = len(text.encode())
    return sum(loss.end - loss.start for loss in losses) / num_bytes if num_bytes else 0.0


def result_of(name: str, tokenizer: Tokenizer, text: str, **special: Any) -> Result:
    """Encode the text, decode it, and find what was lost. A lone surrogate becomes U+FFFD first.

    ``special`` are keywords of this tokenizer's ``encode``: which special tokens a text may hold.
    """
    text = well_formed(text)
    took = []
    for _ in range(RUNS if len(text) <= SHORT else 1):
        begun = time.perf_counter()
        ids = tokenizer.encode(text, **special)
        took.append(time.perf_counter() - begun)
    spans = tokenizer.token_spans(text, **special)
    unknown, losses = unknown_and_lost(tokenizer, text, ids, spans, tokenizer.decode(ids))
    return Result(
        name,
        text,
        len(tokenizer.vocab),
        tuple(ids),
        tuple(spans),
        unknown,
        losses,
        measure(text, ids, num_unknown=len(unknown)),
        min(took),
    )


def unknown_and_lost(
    tokenizer: Tokenizer, text: str, ids: Sequence[int], spans: Sequence[Span], back: str
) -> tuple[tuple[Span, ...], tuple[Loss, ...]]:
    """What unknown tokens stand for, and what of ``text`` is not in ``back``.

    ``ids`` are those of ``text``, ``spans`` their UTF-8 byte ranges, ``back`` what they decode to.
    """
    unknown = _unknown_spans(tokenizer, text, ids, spans)
    return tuple(unknown), tuple(losses_of(tokenizer, text, back, spans, unknown))


def _unknown_spans(
    tokenizer: Tokenizer, text: str, ids: Sequence[int], spans: Sequence[Span]
) -> list[Span]:
    """The UTF-8 byte ranges that unknown tokens stand for, of the ``spans`` of ``ids``.

    A reader may write "[UNK]" where BERT's special tokens are allowed: that is nothing unknown.
    """
    unk_id = tokenizer.unk_id
    if unk_id is None or unk_id not in ids:
        return []
    name, data = _written(tokenizer).encode(), text.encode()
    found = [span for token_id, span in zip(ids, spans, strict=True) if token_id == unk_id]
    return [(start, end) for start, end in found if data[start:end] != name]


def _written(tokenizer: Tokenizer) -> str:
    """What comes back for an unknown token."""
    unk_id = tokenizer.unk_id
    return "" if unk_id is None else tokenizer.decode([unk_id]).strip()


def losses_of(
    tokenizer: Tokenizer,
    text: str,
    back: str,
    spans: Sequence[Span],
    unknown: Sequence[Span],
) -> Iterator[Loss]:
    """What of ``text`` is not in ``back``, which its ids decode to.

    ``spans`` are the byte ranges of its tokens, ``unknown`` those of unknown tokens.
    """
    if back == text:
        return
    written = _written(tokenizer) if unknown else ""
    byte_at = [0, *accumulate(len(character.encode()) for character in text)]
    char_at = {offset: place for place, offset in enumerate(byte_at)}
    stretches = [(char_at[start], char_at[end]) for start, end in unknown]
    rewrites = tokenizer.markers == SPACES
    for i, i_end, j, j_end in differences(text, back, stretches, written):
        start, end = byte_at[i], byte_at[i_end]
        lost, came = text[i:i_end], back[j:j_end]
        if _meets(unknown, start, end):
            stage: Stage = "unknown"
        elif rewrites or lost.strip() or came.strip() or _meets(spans, start, end):
            stage = "normalizing"
        else:
            stage = "splitting"
        yield Loss(start, end, lost, came, stage)


def _meets(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether one of the ascending spans shares a byte with this range, or holds its place."""
    at = max(bisect_right(spans, (start, start)) - 1, 0)
    for first, last in spans[at : at + 2]:
        if max(first, start) < min(last, end) or (start == end and first < start < last):
            return True
    return False
