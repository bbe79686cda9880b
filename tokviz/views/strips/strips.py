"""The payload of the strips: one text as several tokenizers cut it, ready to be drawn.

Rows that know where their tokens lie are cut into common groups (groups.py) and drawn under each
other. Rows that lost that knowledge, because the tokenizer changed the text, follow below as
plain strips. The payload has no arrays: all of it is header.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from tokviz.text.labels import label_parts
from tokviz.text.long_labels import cut_of
from tokviz.text.markers import Markers
from tokviz.text.measures import bytes_per_token
from tokviz.traces.around import Mark
from tokviz.traces.merges import Token
from tokviz.traces.results import Loss, Span
from tokviz.views.components import STRIPS
from tokviz.views.payload import pack
from tokviz.views.standalone.standalone import standalone_page
from tokviz.views.strips.cut_characters import lead_byte, parts_held
from tokviz.views.strips.groups import StripToken, common_cuts, cut_alike, group_numbers, runs_of
from tokviz.views.strips.losses import added_spaces, hatched, lost_as, told_losses, with_gaps

_Sign: TypeAlias = Literal["", "unknown", "mark", "special"]
"""What a token stands for: its letters, what is unknown, no text, or itself, a special token."""
_Key: TypeAlias = tuple[int, Token, _Sign]
"""What looks alike has one key."""
DRAWN_TOKENS = 3_000
"""As many tokens of a row as a browser draws without stuttering."""


@dataclass(frozen=True, slots=True)
class StripRow:
    """One tokenizer's tokens, in order. ``note`` says in a few words what is special about it.

    ``markers`` are what the tokenizer wrote into its tokens, as ``label_parts`` takes them.
    ``share``, from 0 to 1, is how long its bar is; by default the bar counts its tokens.
    Without ``has_ids`` the numbers of its tokens give them their colours alone.
    ``losses`` are what does not come back, ``unknown`` the byte ranges of the tokens that stand for
    what the vocabulary cannot say. ``front`` and ``back`` are the marks of a post-processor, which
    are drawn around an aligned row and counted nowhere.
    """

    name: str
    tokens: Sequence[StripToken]
    note: str = ""
    markers: Markers = ()
    share: float | None = None
    losses: Sequence[Loss] = ()
    unknown: Collection[Span] = ()
    special: Collection[Span] = ()
    has_ids: bool = True
    front: Sequence[Mark] = ()
    back: Sequence[Mark] = ()

    @property
    def aligned(self) -> bool:
        """Whether every token knows its place in the text."""
        return all(start is not None and end is not None for _, _, start, end in self.tokens)

    @property
    def num_unknown(self) -> int:
        """How many tokens say nothing of the text."""
        unknown = frozenset(self.unknown)
        return sum((start, end) in unknown for _, _, start, end in self.tokens)

    def bytes_per_token(self, num_bytes: int) -> float | None:
        """As ``tokviz.text.measures`` has it, of a text of so many bytes."""
        return bytes_per_token(num_bytes, len(self.tokens), self.num_unknown)


def strips_payload(
    rows: Sequence[StripRow],
    *,
    text: str,
    compact: bool = False,
    lines: Sequence[tuple[int, str]] = (),
) -> bytes:
    """Everything the strips show; ``DRAWN_TOKENS`` tokens of the longest row are drawn.

    ``compact``: one slim strip a row with its count beside its name, and no list of rows above.
    ``lines``: from which byte on a line of its own begins, and its name; the text's own line ends
    begin none then.
    Raises ValueError where a token lies outside the text, or two tokens of a row overlap.
    """
    data = text.encode("utf-8", "surrogatepass")
    of_all = [
        {"total": len(row.tokens), "bytesPerToken": row.bytes_per_token(len(data))} for row in rows
    ]
    rows = [_drawn(row, len(data)) for row in rows]
    spans = {at: _checked_spans(row, len(data)) for at, row in enumerate(rows) if row.aligned}
    cuts = [
        cut for cut in common_cuts(list(spans.values()), len(data)) if lead_byte(data, cut) == cut
    ]
    if not data and any(row.tokens for row in rows):
        cuts = [0, 0]  # one place, for the tokens that stand for nothing
    numbers = {at: group_numbers(row, cuts) for at, row in spans.items()}
    groups = _groups_within(list(numbers.values()), len(cuts) - 1)
    body: dict[str, Any] = {
        "bytes": len(data),
        "compact": compact,
        "groups": groups,
        "shownBytes": cuts[groups] if groups < len(cuts) else len(data),
        "overs": _overs(rows, numbers, cuts[: groups + 1], data),
        "lines": _lines(lines, cuts[:groups]),
        "breaks": [g for g in range(groups) if data[cuts[g] : cuts[g + 1]].endswith(b"\n")],
        **runs_of(text, data, cuts[: groups + 1]),
        "agree": _agreeing(rows, list(spans.values()), data, cuts[: groups + 1]),
        "rows": [
            {**facts, **_row(row, numbers.get(at), groups, data)}
            for at, (row, facts) in enumerate(zip(rows, of_all, strict=True))
        ],
    }
    return pack(body)


def strips_html(payload: bytes, *, title: str) -> str:
    """One HTML page that shows a payload of ``strips_payload``."""
    place = '<div class="strips-place"></div>'
    return standalone_page(STRIPS, payload, title=title, place=place)


def _lines(lines: Sequence[tuple[int, str]], starts: Sequence[int]) -> list[tuple[int, str]]:
    """The group that begins each line, and the line's name; ``starts`` are those of the groups."""
    found = ((bisect_left(starts, start), name) for start, name in lines)
    return [(group, name) for group, name in found if group < len(starts)]


def _drawn(row: StripRow, size: int) -> StripRow:
    """The row with what is drawn between its tokens, and around them."""
    if not row.aligned:
        return replace(row, front=(), back=())
    front: list[StripToken] = [(*mark, 0, 0) for mark in row.front]
    back: list[StripToken] = [(*mark, size, size) for mark in row.back]
    return replace(row, tokens=[*front, *with_gaps(row.tokens, row.losses), *back])


def _agreeing(
    rows: Sequence[StripRow], spans: Sequence[Sequence[Span]], data: bytes, cuts: Sequence[int]
) -> list[int]:
    """The groups that all rows cut alike, and in which none loses anything."""
    lost = {
        group
        for row in rows
        for loss in row.losses
        for group in range(bisect_right(cuts, loss.start) - 1, bisect_left(cuts, loss.end))
    }
    return [group for group in cut_alike(spans, data, cuts) if group not in lost]


def _row(row: StripRow, numbers: list[int] | None, groups: int, data: bytes) -> dict[str, Any]:
    """One row: its different tokens, and which of them stands where."""
    if numbers is None:
        shown = min(len(row.tokens), DRAWN_TOKENS)
    else:
        shown = sum(number < groups for number in numbers)
    keys = list(_keys(row))
    kinds = {key: at for at, key in enumerate(dict.fromkeys(keys[:shown]))}
    counts = Counter(keys)
    return {
        "name": row.name,
        "note": row.note,
        "share": row.share,
        "hasIds": row.has_ids,
        "aligned": numbers is not None,
        "lostBytes": sum(loss.end - loss.start for loss in row.losses),
        "lostAs": lost_as(row.losses),
        "addedSpaces": added_spaces(row.losses),
        "lost": {} if numbers is None else told_losses(row.tokens[:shown], row.losses),
        "hatched": [] if numbers is None else hatched(row.tokens[:shown], row.losses),
        "kinds": [_kind(key, row, counts[key]) for key in kinds],
        "tokens": [kinds[key] for key in keys[:shown]],
        "starts": [token[2] for token in row.tokens[:shown]],
        "ends": [token[3] for token in row.tokens[:shown]],
        "numbers": numbers[:shown] if numbers is not None else [],
        "holds": {} if numbers is None else _holds(row.tokens[:shown], data),
    }


def _keys(row: StripRow) -> Iterator[_Key]:
    """Of each token of a drawn row."""
    unknown, special = frozenset(row.unknown), frozenset(row.special)
    own = range(len(row.front), len(row.tokens) - len(row.back))
    for at, (token_id, token, start, end) in enumerate(row.tokens):
        sign: _Sign = "unknown" if (start, end) in unknown else ""
        if (start, end) in special:
            sign = "special"
        yield token_id, token, sign if at in own else "mark"


def _kind(key: _Key, row: StripRow, count: int) -> dict[str, Any]:
    token_id, token, sign = key
    spelled = token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")
    parts = label_parts(token, row.markers if token_id >= 0 else ())
    return {
        "id": token_id,
        "unknown": sign == "unknown",
        "mark": sign == "mark",
        "special": sign == "special",
        "parts": parts,
        "cut": cut_of(parts),
        "hex": spelled[:64].hex(" ").upper(),
        "size": len(spelled),
        "count": count,
    }


def _holds(tokens: Sequence[StripToken], data: bytes) -> dict[int, list[str]]:
    """For each token that cuts through characters, which of their bytes it holds."""
    found: dict[int, list[str]] = {}
    for at, (_, _, start, end) in enumerate(tokens):
        if start is not None and end is not None and (words := parts_held(data, start, end)):
            found[at] = words
    return found


def _overs(
    rows: Sequence[StripRow], numbers: dict[int, list[int]], cuts: list[int], data: bytes
) -> dict[int, object]:
    """The text of each group in which some token holds only a part of a character."""
    found: dict[int, object] = {}
    for at, groups in numbers.items():
        for (_, _, start, end), group in zip(rows[at].tokens, groups, strict=True):
            cut_inside = {start, end} != {lead_byte(data, start or 0), lead_byte(data, end or 0)}
            if group + 1 < len(cuts) and cut_inside and group not in found:
                text = data[cuts[group] : cuts[group + 1]].decode("utf-8", "surrogatepass")
                found[group] = label_parts(text)
    return found


def _checked_spans(row: StripRow, size: int) -> list[tuple[int, int]]:
    spans = [(s, e) for _, _, s, e in row.tokens if s is not None and e is not None]
    position = 0
    for start, end in spans:
        if not position <= start <= end <= size:
            raise ValueError(
                f"Tokens must follow each other within the text's {size} bytes, but {row.name} "
                f"has one from {start} to {end} after byte {position}. Give None for both ends "
                f"where a place is not known."
            )
        position = end
    return spans


def _groups_within(rows: Sequence[Sequence[int]], groups: int) -> int:
    """How many whole groups can be drawn before a row has more than ``DRAWN_TOKENS``.

    At least one, however long it is.
    """
    shown = groups
    for numbers in rows:
        if len(numbers) > DRAWN_TOKENS:
            shown = min(shown, max(numbers[DRAWN_TOKENS], 1))
    return shown
