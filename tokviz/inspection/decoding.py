"""What each id adds to the decoded text.

The tokenizer itself is asked: an id adds what the text of the ids up to it has more than that of
the ids before it. So nothing here knows how a tokenizer decodes, and a decoder of a file that was
brought is told as it works. Only bytes are looked into, since several ids may hold one character:
neighbours of bytes are decoded as one, by the rule which gives the tokenizer's own text.

Cost: decodes one beginning of the ids for each of them, n * n / 2 tokens of n ids; of a byte-level
tokenizer all at once.

Source of the replaced bytes: text/utf8_faults.py.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from tokviz.inspection.decoded_marks import what_became
from tokviz.text.markers import NAMED_BYTE
from tokviz.text.utf8_faults import Subpart, all_bytes, byte_by_byte, subparts
from tokviz.traces.decoding import DecodedId, Decoding, Stretch
from tokviz.traces.tokenizer import Tokenizer

Run = tuple[int, int]
"""Neighbouring ids, a half-open range of their places."""


def decoding(tokenizer: Tokenizer, ids: Sequence[int]) -> Decoding:
    """The record; TokvizError for an id that is not in the vocabulary."""
    text = tokenizer.decode(ids)
    spelled = [_bytes_of(tokenizer, token_id) for token_id in ids]
    runs = list(_runs(spelled))
    added = _with_spaces_of_ends(tokenizer, ids, runs, _added(tokenizer, ids, runs, text))
    stretches = [
        stretch
        for run, grown in zip(runs, added, strict=True)
        for stretch in _stretches(run, grown, spelled)
    ]
    spans = _spans(stretches, len(ids))
    notes = what_became(tokenizer, ids, text, spans, spelled)
    rows = zip(ids, spelled, spans, notes, strict=True)
    return Decoding(
        text,
        tuple(
            DecodedId(token_id, tokenizer.vocab[token_id], data, *span, note)
            for token_id, data, span, note in rows
        ),
        tuple(stretches),
    )


def _bytes_of(tokenizer: Tokenizer, token_id: int) -> bytes | None:
    """The bytes of a token of bytes, or of one that names a byte and is decoded as one."""
    token = tokenizer.vocab[token_id]
    if isinstance(token, bytes):
        return token
    byte = None if token_id in tokenizer.special_ids else NAMED_BYTE.fullmatch(token)
    if byte is None or token in tokenizer.decode([token_id]):
        return None
    return bytes.fromhex(byte[1])


def _runs(spelled: Sequence[bytes | None]) -> Iterator[Run]:
    """[None, b"a", b"b", None, None] -> (0, 1), (1, 3), (3, 4), (4, 5)"""
    places = range(len(spelled))
    for _, run in groupby(places, lambda place: -1 if spelled[place] is not None else place):
        found = list(run)
        yield found[0], found[-1] + 1


def _added(tokenizer: Tokenizer, ids: Sequence[int], runs: Sequence[Run], text: str) -> list[str]:
    """What each run adds: joined they are the text."""
    prefixes = (tokenizer.decode(ids[:end]) for _, end in runs[:-1])
    ends = [_shared(prefix, text) for prefix in prefixes]
    ends = list(accumulate([0, *ends, len(text)], max)) if runs else []
    return [text[start:end] for start, end in pairwise(ends)]


def _shared(prefix: str, text: str) -> int:
    """How far both are the same, in code points."""
    if text.startswith(prefix):
        return len(prefix)
    pairs = enumerate(zip(prefix, text, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(prefix), len(text)))


def _with_spaces_of_ends(
    tokenizer: Tokenizer, ids: Sequence[int], runs: Sequence[Run], added: Sequence[str]
) -> list[str]:
    """The space that a mark at a word's end becomes is its own, not the next word's.

    It is drawn only once a word follows, so the text grows by it too late.
    """
    marks = tuple(mark.text for mark in tokenizer.markers if mark.place == "end")
    found = list(added)
    for number, (_, last) in enumerate(runs[:-1]):
        token, after = tokenizer.vocab[ids[last - 1]], found[number + 1]
        ends_word = bool(marks) and isinstance(token, str) and token.endswith(marks)
        if ends_word and after.startswith(" ") and not found[number].endswith(" "):
            found[number] += " "
            found[number + 1] = after[1:]
    return found


def _stretches(run: Run, text: str, spelled: Sequence[bytes | None]) -> list[Stretch]:
    """What the run adds, cut where a character of several ids, or a fault, begins or ends."""
    first, last = run
    tokens = [data or b"" for data in spelled[first:last]]
    data = b"".join(tokens)
    found = subparts(data)
    readings = (found, byte_by_byte(found), all_bytes(data))
    cut = next((one for one in readings if "".join(part.text for part in one) == text), None)
    if spelled[first] is None or cut is None:
        return [Stretch(text, first, last)] if text else []
    ends = list(accumulate(map(len, tokens)))
    return _joined(_held(part, ends, first) for part in cut)


def _held(part: Subpart, ends: Sequence[int], first: int) -> Stretch:
    """The stretch of a character or a fault; ``ends`` are those of the tokens, in bytes."""
    low, high = bisect_right(ends, part.start), bisect_left(ends, part.end)
    return Stretch(part.text, first + low, first + high + 1, part.fault)


def _joined(parts: Iterator[Stretch]) -> list[Stretch]:
    """Characters of one id beside each other as one stretch."""
    found: list[Stretch] = []
    for part in parts:
        if found and _of_one_id(part) and _of_one_id(found[-1], part.first):
            found[-1] = Stretch(found[-1].text + part.text, part.first, part.last)
        else:
            found.append(part)
    return found


def _of_one_id(part: Stretch, place: int | None = None) -> bool:
    """Whether it is whole characters of one id, of the one at this place if there is one."""
    alone = part.last - part.first == 1 and not part.fault
    return alone and place in (None, part.first)


def _spans(stretches: Sequence[Stretch], num_ids: int) -> list[tuple[int, int]]:
    """For each id the range of the text that it gives something to."""
    spans: list[tuple[int, int] | None] = [None] * num_ids
    at = 0
    for part in stretches:
        end = at + len(part.text)
        for place in range(part.first, part.last):
            known = spans[place]
            spans[place] = (at if known is None else known[0], end)
        at = end
    done: list[tuple[int, int]] = []
    for span in spans:
        here = done[-1][1] if done else 0
        done.append((here, here) if span is None else span)
    return done
