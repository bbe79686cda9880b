"""Where a text and what came back of it differ.

As many characters as can be are told to have come back: lost is what is not in a longest common
subsequence of both. Before that each unknown token is set beside its stretch of the text, as one
symbol, so that no letter of ``[UNK]`` passes for one of the text.

Where the texts are too long for that, they are walked along together, to the next place from which
a few characters are alike again, and only what lies between is compared in this way.

Source: H. Hyyrö, Bit-Parallel LCS-length Computation Revisited (2004), read backwards, so that the
rows lead from the beginning to the end.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
Gap: TypeAlias = tuple[int, int, int, int]
"""Where two texts differ: (start, end) in one, then in the other."""

CELLS = 2**24
"""Up to so many pairs of characters are compared: some milliseconds, 2 MB."""
UNKNOWN = "\ud800"
"""One symbol for what an unknown token stands for, and for its name; no text has it."""
ALIKE = 4
"""So many equal characters after a difference say that both texts go on together."""
WINDOW = 64
"""How many characters a difference may have to be found by few equal ones; a longer one is found by
more."""
SURE, FAR = 16, 4_096
"""So many equal characters after a long difference, so far ahead in what came back."""


def differences(
    text: str, back: str, unknown: Sequence[Span] = (), written: str = ""
) -> Iterator[Gap]:
    """Where the two differ: the places (start, end) in ``text``, then in ``back``, in order.

    "ten hens", "ten men" -> [(4, 5, 4, 5), (7, 8, 7, 7)]

    Arguments:
        unknown: stretches of ``text`` that unknown tokens stand for, in characters, ascending.
        written: what comes back for each of them.
    """
    ours, starts = _with_symbols(text, _named_or_unknown(text, unknown, written))
    theirs, backs = _with_symbols(back, _named_or_unknown(back, (), written))
    gaps = _parted(ours, theirs, _over_spaces(ours, theirs, _joined(_gaps(ours, theirs))))
    for i, i_end, j, j_end in _with_spaces(ours, theirs, _and_unknown(ours, theirs, gaps)):
        here, there = (starts[i], starts[i_end]), (backs[j], backs[j_end])
        if text[slice(*here)] != back[slice(*there)]:  # the name may stand in the text itself
            yield *here, *there


def _named_or_unknown(text: str, unknown: Iterable[Span], written: str) -> Iterator[Span]:
    """The unknown stretches, and where the unknown token's name is written between them."""
    name, at = re.compile(re.escape(written)), 0
    for start, end in (*unknown, (len(text), len(text))):
        if written:
            yield from (found.span() for found in name.finditer(text, at, start))
        if at <= start < end:
            yield start, end
        at = max(at, end)


def _with_symbols(text: str, spans: Iterable[Span]) -> tuple[str, Sequence[int]]:
    """The text with one symbol for each span, and where each of its symbols begins in the text."""
    parts, starts, at = [], [], 0
    for start, end in spans:
        parts += [text[at:start], UNKNOWN]
        starts += [*range(at, start), start]
        at = end
    if not parts:
        return text, range(len(text) + 1)
    return "".join([*parts, text[at:]]), [*starts, *range(at, len(text) + 1)]


def _and_unknown(ours: str, theirs: str, gaps: Iterable[Gap]) -> Iterator[Gap]:
    """The gaps, and between them each symbol that has its like beside it."""
    at = 0
    for gap in (*gaps, (len(ours), len(ours), len(theirs), len(theirs))):
        while (place := ours.find(UNKNOWN, at, gap[0])) >= 0:
            beside = place + gap[2] - gap[0]
            yield place, place + 1, beside, beside + 1
            at = place + 1
        if gap[0] < gap[1] or gap[2] < gap[3]:
            yield gap
        at = gap[1]


def _with_spaces(ours: str, theirs: str, gaps: Iterable[Gap]) -> Iterator[Gap]:
    """The gaps, in which what came back for an unknown token has the spaces put about it."""

    def is_name(gap: Gap) -> bool:
        return ours[gap[0] : gap[1]] == UNKNOWN and UNKNOWN in theirs[gap[2] : gap[3]]

    def is_space(gap: Gap) -> bool:
        return gap[0] == gap[1] and theirs[gap[2] : gap[3]].isspace()

    def belong(one: Gap, other: Gap) -> bool:
        named = (is_name(one) and is_space(other)) or (is_space(one) and is_name(other))
        return named and _touch(one, other)

    return _joined(gaps, belong)


def _over_spaces(ours: str, theirs: str, gaps: Iterable[Gap]) -> Iterator[Gap]:
    """Two gaps about white space are one where both texts have the same words there.

    ' "T', '" T': the space may have come back or the mark, which says more; no more is lost.
    """

    def is_same(gap: Gap) -> bool:
        return ours[gap[0] : gap[1]].split() == theirs[gap[2] : gap[3]].split()

    def belong(one: Gap, other: Gap) -> bool:
        if not ours[one[1] : other[0]].isspace() or is_same(one):
            return False
        spaces = sum(map(str.isspace, ours[one[0] : other[1]]))
        lost = one[1] - one[0] + other[1] - other[0]
        return spaces <= lost and is_same((one[0], other[1], one[2], other[3]))

    return _joined(gaps, belong)


def _touch(one: Gap, other: Gap) -> bool:
    return (one[1], one[3]) == (other[0], other[2])


def _joined(gaps: Iterable[Gap], belong: Callable[[Gap, Gap], bool] = _touch) -> Iterator[Gap]:
    """Gaps in order, made one where they belong together."""
    held: Gap | None = None
    for gap in gaps:
        if held is not None and belong(held, gap):
            held = (held[0], gap[1], held[2], gap[3])
            continue
        if held is not None:
            yield held
        held = gap
    if held is not None:
        yield held


def _parted(ours: str, theirs: str, gaps: Iterable[Gap]) -> Iterator[Gap]:
    """The gaps, white space apart from what is none: " T", "t" is a lost space, and a T."""
    for i_from, i_end, j_from, j_end in gaps:
        i, j = i_from, j_from
        lost = [len(part) for part in _IN_WORDS.split(ours[i:i_end])]
        came = [len(part) for part in _IN_WORDS.split(theirs[j:j_end])]
        if len(lost) != len(came):
            lost, came = _in_three(lost), _in_three(came)
        for one, other in zip(lost, came, strict=True):
            if one or other:
                yield i, i + one, j, j + other
            i, j = i + one, j + other


_IN_WORDS = re.compile(r"(\S+)")
"""Splits in spaces, word, spaces, ..., spaces, of which the first and the last may be empty."""


def _in_three(sizes: list[int]) -> list[int]:
    """The spaces in front, all between, the spaces behind."""
    first, *others = sizes
    return [first, sum(others[:-1]), others[-1]] if others else [first, 0, 0]


def _gaps(a: str, b: str) -> Iterator[Gap]:
    """Where two texts differ, as few of their characters as can be; of long ones some more."""
    i = j = _same(a, b)
    same_end = _same(reversed(a[i:]), reversed(b[j:]))
    a_end, b_end = len(a) - same_end, len(b) - same_end
    while i < a_end or j < b_end:
        if i < a_end and j < b_end and a[i] == b[j]:
            i, j = i + 1, j + 1
            continue
        i_end, j_end = a_end, b_end
        if (i_end - i) * (j_end - j) > CELLS:
            i_end, j_end = _go_on(a, i, b, j)
        yield from _fewest(a, (i, i_end), b, (j, j_end))
        i, j = i_end, j_end


def _fewest(a: str, ours: Span, b: str, theirs: Span) -> Iterator[Gap]:
    """Where two stretches differ, as few of their characters as can be."""
    (i, i_end), (j, j_end) = ours, theirs
    short = 0 < (i_end - i) * (j_end - j) <= CELLS
    rows = _rows(a[i:i_end], b[j:j_end]) if short else []
    i_from, j_from = i, j
    while rows and i < i_end and j < j_end:
        if a[i] == b[j]:
            if (i_from, j_from) != (i, j):
                yield i_from, i, j_from, j
            i, j = i + 1, j + 1
            i_from, j_from = i, j
        elif rows[i - ours[0]] >> (j_end - 1 - j) & 1:
            j += 1
        else:
            i += 1
    if (i_from, j_from) != (i_end, j_end):
        yield i_from, i_end, j_from, j_end


def _rows(a: str, b: str) -> list[int]:
    """For each place of ``a``: which characters of ``b`` its rest can do without; a bit for each.

    Bit 0 is the last character of ``b``: a bit is 1 where the longest common subsequence with
    the end of ``b`` from here on is no longer than with the end behind it.
    """
    places: dict[str, int] = defaultdict(int)
    for bit, character in enumerate(reversed(b)):
        places[character] |= 1 << bit
    everywhere = row = (1 << len(b)) - 1
    rows = [row]
    for character in reversed(a):
        same = row & places.get(character, 0)
        row = (row + same | row - same) & everywhere
        rows.append(row)
    return rows[::-1]


def _go_on(text: str, i: int, back: str, j: int) -> Span:
    """The nearest places from which both are alike again; their ends where there are none."""
    i_word, j_word = _behind_spaces(text, i), _behind_spaces(back, j)
    character = text[i_word : i_word + 1]
    for form in (character, *filter(None, _rewritten(character))):
        if back.startswith(form, j_word) and (form or j_word == len(back)):
            same_place = (i_word, j_word) == (i, j)
            return (i + 1, j + len(form)) if same_place else (i_word, j_word)
    for gap in range(1, 2 * WINDOW):
        for skipped in range(max(gap - WINDOW, 0), min(gap, WINDOW) + 1):
            i_next, j_next = i + gap - skipped, j + skipped
            if i_next > len(text) or j_next > len(back):
                continue
            rest, came = text[i_next : i_next + ALIKE], back[j_next : j_next + ALIKE]
            if rest == came and (rest or (i_next == len(text) and j_next == len(back))):
                return i_next, j_next
    return _go_on_far(text, i, back, j)


def _go_on_far(text: str, i: int, back: str, j: int) -> Span:
    """The first place of the text from which many are alike again, or the end that both have."""
    behind = min(j + FAR, len(back) - SURE + 1)
    there = {back[place : place + SURE]: place for place in range(behind - 1, j - 1, -1)}
    for place in range(i, len(text) - SURE + 1):
        found = there.get(text[place : place + SURE])
        if found is not None:
            return place, found
    end = _same(reversed(text[i:]), reversed(back[j:]))
    return len(text) - end, len(back) - end


def _same(one: Iterable[str], other: Iterable[str]) -> int:
    """With how many equal characters both begin."""
    both = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


def _behind_spaces(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _rewritten(character: str) -> Iterator[str]:
    """What normalizers usually make of a character: its plain form, lower case, no accents."""
    plain = unicodedata.normalize("NFKC", character)
    for form in (plain, plain.lower()):
        yield form
        yield "".join(c for c in unicodedata.normalize("NFD", form) if not unicodedata.combining(c))
