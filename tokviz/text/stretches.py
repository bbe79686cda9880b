"""Counting pre-tokens fast: what is the same in a text is split once.

A text falls into stretches (cutting.py), most of them repeated, and only the distinct ones need the
split pattern. They are split many at once: joined by a mark, a character that the text does not
have, with a twin of the pattern that takes the mark for the end of the text.
"""

import operator
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.ragged import gather
from tokviz.checks.deadlines import Deadline
from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.whole_numbers import check_whole
from tokviz.text.cutting import SPECIAL, Numbers, may_be_cut, number_stretches
from tokviz.text.pre_tokens import (
    PreTokens,
    ascii_twin,
    compile_pattern,
    cut_special_tokens,
    pattern_deadline,
    split,
    well_formed,
)
from tokviz.text.special_tokens import check_names
from tokviz.text.tiktoken_splits import as_tiktoken_sees, split_as_tiktoken

Names: TypeAlias = Sequence[str] | Mapping[str, int]

BY_PATTERN = "a split pattern"
"""What cut pre-tokens that ``count_in_texts`` counted."""
_BATCH = 1 << 14  # stretches split at a time
_MOST_BYTES = 1 << 53  # what numpy's weighted sums, in floats, hold to the last one
_MARKS = "".join(map(chr, [*range(9), *range(14, 28), 127]))


def count_in_texts(
    texts: Iterable[str],
    pattern: str,
    special_tokens: Names = (),
    deadline: Deadline | None = None,
) -> PreTokens:
    """The pre-tokens of well-formed texts, special tokens cut out first and whole.

    Raises PatternError as ``split`` does, TokvizError where the special tokens make no sense. All
    texts share one deadline, the caller's where it gives one.
    """
    check_names(special_tokens, ids=True)
    compile_pattern(pattern)
    parts = [part for text in texts for part in cut_special_tokens(text, special_tokens)]
    mark = _free_mark([text for text, _ in parts]) if may_be_cut(pattern) else ""
    stretches, rows = number_stretches(parts, pattern if mark else None)
    order, batches = _batches(stretches)
    deadline = deadline or pattern_deadline(stretches)
    distinct, numbers, starts = _number_pre_tokens(batches, pattern, mark, deadline)
    row_of = np.empty(len(order), np.int32)
    row_of[order] = np.arange(len(order), dtype=np.int32)
    # What stands first in the distinct stretches, one after the other, stands first in the text.
    distinct, numbers = _by_first_place(distinct, gather(numbers, starts, row_of))
    sizes = np.diff(starts)[row_of]
    occurrences = gather(numbers, np.concatenate([[0], np.cumsum(sizes)]), rows)
    times = np.repeat(np.bincount(rows, minlength=len(stretches)), sizes)
    weights = np.bincount(numbers, times, minlength=len(distinct)).astype(np.int64)
    special = frozenset(n for n, each in enumerate(distinct) if each.startswith(SPECIAL))
    for number in special:
        distinct[number] = distinct[number].removeprefix(SPECIAL)
    return PreTokens(tuple(distinct), occurrences, weights, special, BY_PATTERN)


def counted(
    counts: PreTokens | Mapping[str, int],
    special_tokens: Names,
    *,
    pattern: str | None = None,
    counter: str = BY_PATTERN,
) -> PreTokens:
    """Counts that the caller made, each pre-token standing once in the text if none is given.

    TokvizError where a count counts nothing, where all together pass what is counted in, where a
    special token was cut out that is none here, or where another than ``counter`` cut the text.
    PatternError where the split pattern of the model to be trained is broken.
    """
    if pattern is not None:
        compile_pattern(pattern)
    check_names(special_tokens, ids=True)
    if not isinstance(counts, PreTokens):
        return _of_mapping(counts, special_tokens)
    if counts.counted_by not in ("", counter):
        raise TokvizError(
            f"This trainer learns from what {counter} cut, but these counts are of what "
            f"{counts.counted_by} cut. Count the text again"
            f"{'' if counter == BY_PATTERN else f', with counter={counter}'}."
        )
    names = {counts.distinct[number] for number in counts.special}
    if missing := sorted(names.difference(special_tokens)):
        raise TokvizError(
            "The special tokens must be those that were cut out while counting, but "
            f"{missing[0]!r} is not among those given. Train with the same special_tokens."
        )
    return counts


def _of_mapping(counts: Mapping[str, int], special_tokens: Names) -> PreTokens:
    for pre_token, weight in counts.items():
        if not isinstance(pre_token, str):
            raise KindError(
                f"A pre-token is a str, but {pre_token!r:.40} is of the kind "
                f"{type(pre_token).__name__}. Leave it out, or decode bytes first."
            )
        check_whole("The count of a pre-token", weight, such_as=1)
        if not pre_token or well_formed(pre_token) != pre_token or weight < 1:
            raise TokvizError(
                "Counts must say how often each pre-token, a text with no lone surrogate, stands "
                f"in the text, but {pre_token!r} is counted {weight} times. Leave it out."
            )
    if sum(4 * len(name) * operator.index(weight) for name, weight in counts.items()) > _MOST_BYTES:
        raise TokvizError(
            f"The text that is counted may have {_MOST_BYTES:,} bytes, but these counts make "
            "more. Divide all of them by the same number."
        )
    special = (number for number, name in enumerate(counts) if name in special_tokens)
    weights = np.array(list(counts.values()), np.int64)
    order = np.arange(len(counts), dtype=np.int32)
    return PreTokens(tuple(counts), order, weights, frozenset(special))


def _free_mark(texts: Sequence[str]) -> str:
    """A control character that stands in none of the texts, or nothing."""
    free = (mark for mark in _MARKS if not any(mark in text for text in texts))
    return next(free, "")


# ---- splitting --------------------------------------------------------------------------------


def _batches(stretches: Sequence[str]) -> tuple[npt.NDArray[np.int64], Iterator[list[str]]]:
    """The stretches, sorted so that those of one kind are split together, and their order."""
    kinds = np.array([0 if s.isascii() else 1 + s.startswith(SPECIAL) for s in stretches], np.int8)
    rows = [np.flatnonzero(kinds == kind) for kind in range(3)]
    batches = (
        [stretches[row] for row in same[first : first + _BATCH].tolist()]
        for same in rows
        for first in range(0, len(same), _BATCH)
    )
    return np.concatenate(rows), batches


def _number_pre_tokens(
    batches: Iterable[list[str]], pattern: str, mark: str, deadline: Deadline
) -> tuple[list[str], Numbers, npt.NDArray[np.int64]]:
    """The distinct pre-tokens, all of them as numbers, and where each stretch's begin."""
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    end = number_of[mark]  # 0
    found = [
        np.fromiter(
            map(number_of.__getitem__, _split_each(batch, pattern, mark, deadline)), np.int32
        )
        for batch in batches
    ]
    numbers = np.concatenate([np.empty(0, np.int32), *found])
    ends = np.flatnonzero(numbers == end)
    starts = np.concatenate([[0], ends - np.arange(len(ends))])
    return list(number_of)[1:], numbers[numbers != end] - 1, starts


def _split_each(
    stretches: Sequence[str], pattern: str, mark: str, deadline: Deadline
) -> Iterable[str]:
    """The pre-tokens of each stretch as if it stood alone, and the mark after each stretch's own.

    ["the men", "in"], "|" -> ["the", " men", "|", "in", "|"]
    """
    if stretches[0].startswith(SPECIAL):
        return chain.from_iterable((name, mark) for name in stretches)
    if not mark:
        each = (split_as_tiktoken(s, pattern, timeout=deadline) for s in stretches)
        return chain.from_iterable((*pre_tokens, mark) for pre_tokens in each)
    joined = mark.join([*stretches, ""])
    if joined.isascii():
        return _ascii_twin_with_mark(pattern, mark).findall(joined)
    seen = as_tiktoken_sees(joined, pattern)
    found = split(seen, _with_mark(pattern, mark), timeout=deadline)
    if seen == joined:
        return found
    edges = accumulate(map(len, found), initial=0)
    return (joined[start:end] for start, end in pairwise(edges))


def _with_mark(pattern: str, mark: str) -> str:
    """The pattern with the mark as a pre-token of its own and as an end of the text."""
    several = pattern.replace(r"\S", r"[^\s]").replace("[^", "[^" + mark)
    return mark + "|" + several.replace("$", f"(?![^{mark}])")


@lru_cache(maxsize=64)
def _ascii_twin_with_mark(pattern: str, mark: str) -> re.Pattern[str]:
    return re.compile(_with_mark(ascii_twin(pattern).pattern, mark))


def _by_first_place(distinct: list[str], numbers: Numbers) -> tuple[list[str], Numbers]:
    """The same numbered anew, in the order in which they first stand among ``numbers``."""
    first = np.empty(len(distinct), np.int64)
    first[numbers[::-1]] = np.arange(len(numbers))[::-1]  # the last one written is the first place
    order = np.argsort(first)
    renumber = np.empty(len(distinct), np.int32)
    renumber[order] = np.arange(len(distinct), dtype=np.int32)
    return [distinct[number] for number in order.tolist()], renumber[numbers]
