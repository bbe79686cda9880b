"""Why training ended, in sentences for the page."""

from collections.abc import Collection

from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.text.labels import plural, times
from tokviz.traces.merges import TOO_RARE


def bpe_ending(
    pairs: PairIndex,
    made: int,
    wanted: int,
    min_count: int,
    *,
    without: str = "is empty",
    special: Collection[int] = (),
    alone: bool = False,
) -> str:
    """Why BPE made so many merges.

    Arguments:
        without: what a text with no symbol is; a splitter that drops spaces finds no word in some.
        special: the special tokens that stand in the text, which are no symbols.
        alone: whether no merge crosses the ends of the whole text, and no others.
    """
    if made == wanted:
        return _all_made(wanted)
    if pairs.any_left():
        return too_rare(min_count, made, wanted)
    if not pairs.num_symbols:
        is_so = "holds special tokens alone" if special else without
        return f"The text {is_so}, so there is no pair to merge."
    so_far = f"No pair is left to merge after {of_merges(made, wanted)}"
    which = "the text" if alone else f"every {pairs.whole}"
    return f"{so_far if made else 'There is no pair to merge'}: {which} is one token."


def wordpiece_ending(
    pairs: PairIndex, base_size: int, made: int, wanted: int, min_count: int
) -> str:
    """Why WordPiece made so many tokens, the first ``base_size`` of them by no merge.

    It merges by score, so a pair that stood more rarely may have become a token all the same.
    """
    if made == wanted:
        return full_vocabulary(wanted)
    so_far = f"{made:,} of {plural(wanted, 'token')}"
    if pairs.any_left():
        return f"{_too_rare(min_count, made > base_size, so_far)}, so training ends."
    if not pairs.last_changes():  # not even the count before any merge
        return "No word has two letters, so there is no pair to merge."
    return f"No pair is left to merge at {so_far}: every word is one token."


def full_vocabulary(size: int) -> str:
    """The vocabulary has its size."""
    were = "was" if size == 1 else "were"
    return f"The vocabulary has the {plural(size, 'token')} that {were} asked for."


def too_rare(min_count: int, made: int, wanted: int) -> str:
    """No pair stands ``min_count`` times, once ``made`` merges are made."""
    often = _too_rare(min_count, made > 0, of_merges(made, wanted))
    return f"{often}, so none is worth a token."


def _too_rare(min_count: int, made: bool, so_far: str) -> str:
    often = "twice" if min_count == 2 else times(min_count)
    return f"{TOO_RARE} {often}" + (f" any more after {so_far}" if made else "")


def of_merges(made: int, wanted: int) -> str:
    """3, 20 -> "3 of 20 merges" """
    return f"{made:,} of {plural(wanted, 'merge')}"


def _all_made(wanted: int) -> str:
    if wanted < 2:
        return "The one merge that was asked for is made." if wanted else "No merge was asked for."
    return f"All {wanted:,} merges that were asked for are made."
