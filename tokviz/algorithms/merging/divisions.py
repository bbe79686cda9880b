"""The one pair of tokens that ever merges into a token, where any pair of that spelling may.

tiktoken's ranks and SentencePiece's pieces name no pairs: two neighbours merge where a token spells
them both. Yet only one pair ever does so for a token. When its turn comes, all earlier merges have
been made, and none of them crossed the borders of its place in the text, or it could not stand
there. So inside that place the same merges were made as if it stood alone: what is left there, if
two tokens, is the pair. If more are left, no merge makes the token.
"""

from collections.abc import Iterator, Mapping, Sequence

from tokviz.algorithms.merging.apply_merges import MergeOf, apply_merges
from tokviz.traces.choice import Pair


def merging_pairs(
    spelled: Mapping[int, Sequence[int]], merge_of: MergeOf
) -> Iterator[tuple[int, Pair]]:
    """Each token that merges make, and its pair, in the order of ``spelled``.

    Arguments:
        spelled: token id -> the ids of the base symbols that it joins.
        merge_of: as ``apply_merges`` takes it; no two tokens have one rank.
    """
    for token_id, symbols in spelled.items():

        def made_before(left: int, right: int, own: int = token_id) -> tuple[int, int] | None:
            found = merge_of(left, right)
            return None if found is None or found[1] == own else found

        parts = apply_merges(symbols, made_before)
        if len(parts) == 2 and merge_of(parts[0], parts[1]) is not None:
            yield token_id, (parts[0], parts[1])
