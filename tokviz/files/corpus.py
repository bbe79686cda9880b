"""Counting the pre-tokens of a corpus of files, on all cores or on a Dask cluster.

Training needs no more than which pre-tokens there are, in the order of their first places, and how
often. So each file, or block of a large file, is counted by itself wherever there is room, and the
counts are added up in the order of the files: the result is that of reading them one by one.

Each file is a document: nothing merges across its end. A line break stays as it is written.
Not here: Dask itself, an extra (``pip install 'tokviz[dask]'``), needed only for a cluster.
"""

import os
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.text.cutting import may_be_cut
from tokviz.text.pre_tokens import GPT2_PATTERN, PreTokens, check_order
from tokviz.text.stretches import count_in_texts

BLOCK_BYTES = 1 << 24
"""How much of a file is counted at a time, where the pattern lets a file be cut."""
WORTH_PROCESSES = 1 << 25
"""From how many bytes on more processes than one are faster than their start is slow."""
SAMPLE = 20_000
"""So many pre-tokens from the beginning of the corpus are kept in order, for the replay."""

_SAFE_CUT = re.compile(rb"(?<=[!-~])(?= )")
_LOOK = 1 << 16


@dataclass(frozen=True, eq=False)
class Counts:
    """What one block holds: its distinct pre-tokens in order, how often, and how it begins."""

    distinct: Sequence[tuple[str, bool]]  # and whether it is a special token
    weights: npt.NDArray[np.int64]
    sample: npt.NDArray[np.int32]
    counted_by: str


@dataclass(frozen=True)
class Block:
    """The bytes ``start:end`` of a file."""

    path: str
    start: int
    end: int


@checked
def count_pre_tokens(
    files: Iterable[str | Path],
    *,
    pattern: str = GPT2_PATTERN,
    special_tokens: Sequence[str] | Mapping[str, int] = (),
    counter: Callable[[str], PreTokens] | None = None,
    dask: str | None = None,
) -> PreTokens:
    """The distinct pre-tokens of UTF-8 files and their counts, for ``train_from_counts``.

    Arguments:
        files: in the order in which they are read; the workers of a cluster must see them, too.
        pattern, special_tokens: as in ``RegexBPE.train``.
        counter: counts one document where its words are not cut by a pattern, such as
            ``WordPiece.count_words`` or a ``functools.partial`` of it. No file is cut then. It is
            sent to the processes, so a lambda will not do without a cluster.
        dask: the address of a Dask scheduler, such as tcp://10.0.0.5:8786; without one, large
            corpora are counted by as many processes as there are cores.

    ``occurrences`` is a sample: the first 20,000 pre-tokens at most.

    Raises TokvizError where a file cannot be read, is a pipe or is no UTF-8, where ``counter``
    cannot be sent or a cluster does not answer;
    PatternError where the pattern is broken or runs away.
    """
    check_order("Files", files)
    _check_can_be_sent(counter if dask is None else None)
    count_in_texts([], pattern, special_tokens)  # refuses what no block could be counted by
    cuttable = (
        counter is None and may_be_cut(pattern) and not any(" " in name for name in special_tokens)
    )
    blocks = [block for path in files for block in _blocks(path, cuttable)]
    one_text = partial(_count_text, pattern=pattern, special_tokens=tuple(special_tokens))
    count = partial(count_block, counter=counter or one_text)
    if dask is not None:
        return _added(_on_cluster(count, blocks, dask))
    if len(blocks) > 1 and sum(block.end - block.start for block in blocks) >= WORTH_PROCESSES:
        return _added(_in_processes(count, blocks))
    return _added(map(count, blocks))


def _check_can_be_sent(counter: Callable[[str], PreTokens] | None) -> None:
    """Whatever the size of the corpus, so that what does for a small one does for all."""
    try:
        pickle.dumps(counter)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise TokvizError(
            "counter is sent to processes, so it must be a function that a module has by its name, "
            f"but is {counter!r:.80}. Define it by def at the top of a module."
        ) from None


def can_be_counted(path: str | Path) -> bool:
    """Whether it is a file of a disk, which can be read in parts: no pipe, no device."""
    return Path(path).is_file()


def _count_text(text: str, *, pattern: str, special_tokens: Sequence[str]) -> PreTokens:
    return count_in_texts([text], pattern, special_tokens)


def count_block(block: Block, *, counter: Callable[[str], PreTokens]) -> Counts:
    """The counts of one block, wherever it is asked for."""
    try:
        with open(block.path, "rb") as file:
            file.seek(block.start)
            text = file.read(block.end - block.start).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(block.path, error, block.start) from None
    counted = counter(text)
    distinct = [(text, number in counted.special) for number, text in enumerate(counted.distinct)]
    sample = counted.occurrences[:SAMPLE].copy()
    return Counts(distinct, counted.weights, sample, counted.counted_by)


def _unreadable(
    path: str | Path, error: OSError | UnicodeDecodeError, start: int = 0
) -> TokvizError:
    """``start`` is the byte of the file at which what was decoded begins."""
    if isinstance(error, OSError):
        return TokvizError(
            f"Every file of the corpus must be readable, but {path} is not: "
            f"{error.strerror or error}. Check the name and the rights."
        )
    return TokvizError(
        f"Every file of the corpus must be UTF-8, but {path} is not: {error.reason} at byte "
        f"{start + error.start:,}. Convert it, for example with iconv -t UTF-8."
    )


@checked
def _blocks(path: str | Path, cuttable: bool) -> Iterator[Block]:
    """The file in blocks that can be counted apart: cut before a space behind visible ASCII."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if not (can_be_counted(path) or path.is_dir()):
            raise TokvizError(
                f"Every file of the corpus must be on a disk, for it is read in parts, but {path} "
                "is a pipe or a device. Write what comes from it to a file."
            )
        with path.open("rb") as file:
            starts = range(BLOCK_BYTES, size, BLOCK_BYTES) if cuttable else ()
            cuts = [0, *(_cut_after(file, start, size) for start in starts), size]
    except OSError as error:
        raise _unreadable(path, error) from None
    for start, end in pairwise(sorted(set(cuts))):
        yield Block(str(path.absolute()), start, end)


def _cut_after(file: Any, start: int, size: int) -> int:
    """The first place from ``start`` on where the file may be cut; its end if there is none."""
    file.seek(start)
    while window := file.read(_LOOK):
        if found := _SAFE_CUT.search(window):
            return int(start + found.start())
        start += len(window) - 1  # once more from the last byte, which may be followed by a space
        file.seek(start)
        if start + 1 >= size:
            break
    return size


# ---- where the blocks are counted ---------------------------------------------------------------


def _in_processes(count: Callable[[Block], Counts], blocks: Sequence[Block]) -> Iterator[Counts]:
    workers = min(os.cpu_count() or 1, len(blocks))
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield from pool.map(count, blocks)
    except BrokenProcessPool:
        raise TokvizError(
            f"The corpus is counted by {workers} processes, but one of them ended early. A script "
            'must call this under: if __name__ == "__main__". Otherwise memory may have run out.'
        ) from None


def _on_cluster(
    count: Callable[[Block], Counts], blocks: Sequence[Block], address: str
) -> list[Counts]:
    """Counted by the workers of a Dask cluster."""
    try:
        cluster = import_module("tokviz.files.dask_cluster")
    except ImportError:
        raise TokvizError(
            f"Counting on the cluster {address} needs Dask, but it is not installed. "
            "Install it with: pip install 'tokviz[dask]'."
        ) from None
    return list(cluster.map_on_cluster(count, blocks, address))


def _added(parts: Iterable[Counts]) -> PreTokens:
    """All counts together, first places first."""
    weights: dict[tuple[str, bool], int] = {}
    sample: list[tuple[str, bool]] = []
    counted_by = ""
    for part in parts:
        counted_by = part.counted_by
        for pre_token, weight in zip(part.distinct, part.weights.tolist(), strict=True):
            weights[pre_token] = weights.get(pre_token, 0) + weight
        first = part.sample[: SAMPLE - len(sample)].tolist()
        sample.extend(map(part.distinct.__getitem__, first))
    number_of = {pre_token: number for number, pre_token in enumerate(weights)}
    return PreTokens(
        tuple(text for text, _ in weights),
        np.array([number_of[pre_token] for pre_token in sample], np.int32),
        np.array(list(weights.values()), np.int64),
        frozenset(number for (_, is_special), number in number_of.items() if is_special),
        counted_by,
    )
