"""Merging characters as SentencePiece does: its choice among pairs, and its ids in the trace.

While training, ids are counted as tokens come; in the finished model merges stand before the
characters. Not here: the loop (sentencepiece_bpe.py) and which pieces are allowed (rules.py).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.contests import tied_spans
from tokviz.algorithms.merging.forced import Forced, ForcedPairs
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.pieces.corpus import PieceCorpus
from tokviz.algorithms.pieces.rules import BARS, SPELLING_KNOWN, PieceRules
from tokviz.algorithms.pieces.special import SpecialPieces
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.text.code_points import character_kinds
from tokviz.text.markers import SPACES
from tokviz.traces.choice import Pair, Spans, rule_of
from tokviz.traces.merges import MergeTrace

RULE = replace(rule_of("count", "shorter token"), bars=BARS)


def index_pairs(
    corpus: PieceCorpus,
    tokens: Sequence[str],
    merges: Mapping[str, int],
    rules: PieceRules,
    *,
    forced: Forced | None,
    on_merge: Callable[[int], None] | None,
) -> PairIndex:
    """The pairs of every distinct word; the mark for rare characters has id 0.

    ``tokens`` and ``merges``, spelling -> step, grow while training goes on.
    """
    id_of = {token: token_id for token_id, token in enumerate(tokens)}
    distinct, kinds = character_kinds("".join(corpus.words))
    symbols = np.array([id_of[character] for character in distinct], np.int64)[kinds]
    starts = np.cumsum([0, *map(len, corpus.words)])

    def shorter_then_code_point(_: PairIndex, pair: Pair) -> str:
        token = tokens[pair[0]] + tokens[pair[1]]
        return chr(len(token)) + token  # faster to compare than the two in a tuple

    def barred(pair: Pair) -> tuple[int, int] | None:
        token = tokens[pair[0]] + tokens[pair[1]]
        if token in merges:
            return BARS.index(SPELLING_KNOWN), merges[token] + 1
        rule = rules.bar(token)
        return None if rule is None else (rule, 0)

    return PairIndex(
        symbols,
        starts,
        corpus.counts,
        whole="line" if corpus.whole_lines else "word",
        rule=RULE,
        tie_key=shorter_then_code_point,
        bars=barred,
        forced=ForcedPairs(forced or {}, tokens),
        on_merge=on_merge,
    )


def winners(pairs: PairIndex, *, min_count: int, fill_up: bool) -> Iterator[Pair]:
    """The pair that each step merges, while there is one."""
    while (pair := pairs.choose(min_count)) is not None:
        yield pair
    if fill_up and min_count == 1:
        for pair in sorted(pairs.used_up(), key=pairs.tie_key):
            if pairs.bars is None or pairs.bars(pair) is None:
                yield pair


def final_ids(special: SpecialPieces, alphabet_size: int, num_merges: int) -> npt.NDArray[np.int64]:
    """From ids while training (unknown, characters, merges) to final ones.

    2 characters, 3 merges, 3 special tokens in front: [0, 6, 7, 3, 4, 5]
    """
    free = special.free_ids(num_merges + alphabet_size)
    return np.array([special.unk_id, *free[num_merges:], *free[:num_merges]], np.int64)


def merge_trace(
    pairs: PairIndex,
    corpus: PieceCorpus,
    pieces: PieceVocab,
    ids: npt.NDArray[np.int64],
    stop_reason: str,
) -> MergeTrace:
    """The engine's record with the final ``ids``; a line break is shown where a line began.

    All pairs that may still fill the vocabulary up have the count 0, so they tie.
    """
    gaps = [""] * (len(corpus.occurrences) + 1)
    for start in corpus.line_starts[1:].tolist():
        gaps[start] = "\n"
    trace = pairs.trace(
        pieces.vocab,
        corpus.occurrences,
        stop_reason,
        gaps=gaps,
    )
    tied = _with_fillers(trace, pairs)
    return replace(
        trace,
        markers=SPACES,
        special_ids=pieces.special_ids,
        unk_id=pieces.unk_id,
        symbols=ids[trace.symbols].astype(np.int32),
        pairs=ids[trace.pairs].astype(np.int32),
        merged_ids=ids[trace.merged_ids].astype(np.int32),
        change_pairs=ids[trace.change_pairs].astype(np.int32),
        tied=tied.renamed(ids),
        barred=trace.barred.renamed(ids),
        forced={k: (int(ids[left]), int(ids[right])) for k, (left, right) in trace.forced.items()},
    )


def _with_fillers(trace: MergeTrace, pairs: PairIndex) -> Spans:
    """The ties, those of the steps with the count 0 among them."""
    steps = len(trace)
    begin = steps - int((trace.counts == 0).sum())
    if begin == steps:
        return trace.tied
    winners = {(left, right): k for k, (left, right) in enumerate(trace.pairs.tolist())}
    rows = []
    for pair in [*pairs.used_up(), *list(winners)[begin:]]:
        bar = pairs.bars(pair) if pairs.bars is not None else None
        barred = bar[1] if bar is not None else steps
        if begin < (end := min(barred, winners.get(pair, steps))):
            rows.append((*pair, begin, end, 0))
    before = trace.tied
    known = np.column_stack([before.pairs, before.first, before.last, before.rule])
    merged = np.concatenate([known, np.array(rows, np.int64).reshape(-1, 5)]).astype(np.int64)
    return tied_spans(
        merged, trace.pairs, lambda pair: (not pairs.count(pair), pairs.tie_key(pair))
    )
