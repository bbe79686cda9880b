"""Why training ended, in sentences for the page."""

from collections.abc import Collection

from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.text.labels import plural, times

REPEAT = "A text that repeats itself has more to learn."
"""Said where nothing was learned, because every pair stands once."""


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
    if pairs.highest_count():
        return _bpe_too_rare(pairs, min_count, made, wanted)
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
        return _full_vocabulary(wanted)
    so_far = f"{made:,} of {plural(wanted, 'token')}"
    if pairs.highest_count():
        often = _too_rare(min_count, so_far if made > base_size else "")
        return _advised(f"{often}, so training ends.", pairs, learned=made > base_size)
    if not pairs.last_changes():  # not even the count before any merge
        return "No word has two letters, so there is no pair to merge."
    return f"No pair is left to merge at {so_far}: every word is one token."


def pieces_ending(pairs: PairIndex, made: int, wanted: int, vocab_size: int, min_count: int) -> str:
    """Why SentencePiece's BPE made so many merges; some may join nothing (pieces/merges.py)."""
    if made < wanted and pairs.most_frequent() is not None:
        return _bpe_too_rare(pairs, min_count, made, wanted)
    reason, what = _full_vocabulary(vocab_size), "it"
    if not wanted:
        reason += " All are there from the start: a larger vocabulary has room for merges."
    if made < wanted:
        if not made:
            return "There is no pair that may become a token."
        reason = f"No pair that may become a token is left after {plural(made, 'merge')}."
        what = "the vocabulary"
    if filled := pairs.num_idle:
        fill = "fills" if filled == 1 else "fill"
        reason += f" {filled:,} of them only {fill} {what} up: nothing was left to join."
    return reason


def unigram_ending(reached: int, wanted: int) -> str:
    """Why Unigram kept so many tokens."""
    if reached >= wanted:
        return _full_vocabulary(wanted)
    return (
        f"No more pieces are worth keeping: {reached:,} tokens, though {wanted:,} were asked for."
    )


def of_merges(made: int, wanted: int) -> str:
    """3, 20 -> "3 of 20 merges" """
    return f"{made:,} of {plural(wanted, 'merge')}"


def _full_vocabulary(size: int) -> str:
    were = "was" if size == 1 else "were"
    return f"The vocabulary has the {plural(size, 'token')} that {were} asked for."


def _bpe_too_rare(pairs: PairIndex, min_count: int, made: int, wanted: int) -> str:
    often = _too_rare(min_count, of_merges(made, wanted) if made else "")
    return _advised(f"{often}, so none is worth a token.", pairs, learned=made > 0)


def _too_rare(min_count: int, so_far: str) -> str:
    often = "twice" if min_count == 2 else times(min_count)
    return f"No pair stands {often}" + (f" any more after {so_far}" if so_far else "")


def _advised(reason: str, pairs: PairIndex, *, learned: bool) -> str:
    return reason if learned or pairs.highest_count() > 1 else f"{reason} {REPEAT}"


def _all_made(wanted: int) -> str:
    if wanted < 2:
        return "The one merge that was asked for is made." if wanted else "No merge was asked for."
    return f"All {wanted:,} merges that were asked for are made."
