"""What a row of the strips lost: which tokens stand for it, and what fell between two tokens."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

from tokviz.text.characters import beginning
from tokviz.text.labels import named
from tokviz.traces.results import Loss, Stage
from tokviz.views.strips.groups import StripToken

GAP = -1
"""In place of an id: no token stands here, and what stood here is lost."""
_WHAT: Mapping[Stage, str] = {
    "unknown": "unknown",
    "normalizing": "rewritten",
    "splitting": "between tokens",
}
"""What became of letters that did not come back."""
LONGEST = 60
"""Characters of what was lost that are told."""


def with_gaps(tokens: Sequence[StripToken], losses: Sequence[Loss]) -> list[StripToken]:
    """The tokens, and between them what no token stands for and nothing brings back."""
    starts = [start or 0 for _, _, start, _ in tokens]
    gaps: list[StripToken] = [
        (GAP, loss.lost, loss.start, loss.end)
        for loss in losses
        if loss.start < loss.end and not _meeting(tokens, starts, loss)
    ]
    return sorted([*tokens, *gaps], key=lambda t: (t[2], t[3])) if gaps else list(tokens)


def told_losses(tokens: Sequence[StripToken], losses: Sequence[Loss]) -> dict[int, str]:
    """What to say of each of ``tokens``, as ``with_gaps`` gives them, that stands for a loss."""
    starts = [start or 0 for _, _, start, _ in tokens]
    found: dict[int, str] = {}
    for loss in losses:
        for at in _meeting(tokens, starts, loss):
            found.setdefault(at, _told(loss))
    return found


def hatched(tokens: Sequence[StripToken], losses: Sequence[Loss]) -> list[int]:
    """The tokens whose letters were rewritten, or all that they stand for lost.

    Not those of whose text a space was lost, or what was only dropped between their letters.
    """
    starts = [start or 0 for _, _, start, _ in tokens]
    return sorted(
        {
            at
            for loss in losses
            for at in _meeting(tokens, starts, loss)
            if (loss.lost.strip() and (loss.written or loss.stage == "unknown"))
            or loss.start <= (tokens[at][2] or 0) <= (tokens[at][3] or 0) <= loss.end
        }
    )


def lost_as(losses: Sequence[Loss]) -> list[str]:
    """What was lost, in words: the most bytes first."""
    num_bytes: Counter[str] = Counter()
    for loss in losses:
        what = _WHAT[loss.stage] if loss.lost.strip() else "white space"
        num_bytes[what] += loss.end - loss.start
    return [what for what, number in num_bytes.most_common() if number]


def added_spaces(losses: Sequence[Loss]) -> int:
    """At how many places white space comes back where none was."""
    return sum(loss.start == loss.end and loss.written.isspace() for loss in losses)


def _meeting(tokens: Sequence[StripToken], starts: Sequence[int], loss: Loss) -> list[int]:
    """Which tokens stand for a part of what was lost."""
    first = max(bisect_right(starts, loss.start) - 1, 0)
    last = bisect_right(starts, loss.end)
    return [at for at in range(first, last) if _shared(tokens[at], loss) > 0]


def _shared(token: StripToken, loss: Loss) -> int:
    return min(token[3] or 0, loss.end) - max(token[2] or 0, loss.start)


def _told(loss: Loss) -> str:
    how = {
        "unknown": "it is unknown",
        "normalizing": "normalizing rewrote it",
        "splitting": "splitting dropped it",
    }[loss.stage]
    came = f"“{_cut(loss.written)}” comes back" if loss.written else "nothing comes back"
    return f"Lost: “{_cut(loss.lost)}”. Why: {how}; {came}."


def _cut(text: str) -> str:
    shown = beginning(text, LONGEST)
    return named(shown) + ("…" if len(shown) < len(text) else "")
