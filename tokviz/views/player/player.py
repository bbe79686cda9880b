"""A trace as the player wants it: one payload, from which the browser replays every step.

The trainer recorded the distinct pre-tokens once; here they stand in text order. Tokens travel as
small numbers counted from 0; header["ids"] holds the ids the tokenizer gave them. A boundary that
no merge removed has the rank header["never"], one above the last.

Nothing is computed here that the trace does not say. Not here: how a payload is framed
(views/payload.py), and the drawing (the .js files).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from tokviz.arrays.ragged import row_indices
from tokviz.arrays.sorting import distinct
from tokviz.text.labels import LONGEST_LABEL, Part, cut_label, label_parts, short_label, unit_of
from tokviz.text.long_labels import Parts, cuts_of
from tokviz.text.markers import Markers, named_byte, spelled_bytes, spelled_length
from tokviz.traces.choice import Spans, pair_codes, pairs_of
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace, Token, count_tokens
from tokviz.traces.turns import in_pair_order
from tokviz.views.components import PLAYER
from tokviz.views.payload import Array, pack
from tokviz.views.player.origins import Origin, alphabet, origins
from tokviz.views.standalone.standalone import standalone_page

RULE = ("ranked_by", "ties", "by_place", "fill_up", "bars")
"""What a replay says of how a training chose."""
LONGEST_HEX = 512
"""Bytes of a token that its card shows."""


def train_payload(trace: MergeTrace) -> bytes:
    """The payload that replays a training."""
    starts, occurrences = trace.starts, trace.occurrences
    order = row_indices(starts, occurrences)
    lengths = np.diff(starts)[occurrences]
    tokens = _Tokens(trace.vocab, trace.symbols, trace.pairs, trace.merged_ids)
    pairs = _Pairs(trace)
    arrays = _text_arrays(tokens.numbers(trace.symbols)[order], lengths, trace.gaps) | {
        "ranks": np.minimum(trace.boundary_rank[order], len(trace)),
        "step_left": tokens.numbers(trace.pairs.reshape(-1, 2)[:, 0]),
        "step_right": tokens.numbers(trace.pairs.reshape(-1, 2)[:, 1]),
        "step_token": tokens.numbers(trace.merged_ids),
        "step_count": trace.counts,
        "step_tokens": trace.tokens_per_step,
        "token_counts": count_tokens(trace, 0, tokens.numbers, len(tokens.ids)),
        "pair_left": tokens.numbers(pairs.in_turn[:, 0]),
        "pair_right": tokens.numbers(pairs.in_turn[:, 1]),
        **_standing_arrays("tied", trace.tied, pairs),
        **_standing_arrays("barred", trace.barred, pairs),
        "num_barred": trace.num_barred,
        "change_pair": pairs.numbers(trace.change_pairs),
        "change_count": trace.change_counts,
        "change_starts": trace.change_starts,
    }
    header = tokens.header(trace.markers, trace.symbols) | {
        "kind": "train",
        "origins": _by_number(tokens, trace),
        "never": len(trace),
        "rule": {name: getattr(trace.rule, name) for name in RULE},
        "stop": trace.stop_reason,
        "sample": trace.is_sample,
        "alphabet": alphabet(trace),
        "special": not (trace.special_ids - {trace.unk_id}).isdisjoint(tokens.ids.tolist()),
        "marks": _marks_alone(trace),
        "within": _within(trace),
    }
    return pack(header | _forced(trace, tokens), arrays)


def encode_payload(trace: EncodeTrace) -> bytes:
    """The payload that replays an encoding, one merge a step."""
    steps = np.array([(*step.pair, step.token_id) for step in trace.steps], np.int64).reshape(-1, 3)
    learned = np.array(
        [(*pair, rank) for pair, (rank, _) in trace.mergeable.items()], np.int64
    ).reshape(-1, 3)
    skipped = np.array(
        [
            (left_out.before, *left_out.pair, left_out.rank, left_out.pre_token)
            for left_out in trace.skipped
        ],
        np.int64,
    ).reshape(-1, 5)
    tokens = _Tokens(trace.vocab, trace.symbols, steps, learned[:, :2])
    arrays = _text_arrays(tokens.numbers(trace.symbols), np.diff(trace.starts), trace.gaps) | {
        "ranks": np.minimum(trace.boundary_rank, len(trace)),
        "step_left": tokens.numbers(steps[:, 0]),
        "step_right": tokens.numbers(steps[:, 1]),
        "step_token": tokens.numbers(steps[:, 2]),
        "step_pre_token": np.array([step.pre_token for step in trace.steps], np.int64),
        "learned_left": tokens.numbers(learned[:, 0]),
        "learned_right": tokens.numbers(learned[:, 1]),
        "learned_rank": learned[:, 2],
        "skipped_before": skipped[:, 0],
        "skipped_left": tokens.numbers(skipped[:, 1]),
        "skipped_right": tokens.numbers(skipped[:, 2]),
        "skipped_rank": skipped[:, 3],
        "skipped_pre_token": skipped[:, 4],
    }
    stop = "No learned pair is left, so this is what encode returns."
    if trace.skipped:
        stop = "The pairs left were not learned, or were skipped: this is one random draw."
    header = tokens.header(trace.markers, trace.symbols) | {
        "kind": "encode",
        "origins": _by_number(tokens, trace),
        "never": len(trace),
        "in_bytes": _in_bytes(trace),
        "stop": stop,
        "within": trace.whole if len(trace.starts) > 2 else "",
    }
    return pack(header, arrays)


def replay_html(payload: bytes, *, title: str, step: int = 0) -> str:
    """One HTML page that replays a payload from a file, with no server and no network.

    It opens on ``step``.
    """
    return standalone_page(PLAYER, payload, title=title, step=step)


# ---- the parts of a payload ---------------------------------------------------------------


class _Tokens:
    """The tokens a trace speaks of, numbered from 0 in the order of their ids."""

    def __init__(self, vocab: Mapping[int, Token], *id_arrays: Array) -> None:
        self.ids = distinct(np.concatenate([ids.reshape(-1) for ids in id_arrays]))
        self.tokens = [vocab[token_id] for token_id in self.ids.tolist()]

    def numbers(self, ids: Array) -> Array:
        return np.searchsorted(self.ids, ids)

    def header(self, markers: Markers, symbols: Array) -> dict[str, object]:
        spelled = [spelled_bytes(token, markers) for token in self.tokens]
        sizes = [len(token) for token in spelled]
        unit = unit_of(self.tokens)
        lengths = [spelled_length(token, markers) for token in self.tokens]
        labels = [_label(token, markers) for token in self.tokens]
        return {
            "unit": unit,
            "ids": self.ids.tolist(),
            "labels": [_sent(parts) for parts in labels],
            "cuts": cuts_of(labels),
            "hex": [token[:LONGEST_HEX].hex() for token in spelled],
            "sizes": sizes,
            "lengths": sizes if unit == "byte" else lengths,
            **({"drawn": self._drawn(symbols)} if unit == "byte" else {}),
        }

    def _drawn(self, symbols: Array) -> dict[int, Part]:
        """What is written for those of the text's characters that are not drawn as themselves.

        code point -> ("control", "ZWSP"), or ("text", a mark on its circle); of the characters
        that have several bytes.
        """
        byte_of = [ord(t) if isinstance(t, bytes) and len(t) == 1 else 0xFF for t in self.tokens]
        data = np.array(byte_of, np.uint8)[self.numbers(symbols)].tobytes()
        several = {character for character in data.decode("utf-8", "ignore") if character > "\x7f"}
        labels = {character: label_parts(character)[0] for character in sorted(several)}
        return {ord(each): label for each, label in labels.items() if label[1] != each}


def _by_number(tokens: _Tokens, trace: MergeTrace | EncodeTrace) -> dict[int, Origin]:
    """What those base symbols are that are no letter of the text, by their numbers."""
    found = origins(trace)
    numbers: list[int] = tokens.numbers(np.array([*found], np.int64)).tolist()
    return dict(zip(numbers, found.values(), strict=True))


def _forced(trace: MergeTrace, tokens: _Tokens) -> dict[str, object]:
    """Of the steps that were forced what would have won them, and why it did not."""
    if not trace.forced:
        return {}
    pairs = [[k, *tokens.numbers(np.array(pair)).tolist()] for k, pair in trace.forced.items()]
    return {"forced": pairs, "overruled": trace.rule.overruled}


def _within(trace: MergeTrace) -> str:
    """What every pair lies inside of, where training counted in parts; "" where it did not."""
    return trace.whole if int(trace.weights.sum()) > 1 and len(trace.symbols) else ""


def _marks_alone(trace: MergeTrace) -> list[str]:
    """The tokenizer's own marks that are tokens before the first merge: "▁", "</w>", "<unk>"."""
    first = _at_first(trace)
    marks = [marker.text for marker in trace.markers if marker.text in first]
    unknown = None if trace.unk_id is None else trace.vocab[trace.unk_id]
    if unknown in first:
        marks.append(f"{short_label(unknown, LONGEST_LABEL)} (in place of a rare code point)")
    return marks


def _in_bytes(trace: EncodeTrace) -> bool:
    """Whether a character without a piece stands there as its bytes: "<0xC3>"."""
    first = _at_first(trace)
    return any(isinstance(each, str) and named_byte(each, trace.markers) for each in first)


def _at_first(trace: MergeTrace | EncodeTrace) -> set[Token]:
    """The tokens before the first merge."""
    return {trace.vocab[token_id] for token_id in distinct(trace.symbols).tolist()}


_short_label = lru_cache(maxsize=4_096)(label_parts)
"""Of one training to the next most tokens stay the same."""


def _label(token: Token, markers: Markers) -> Parts:
    if len(token) > LONGEST_LABEL:
        return cut_label(token, LONGEST_LABEL, markers)
    return _short_label(token, markers)


def _sent(parts: Parts) -> str | Parts:
    """A label's parts; the common case of plain text is sent as that text alone."""
    return parts[0][1] if len(parts) == 1 and parts[0][0] == "text" else parts


def _text_arrays(symbols: Array, lengths: Array, gaps: Sequence[str]) -> dict[str, Array]:
    """The text: base symbols, where pre-tokens open (a bitmap), where splitting dropped text."""
    borders = np.concatenate([[0], np.cumsum(lengths)])
    opens = np.zeros(len(symbols), np.bool_)
    opens[borders[:-1][lengths > 0]] = True
    dropped = [i for i, gap in enumerate(gaps[:-1]) if gap and borders[i] < len(symbols)]
    breaks = [any(end in gaps[i] for end in "\n\r\u2028\u2029") for i in dropped]
    return {
        "symbols": symbols,
        "openings": np.packbits(opens, bitorder="little"),
        "gap_at": borders[dropped] if dropped else np.empty(0, np.int64),
        "gap_breaks": np.array(breaks, np.uint8),
    }


class _Pairs:
    """The pairs that a training tells of, numbered from 0.

    In the order in which its tie rule takes equal ones, where it looks at the pair alone; else by
    their ids. One that stood for no step has no count that changed.
    """

    def __init__(self, trace: MergeTrace) -> None:
        told = trace.change_pairs, trace.tied.pairs, trace.barred.pairs
        self._codes = distinct(pair_codes(np.concatenate(told)))
        self.in_turn = in_pair_order(trace, pairs_of(self._codes))
        self._number = np.argsort(np.searchsorted(self._codes, pair_codes(self.in_turn)))

    def numbers(self, pairs: Array) -> Array:
        return self._number[np.searchsorted(self._codes, pair_codes(pairs))]


def _standing_arrays(name: str, spans: Spans, pairs: _Pairs) -> dict[str, Array]:
    """Who stood against the winners, by the numbers of their pairs."""
    return {
        f"{name}_pair": pairs.numbers(spans.pairs),
        f"{name}_first": spans.first,
        f"{name}_last": spans.last,
        f"{name}_rule": spans.rule,
    }
