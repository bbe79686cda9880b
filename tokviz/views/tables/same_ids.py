"""Our ids beside a library's: one sentence, and the places where they differ."""

from collections.abc import Mapping, Sequence
from difflib import Match, SequenceMatcher

from tokviz.text.labels import plain_label
from tokviz.text.markers import Markers
from tokviz.traces.merges import Token

MOST_ROWS = 200


def agreement(ours: Sequence[int], theirs: Sequence[int]) -> str:
    """ "all 34 ids agree", or how many do not."""
    if list(ours) == list(theirs):
        count = len(ours)
        return "the id agrees" if count == 1 else f"all {count:,} ids agree"
    same = sum(block.size for block in _blocks(ours, theirs))
    return f"{same:,} of our {len(ours):,} ids agree with its {len(theirs):,}"


def differences(
    ours: Sequence[int],
    theirs: Sequence[int],
    vocab: Mapping[int, Token],
    markers: Markers = (),
) -> dict[str, list[str]]:
    """The stretches that differ: from which of our tokens on, our ids, and the library's."""

    def spelled(ids: Sequence[int]) -> str:
        labels = (plain_label(vocab[i], markers) if i in vocab else "?" for i in ids)
        return "  ".join(f"{label} {i}" for label, i in zip(labels, ids, strict=True))

    changes = SequenceMatcher(None, list(ours), list(theirs), autojunk=False).get_opcodes()
    rows = [change for change in changes if change[0] != "equal"][:MOST_ROWS]
    return {
        "from token": [f"{start:,}" for _, start, _, _, _ in rows],
        "ours": [spelled(ours[start:end]) for _, start, end, _, _ in rows],
        "the library's": [spelled(theirs[start:end]) for _, _, _, start, end in rows],
    }


def _blocks(ours: Sequence[int], theirs: Sequence[int]) -> Sequence[Match]:
    return SequenceMatcher(None, list(ours), list(theirs), autojunk=False).get_matching_blocks()
