"""Merging in a short word: look at all its pairs, join the best, look again.

For a handful of characters this is many times faster than a queue (merging/apply_merges.py), whose
result it has.
"""

from collections.abc import Mapping
from itertools import pairwise

SHORT_WORD = 96
"""In characters; the time grows with the square, so that longer words are better off queued."""
NO_RANK = 1 << 62


def join_short(word: str, rank_of: Mapping[str, int]) -> list[str]:
    """The word as tokens: the two whose joint spelling ranks first merge, the leftmost of equals.

    ``rank_of`` holds every token. "abab", {"a": 2, "b": 3, "ab": 0} -> ["ab", "ab"]
    """
    rank = rank_of.get
    tokens = list(word)
    ranks = [rank(left + right, NO_RANK) for left, right in pairwise(tokens)]
    while ranks and (best := min(ranks)) < NO_RANK:
        at = ranks.index(best)
        tokens[at : at + 2] = [joined := tokens[at] + tokens[at + 1]]
        del ranks[at]
        if at:
            ranks[at - 1] = rank(tokens[at - 1] + joined, NO_RANK)
        if at < len(ranks):
            ranks[at] = rank(joined + tokens[at + 1], NO_RANK)
    return tokens
