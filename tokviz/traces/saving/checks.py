"""What the fields of a trace say about each other, checked where one comes from outside.

A trainer makes traces for which all this holds. Each check returns the first fault in words, or
nothing; ``fault_of`` knows which trace needs which.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.checks.limits import TRACE_SYMBOLS
from tokviz.traces.choice import Spans
from tokviz.traces.encoding import EncodeStep, EncodeTrace, SkippedMerge
from tokviz.traces.lattice import Edge, LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import NEVER, MergeTrace
from tokviz.traces.rounds import UnigramStep, UnigramTrace
from tokviz.traces.words import LookUpTrace, NumberTrace, WhitespaceTrace, WordLevelTrace

Array = npt.NDArray[Any]

HIGHEST_LOG_PROB = 100.0
"""Above 0, since each character that came back has 0.0001 more than the one before; few enough that
a float holds the number whose logarithm it is."""


def fault_of(trace: Any) -> str:
    """What is wrong with the trace, in words, or an empty string."""
    return next(_FAULTS[type(trace)](trace), "")


def _merge_faults(trace: MergeTrace) -> Iterator[str]:
    steps, changes = len(trace.merged_ids), len(trace.change_counts)
    distinct = len(trace.starts) - 1
    for name, length in {
        "weights": distinct,
        "boundary_rank": len(trace.symbols),
        "pairs": steps,
        "counts": steps,
        "scores": steps,
        "num_barred": steps,
        "change_pairs": changes,
        "change_starts": steps + 2,
    }.items():
        if len(getattr(trace, name)) != length:
            yield f"{name} must have {length:,} rows, but has {len(getattr(trace, name)):,}"
    yield from _one_dimensional(trace, but=("pairs", "change_pairs"))
    yield from _ragged("starts", trace.starts, len(trace.symbols))
    yield from _ragged("change_starts", trace.change_starts, changes)
    yield from _within("occurrences", trace.occurrences, distinct)
    yield from _gaps(trace.gaps, len(trace.occurrences))
    symbols = sum(np.diff(trace.starts)[trace.occurrences].tolist())
    if symbols > TRACE_SYMBOLS:
        yield f"its text must have at most {TRACE_SYMBOLS:,} symbols, but has {symbols:,}"
    for name in ("weights", "counts", "num_barred"):
        if (getattr(trace, name) < 0).any():
            yield f"{name} must not be negative"
    for name in ("symbols", "merged_ids", "pairs", "change_pairs"):
        yield from _in_vocab(name, getattr(trace, name), trace.vocab)
    yield from _boundaries(trace.boundary_rank, trace.starts, steps)
    yield from _within("a step of forced", _numbers(trace.forced), steps)
    yield from _in_vocab("forced", _numbers(trace.forced.values()), trace.vocab)
    yield from _there_already(trace.symbols, trace.pairs.tolist(), trace.merged_ids.tolist())
    yield from _choice_faults(trace)


def _choice_faults(trace: MergeTrace) -> Iterator[str]:
    bars = len(trace.rule.bars)
    if trace.rule.ranked_by == "pair score" and not bars:
        yield "a rule that ranks by pair score must name its bar"
    if trace.forced and not bars:
        yield "a rule that was overruled must name the bar of it"
    if len(trace.barred.pairs) and not bars:
        yield "barred must be empty, as the rule names no bar"
    for name, rules in (("tied", 1), ("barred", bars)):
        yield from _spans(name, getattr(trace, name), trace, rules)


def _spans(name: str, spans: Spans, trace: MergeTrace, rules: int) -> Iterator[str]:
    yield from _one_dimensional(spans, but=("pairs",), of=f"{name}.")
    if {len(spans.first), len(spans.last), len(spans.rule)} != {len(spans.pairs)}:
        yield f"the arrays of {name} must be of one length"
    yield from _in_vocab(f"{name}.pairs", spans.pairs, trace.vocab)
    yield from _within(f"{name}.first", spans.first, len(trace) + 1)
    yield from _within(f"{name}.last", spans.last, len(trace) + 1)
    yield from _within(f"{name}.rule", spans.rule, rules)


def _encode_faults(trace: EncodeTrace) -> Iterator[str]:
    words = len(trace.starts) - 1
    yield from _one_dimensional(trace)
    if len(trace.boundary_rank) != len(trace.symbols):
        yield "boundary_rank must be as long as symbols"
    yield from _ragged("starts", trace.starts, len(trace.symbols))
    yield from _gaps(trace.gaps, words)
    yield from _boundaries(trace.boundary_rank, trace.starts, len(trace.steps))
    merges: list[EncodeStep | SkippedMerge] = [*trace.steps, *trace.skipped]
    ids = [i for step in merges for i in (*step.pair, step.token_id)]
    ids += [i for pair, (_, made) in trace.mergeable.items() for i in (*pair, made)]
    yield from _in_vocab("symbols", trace.symbols, trace.vocab)
    yield from _in_vocab("a step's ids", _numbers(ids), trace.vocab)
    made = [step.token_id for step in trace.steps]
    yield from _there_already(trace.symbols, [step.pair for step in trace.steps], made)
    for step in merges:
        if not (0 <= step.pre_token < words and 0 <= step.position < len(trace.symbols)):
            yield "a step must stand in the text"
    if any(not 0 <= skipped.before <= len(trace.steps) for skipped in trace.skipped):
        yield "a skipped merge must stand before a step"


def _unigram_faults(trace: UnigramTrace) -> Iterator[str]:
    seeds = len(trace.seeds)
    for name in ("seed_counts", "seed_scores", "seed_log_probs"):
        if getattr(trace, name).shape != (seeds,):
            yield f"{name} must have {seeds:,} numbers"
    yield from _probable("seed_log_probs", trace.seed_log_probs)
    if not 0 <= trace.alphabet_size <= seeds:
        yield "alphabet_size must be at most the number of seeds"
    yield from _sentence_faults(trace)
    for number, step in enumerate(trace.steps):
        yield from _round_faults(trace, number, step)


def _round_faults(trace: UnigramTrace, number: int, step: UnigramStep) -> Iterator[str]:
    place, seeds, there = f"steps[{number}]", len(trace.seeds), trace.pieces(number)
    yield from _one_dimensional(step, of=f"{place}.")
    for name, array in vars(step).items():
        if isinstance(array, np.ndarray) and array.dtype.kind == "i":
            yield from _within(f"{place}.{name}", array, seeds)
    lengths, judged = [(step.pieces, step.log_probs)], there
    if step.kind == "em":
        judged = step.counted
        lengths.append((judged, step.expected_counts))
        if not np.isfinite(step.expected_counts).all():
            yield f"{place}.expected_counts must be finite"
    elif step.kind == "prune":
        judged = step.judged
        lengths += [(judged, step.losses), (judged, step.counts)]
        if len(step.fates) != len(step.dropped):
            yield f"{place} must give a reason for each piece that it drops"
    if any(len(one) != len(other) for one, other in lengths):
        yield f"{place} must have a number for each piece"
    if not set(step.dropped.tolist()) <= set(there.tolist()):
        yield f"{place} must drop pieces that are there"
    if not set(step.dropped.tolist()) <= set(judged.tolist()):
        yield f"{place} must say what each piece that it drops was judged by"
    yield from _probable(f"{place}.log_probs", step.log_probs)


def _probable(name: str, log_probs: Array) -> Iterator[str]:
    if not (log_probs <= HIGHEST_LOG_PROB).all():
        yield f"{name} must be logarithms of probabilities, at most {HIGHEST_LOG_PROB:g}"


def _sentence_faults(trace: UnigramTrace) -> Iterator[str]:
    if trace.sentence and len(trace.sentence) != len(trace) + 1:
        yield f"sentence must be cut {len(trace) + 1:,} times"
    if len({"".join(cut) for cut in trace.sentence}) > 1:
        yield "sentence must be the same text in every cut"


def _lattice_faults(trace: LatticeTrace) -> Iterator[str]:
    size = len(trace.normalized)
    arriving = [edge for step in trace.steps for edge in (*step.arriving, step.best)]
    edges: Sequence[Edge] = (*trace.edges, *trace.best.edges, *arriving)
    if any(not 0 <= edge.start < edge.end <= size for edge in edges):
        yield "an edge must stand in the text"
    settled = [0, *(step.position for step in trace.steps)]
    if settled != sorted(set(settled)) or settled[-1] > size:
        yield "each step must settle a position of the text that stands after the one before"
    if not {place for edge in edges for place in edge[:2]} <= set(settled):
        yield "an edge must lead from one settled position to another"
    if any({edge.end for edge in step.arriving} != {step.position} for step in trace.steps):
        yield "the edges that arrive must end at the position of their step"
    if any(step.best not in step.arriving for step in trace.steps):
        yield "the best edge of a step must be one that arrives"
    if any(len(step.arriving) != len(step.totals) for step in trace.steps):
        yield "each arriving edge must have its total"


def _match_faults(trace: MatchTrace) -> Iterator[str]:
    words = len(trace.pre_tokens)
    if {len(trace.pieces), len(trace.outcomes), len(trace.gaps) - 1} != {words}:
        yield "each word must have its gap, its pieces and its outcome"
    rows = zip(trace.pieces, trace.outcomes, strict=False)
    if any(len(ids) != 1 and outcome != "pieces" for ids, outcome in rows):
        yield "a word that is not cut into pieces must become one token"
    for step in trace.steps:
        if not 0 <= step.pre_token < words:
            yield "a step must try a word of the text"
            return
        if not 0 <= step.start <= step.end <= len(trace.pre_tokens[step.pre_token]):
            yield "a step must try characters of its word"
    last = {step.pre_token: step for step in trace.steps}
    if any(trace.outcomes[word] == "pieces" and not step.hit for word, step in last.items()):
        yield "a word whose last try finds nothing must be unknown"


def _text_faults(trace: NumberTrace | WhitespaceTrace | LookUpTrace) -> Iterator[str]:
    size = len(trace.text.encode("utf-8", "surrogatepass"))
    if any(not 0 <= step.start <= step.end <= size for step in trace.steps):
        yield "a step must stand in the text"


def _word_level_faults(trace: WordLevelTrace) -> Iterator[str]:
    listed = tuple(trace.vocab.values())
    if [*trace.vocab] != [*range(len(listed))] or len(set(listed)) != len(listed):
        yield "vocab must number its entries from 0, each once"
    if listed[: len(trace.distinct)] != trace.distinct:
        yield "vocab must begin with distinct"
    if not set(trace.distinct) <= set(trace.words) <= set(listed):
        yield "distinct must be of the words, and each of the words in vocab"


# ---- what several of them need ----------------------------------------------------------------


def _one_dimensional(record: Any, but: tuple[str, ...] = (), of: str = "") -> Iterator[str]:
    for name, array in vars(record).items():
        if isinstance(array, np.ndarray):
            wanted = 2 if name in but else 1
            if array.ndim != wanted or (wanted == 2 and array.shape[1] != 2):
                yield f"{of}{name} must have {'two columns' if wanted == 2 else 'one column'}"


def _ragged(name: str, starts: Array, total: int) -> Iterator[str]:
    """The rows must follow each other from 0 to the end."""
    if not len(starts) or starts[0] or starts[-1] != total or (np.diff(starts) < 0).any():
        yield f"{name} must rise from 0 to {total:,}"


def _within(name: str, numbers: Array, below: int) -> Iterator[str]:
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < below):
        yield f"{name} must be from 0 to {below - 1:,}"


def _in_vocab(name: str, ids: Array, vocab: Mapping[int, Any]) -> Iterator[str]:
    unknown = set(ids.ravel().tolist()) - set(vocab)
    if unknown:
        yield f"{name} must be ids of the vocabulary, but {min(unknown):,} is none"


def _there_already(
    symbols: Array, pairs: Iterable[Sequence[int]], made: Iterable[int]
) -> Iterator[str]:
    """A step joins what the text began with, or what a step before it made."""
    there = set(symbols.tolist())
    for step, (pair, token_id) in enumerate(zip(pairs, made, strict=False), start=1):
        if not set(pair) <= there:
            yield f"step {step:,} must join tokens that are in the text by then"
            break
        there.add(token_id)


def _numbers(numbers: Iterable[object]) -> Array:
    """Whole numbers of any size, which an array of integers has no room for."""
    return np.array([*numbers], object)


def _gaps(gaps: Sequence[str], pre_tokens: int) -> Iterator[str]:
    if len(gaps) not in (0, pre_tokens + 1):
        yield f"gaps must be none or {pre_tokens + 1:,}, but are {len(gaps):,}"


def _boundaries(ranks: Array, starts: Array, steps: int) -> Iterator[str]:
    gone = ranks[ranks != NEVER]
    yield from _within("boundary_rank", gone, steps)
    opens = starts[:-1][np.diff(starts) > 0]
    if (ranks[opens] != NEVER).any():
        yield "boundary_rank must leave the beginning of every pre-token"


_FAULTS: Mapping[type, Callable[[Any], Iterator[str]]] = {
    MergeTrace: _merge_faults,
    EncodeTrace: _encode_faults,
    UnigramTrace: _unigram_faults,
    LatticeTrace: _lattice_faults,
    MatchTrace: _match_faults,
    NumberTrace: _text_faults,
    WhitespaceTrace: _text_faults,
    LookUpTrace: _text_faults,
    WordLevelTrace: _word_level_faults,
}
