"""The answers that the scripts' tests hold them to, written by Python: run ``-m tests.js.golden``.

Each payload (.bin) has its answers beside it (.json). What a replay shows after k merges is taken
from the trace, not from the payload, so that a fault in packing does not write itself into both.
"""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import regex

from tests.js.golden_models import models
from tests.slow_candidates import candidates
from tests.slow_choices import taken_in_turn
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.text.direction import direction
from tokviz.text.labels import LONGEST_LABEL, cut_label, on_one_line, plural, score_words, unit_of
from tokviz.text.long_labels import cut_of, ends_of
from tokviz.text.markers import SPACES, Markers, continuations, spelled_length, word_ends
from tokviz.traces.choice import LOWER_SCORE, TIES, Pair
from tokviz.traces.encoding import EncodeStep, EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.merges import MergeStep, MergeTrace
from tokviz.traces.other_ranking import choice_by
from tokviz.views.lattice.lattice import lattice_payload
from tokviz.views.payload import FOLLOWS, mounted, pack, payload_sig
from tokviz.views.player.player import encode_payload, train_payload

GOLDEN = Path(__file__).parent / "golden"
SEGMENTED = "abcabcaca"
LABELLED: list[tuple[str | bytes, Markers]] = [
    ("", ()),
    (" the end\n", ()),
    ("twenty-four characters .", ()),
    ("twenty-five characters ..", ()),
    (b" terrace" * 5, ()),
    (b"\x80" * 6, ()),
    (b"\x80" * 30, ()),
    (b"\x80 the quick brown fox \xf0\x9f", ()),
    ("\r\n\t" * 13, ()),
    ("😄" * 24, ()),
    ("😄" * 25, ()),
    ("a" + "🇩🇪" * 24, ()),
    ("e\u0301" * 25, ()),
    ("अ्क" * 25, ()),
    ("অ্যাপ" * 13, ()),
    ("e" + "\u0301" * 90, ()),
    ("a" * 81 + "</w>", word_ends("</w>")),
    ("👨\u200d👩\u200d👧\u200d👦abcdefghij" * 2, ()),
    ("a\u200db\u00adc" * 7, ()),
    ("##" + "a" * 30, continuations("##")),
    ("##" + "a" * 22, continuations("##")),
    ("<|the name of a special token|>", continuations("<|the name of a special token|>")),
    ("a" * 30 + "</w>", word_ends("</w>")),
    ("a" * 30 + "<end of the word>", word_ends("<end of the word>")),
    ("▁the▁quick▁brown▁fox", SPACES),
    ("▁the▁quick▁brown▁fox▁jumps", SPACES),
]
DRAWN = {
    "dropout": ("byte_bpe", "low lower newest low", 0.4, 3),
    "dropout-words": ("regex_bpe", "low lower newest low", 0.4, 3),
    "dropout-pieces": ("sentencepiece_bpe", "lowest newer lowest low low", 0.5, 9),
}
"""What was encoded with dropout: the model, the text, the probability and the seed.

A pair of pieces that was skipped is not offered again; one of a word before may stand in the next.
"""
LOG_PROBS = {
    "a": -2.5,
    "b": -2.25,
    "c": -4.0,
    "ab": -3.5,
    "bc": -3.0,
    "abc": -7.0,
    "cab": -5.5,
    "aca": -6.0,
}


def golden_files() -> dict[str, bytes]:
    """File name -> what it holds."""
    files = {**_protocol(), **_lattice(), **_labels(), **_scores(), **_directions()}
    for name, model in models().items():
        assert model.trace is not None
        files |= _replay(f"train-{name}", train_payload(model.trace), model.trace)
    encoding = models()["regex_bpe"].encode_trace("lowest newer owl, 안녕")
    files |= _replay("encode-regex_bpe", encode_payload(encoding), encoding)
    for name, (model, text, dropout, seed) in DRAWN.items():
        drawn = models()[model].encode_trace(text, dropout=dropout, seed=seed)
        files |= _replay(f"encode-{name}", encode_payload(drawn), drawn)
    return files


def _protocol() -> dict[str, bytes]:
    facts = {"title": "안녕 👏 \ud800 \\ud800", "deep": {"b": [1, 2.5, None], "a": {"10": True}}}
    arrays = {
        "bytes": [0, 255],
        "pairs": [1, 65_535, 2],
        "whole": [-1, 2**31 - 1, 0],
        "shares": [0.1, -1e300],
        "none": [],
    }
    payload = pack(facts, {name: np.array(values) for name, values in arrays.items()})
    numbers = {"step": 70_000, "clock": 1, "jumps": 3, "replay": 2**32 - 1, "about": 5}
    mount: dict[str, int | None] = {"follows": True, "linked": False, "asks": False}
    mount |= {**numbers, "other": False, "shows": False, "mode": None}
    answers = {"mount": mount, "sig": payload_sig(payload), "facts": facts, "arrays": arrays}
    data = mounted(payload, role=FOLLOWS, **numbers)
    return {"protocol.bin": data, "protocol.json": _json(answers)}


def _replay(name: str, payload: bytes, trace: MergeTrace | EncodeTrace) -> dict[str, bytes]:
    """For every step: the tokens and their numbers, where it merges, pair counts, the choice."""
    symbols = trace.token_ids(0)
    steps: list[MergeStep | EncodeStep] = list(trace.steps)
    sizes = dict.fromkeys(symbols, 1)
    for step in steps:
        sizes[step.token_id] = sizes[step.pair[0]] + sizes[step.pair[1]]
    tokens = [trace.token_ids(k) for k in range(len(steps) + 1)]
    starts = [[0, *accumulate(sizes[t] for t in row)][: len(row)] for row in tokens]
    answers: dict[str, Any] = {
        "tokens": tokens,
        "starts": starts,
        "token_counts": [_counted(trace, k) for k in range(len(steps) + 1)],
        "places": [sorted({*starts[k]} - {*starts[k + 1]}) for k in range(len(steps))],
    }
    if isinstance(trace, MergeTrace):
        answers["pair_counts"] = [
            sorted([left, right, n] for (left, right), n in trace.pair_counts(k).items() if n)
            for k in range(len(steps) + 1)
        ]
        answers["turns"] = [_turns(trace, k) for k in range(len(steps) + 1)]
        answers["choices"] = [
            {
                "winner": choice.winner,
                "tied": sorted(choice.tied),
                "numBarred": len(choice.barred),
                # The script has those by count from the counts: see MergeTrace.choice.
                "barred": sorted(
                    [*pair, rule] for pair, rule in choice.barred if rule != LOWER_SCORE
                ),
            }
            for choice in map(trace.choice, range(len(steps)))
        ]
        answers["scores"] = [float(step.score) for step in trace.steps]
        if trace.rule.ranked_by == "pair score":
            taken = [choice_by("count", trace, k) for k in range(len(steps))]
            answers["byCount"] = [choice and choice.pair for choice in taken]
    else:
        answers["candidates"] = [
            [[*pair, rank] for pair, rank, _ in candidates(trace, k)] for k in range(len(steps) + 1)
        ]
        answers["skipped"] = [
            [[*left_out.pair, left_out.rank] for left_out in trace.skipped if left_out.before == k]
            for k in range(len(steps) + 1)
        ]
        answers["skippedHere"], answers["heldBack"] = _skipped_here(trace)
    return {f"{name}.bin": payload, f"{name}.json": _json(answers)}


def _skipped_here(trace: EncodeTrace) -> tuple[list[Any], list[Any]]:
    """For each step, of its pre-token: what dropout left out just before, and what stands so."""
    before, held = [], []
    for k, step in enumerate(trace.steps):
        here = [left_out for left_out in trace.skipped if left_out.pre_token == step.pre_token]
        before.append([[*each.pair, each.rank] for each in here if each.before == k])
        standing = {pair for pair, _, _ in candidates(trace, k)} - {step.pair}
        left_out = {(*each.pair, each.rank) for each in here if each.before <= k}
        held.append(sorted(each for each in left_out if each[:2] in standing))
    return before, held


def _turns(trace: MergeTrace, k: int) -> list[Pair]:
    """All pairs of step ``k`` as the tie rule would take them, as a slow twin says."""
    pairs = list(trace.pair_counts(k))
    told = pairs + [
        pair for spans in (trace.tied, trace.barred) for pair in map(tuple, spans.pairs.tolist())
    ]
    ties = next(ties for ties, rule in TIES.items() if rule.words == trace.rule.ties)
    return taken_in_turn(ties, trace, list(dict.fromkeys(told)))


def _counted(trace: MergeTrace | EncodeTrace, k: int) -> list[tuple[int, int]]:
    """How often each token stands in the text after ``k`` merges."""
    if isinstance(trace, EncodeTrace):
        return sorted(Counter(trace.token_ids(k)).items())
    return [(i, count) for i, count in enumerate(trace.token_counts(k).tolist()) if count]


def _labels() -> dict[str, bytes]:
    """Labels, and how a long one is cut in the middle: as parts, and as text on one line."""
    answers = []
    for token, markers in LABELLED:
        parts = cut_label(token, LONGEST_LABEL, markers)
        length = plural(spelled_length(token, markers), unit_of([token]))
        ends = ends_of(parts, length)
        written = {"ends": ends, "written": on_one_line(ends)}
        answers.append({"parts": parts, "cut": cut_of(parts), "length": length} | written)
    return {"labels.json": _json(answers)}


def _scores() -> dict[str, bytes]:
    """Scores, and how they are written; many stand half way between two numbers of four digits."""
    shares = [*(1 / n for n in range(1, 130)), *(3 / 2**n for n in range(2, 40))]
    scores = [0.0, *shares, *(2469 / 20_000 / 10**n for n in range(12))]
    return {"scores.json": _json([[score, score_words(score)] for score in scores])}


def _directions() -> dict[str, bytes]:
    """Which letters and digits run from right to left, and which do not: ranges, both ends in."""
    letters = regex.findall(r"[\p{L}\p{N}]", "".join(map(chr, range(0x110000))))
    ways: dict[str, list[int]] = {"rtl": [], "ltr": []}
    for letter in letters:
        ways[direction(letter)].append(ord(letter))
    return {"directions.json": _json({way: _ranges(codes) for way, codes in ways.items()})}


def _ranges(codes: Sequence[int]) -> list[list[int]]:
    """[1, 2, 3, 7] -> [[1, 3], [7, 7]]"""
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def _lattice() -> dict[str, bytes]:
    """For every step: which edges have arrived, and which lie on the best way to where it stands.

    Edges by their numbers; the last step stands at the end and shows the best path.
    """
    table = PieceTable.of(
        {p: (i, score) for i, (p, score) in enumerate(LOG_PROBS.items())}, -1, -99.0
    )
    lattice = Lattice.build(SEGMENTED, table)
    edges, steps = list(lattice.edges), lattice.viterbi_steps()
    best = lattice.viterbi_path()
    trace = LatticeTrace(SEGMENTED, SEGMENTED, tuple(edges), steps, best, ())
    ways: dict[int, list[int]] = {0: []}
    for step in steps:
        ways[step.position] = [*ways[step.best.start], edges.index(step.best)]
    at = [0, *(step.position for step in steps)]
    answers = {
        "seen": [[i for i, edge in enumerate(edges) if edge.end <= p] for p in (*at, at[-1])],
        "lit": [ways[p] for p in at] + [[edges.index(edge) for edge in best.edges]],
    }
    return {"lattice.bin": lattice_payload(trace), "lattice.json": _json(answers)}


def _json(answers: dict[str, Any] | list[Any]) -> bytes:
    return (json.dumps(answers, separators=(",", ":")) + "\n").encode("ascii")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for stale in GOLDEN.iterdir():
        stale.unlink()
    for file_name, content in golden_files().items():
        (GOLDEN / file_name).write_bytes(content)
