"""Our ids beside a library's: one sentence, and the places where they differ."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from tokviz.text.labels import named, plural
from tokviz.text.markers import Markers
from tokviz.traces.around import Frame, Mark
from tokviz.traces.merges import Token

COMPARED = 500
"""Ids, from the first that differs on, that are set side by side."""
NAMED_MARKS = 4
"""Of more marks on one side, so many are named."""


def agreement(ours: Sequence[int], theirs: Sequence[int]) -> str:
    """ "all 34 ids agree", or how many do before they differ."""
    count = len(ours)
    if not ours and not theirs:
        return "there is nothing to compare"
    if list(ours) == list(theirs):
        return "the id agrees" if count == 1 else f"all {count:,} ids agree"
    same = _first_difference(ours, theirs)
    return (
        f"of our {count:,} ids and its {len(theirs):,} the first {same:,} agree, then they differ"
    )


def marks_added(frame: Frame) -> str:
    """ "adds 2 marks around a text: [CLS] 101 … [SEP] 102"; there are some."""
    front, back = map(_named, (frame.front, frame.back))
    where = "around" if front and back else "in front of" if front else "behind"
    marks = plural(len(frame.marks), "mark")
    return f"adds {marks} {where} a text: {' … '.join((front, back)).strip()}"


def differences(
    ours: Sequence[int],
    theirs: Sequence[int],
    vocab: Mapping[int, Token],
    markers: Markers = (),
) -> dict[str, list[str]]:
    """The stretches that differ: from which of our tokens on, our ids, and the library's."""

    def spelled(ids: Sequence[int]) -> str:
        labels = (named(vocab[i], markers) if i in vocab else "?" for i in ids)
        return "  ".join(f"{label} {i}" for label, i in zip(labels, ids, strict=True))

    same = _first_difference(ours, theirs)
    mine, other = list(ours[same : same + COMPARED]), list(theirs[same : same + COMPARED])
    changes = SequenceMatcher(None, mine, other, autojunk=False).get_opcodes()
    rows = [change for change in changes if change[0] != "equal"]
    return {
        "from token": [f"{same + start:,}" for _, start, _, _, _ in rows],
        "ours": [spelled(mine[start:end]) for _, start, end, _, _ in rows],
        "the library's": [spelled(other[start:end]) for _, _, _, start, end in rows],
    }


def _named(marks: Sequence[Mark]) -> str:
    some = [f"{named(token)} {token_id}" for token_id, token in marks[:NAMED_MARKS]]
    more = len(marks) - NAMED_MARKS
    return "  ".join([*some, f"and {more} more"] if more > 0 else some)


def _first_difference(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """The number of the first token that differs, or how many there are."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
