"""Two trainings of character BPE beside each other: with a symbol at the end of words, and without.

Where they first part, in words; what each made of every word, step by step; their merges; and the
right way to encode beside a wrong one. Numbers and tokens are what the trainers recorded.
Not here: the training (algorithms/char_bpe.py) and drawing the steps (player/).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.direction import direction, in_a_row, isolated
from tokviz.text.labels import LONGEST_LABEL, plain_label, short_label
from tokviz.traces.merges import MergeStep, MergeTrace
from tokviz.views.markup import isolated_html, written
from tokviz.views.tables.parting import parting_html

Row: TypeAlias = dict[str, str | int | None]
Tokenize: TypeAlias = Callable[[str], list[str]]

WITH, WITHOUT = "with </w>", "without"
MOST_WORDS = 500
"""Distinct words that a table shows."""
MOST_TOKENS = 400
"""Of a word: the longest is a text without spaces, and a million take ten seconds to write out."""
MOST_CONTRASTS = 60
"""Words whose encodings are drawn."""
FORGOTTEN = "the end of the word is forgotten"
TOO_EARLY = "a late merge came first"
UNKNOWN = "a letter without an id is kept"
_STYLE = """
<style>
  .contrasts { display: grid; gap: .5rem; max-height: 42rem; overflow: auto; }
  .contrast { padding: .35rem .7rem .5rem; border-left: 3px solid rgba(128, 128, 128, .45); }
  .contrast.wrong { border-left: 3px dashed currentcolor; }
  .contrast dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .8rem;
    margin: .15rem 0; }
  .contrast dt { opacity: .8; font-weight: 400; }
  .contrast dd { margin: 0; overflow-wrap: anywhere; justify-self: start; }
  .contrast code { unicode-bidi: plaintext; color: inherit; padding: .08em .3em;
    background: rgba(128, 128, 128, .14); border: 1px solid rgba(128, 128, 128, .55);
    border-radius: 4px; margin-inline-end: 3px; font-size: 1rem; display: inline-block;
    max-width: 100%; }
</style>
"""


def ends_parting_html(marked: MergeTrace, bare: MergeTrace) -> str:
    """Where the two part, and what each joins there, as HTML with the reader's text escaped."""
    return parting_html(marked, bare, ("With <code>&lt;/w&gt;</code>", "Without it"))


def word_rows(marked: MergeTrace, bare: MergeTrace, step: int) -> list[Row]:
    """Each distinct word in the order of first sight: its count, and its tokens after ``step``."""
    with_end, without = _pieces(marked, step), _pieces(bare, step)
    return [
        {
            "word": plain_label("".join(letters)),
            "times": int(weight),
            WITH: in_a_row(with_end[place]),
            WITHOUT: in_a_row(without[place]),
        }
        for place, (letters, weight) in enumerate(
            zip(_rows(bare, 0), bare.weights.tolist(), strict=False)
        )
    ]


def _pieces(trace: MergeTrace, step: int) -> list[list[str]]:
    rows = _rows(trace, min(step, len(trace)))
    return [[short_label(token, MOST_TOKENS) for token in row] for row in rows]


def _rows(trace: MergeTrace, step: int) -> list[list[str]]:
    """The tokens of each distinct word, the first ``MOST_WORDS`` of them."""
    ids, starts = trace.distinct_tokens(step)
    edges = starts[: MOST_WORDS + 1].tolist()
    return [_tokens(trace, ids[start:end]) for start, end in pairwise(edges)]


def _tokens(trace: MergeTrace, ids: npt.NDArray[np.int32]) -> list[str]:
    tokens = [str(trace.vocab[token_id]) for token_id in ids[:MOST_TOKENS].tolist()]
    return [*tokens, "…"] if len(ids) > MOST_TOKENS else tokens


def merge_rows(marked: MergeTrace, bare: MergeTrace) -> list[Row]:
    """One row a step: what each training joined, how often it stood there, and whether alike."""
    rows: list[Row] = []
    for rank in range(max(len(marked), len(bare))):
        with_end, without = _merge(marked, rank), _merge(bare, rank)
        rows.append(
            {
                "step": rank + 1,
                WITH: with_end[0],
                f"times {WITH}": with_end[1],
                WITHOUT: without[0],
                f"times {WITHOUT}": without[1],
                "alike": "=" if with_end[0] == without[0] else "≠",
            }
        )
    return rows


def _merge(trace: MergeTrace, rank: int) -> tuple[str, int | None]:
    if rank >= len(trace):
        return "", None
    step: MergeStep = trace.steps[rank]
    left, right = (isolated(short_label(trace.vocab[part], LONGEST_LABEL)) for part in step.pair)
    return f"{left} + {right}", step.count


@dataclass(frozen=True, slots=True)
class Contrast:
    """One word encoded by rank and by the scan from left to right, and what the scan got wrong."""

    word: str
    by_rank: tuple[str, ...]
    scanned: tuple[str, ...]
    faults: tuple[str, ...]


def contrasts(
    words: Sequence[str],
    *,
    by_rank: Tokenize,
    end_forgotten: Tokenize,
    scan: Tokenize,
    unk_token: str,
) -> list[Contrast]:
    """Each distinct word, encoded the right way and by the scan.

    Arguments:
        by_rank: the right encoding.
        end_forgotten: by rank too, but without the end-of-word symbol; it tells the faults apart.
        scan: from left to right, whatever pair was learned, without the end-of-word symbol.
        unk_token: what the right encoding gives for a letter that training never saw.
    """
    found = []
    for word in dict.fromkeys(words):
        right, forgotten, wrong = by_rank(word), end_forgotten(word), scan(word)
        faults = []
        if right != forgotten:
            faults.append(FORGOTTEN)
        if not _same_cuts(forgotten, wrong, unk_token):
            faults.append(TOO_EARLY)
        if unk_token in right:
            faults.append(UNKNOWN)
        found.append(Contrast(word, tuple(right), tuple(wrong), tuple(faults)))
    return found


def _same_cuts(right: list[str], wrong: list[str], unk_token: str) -> bool:
    """Whether the tokens are the same, but for letters that are unknown to one side only."""
    return len(right) == len(wrong) and all(
        token in (other, unk_token) for token, other in zip(right, wrong, strict=True)
    )


def contrast_html(found: Sequence[Contrast]) -> str:
    """Each word's tokens both ways, one above the other, and what went wrong; text escaped."""
    cells = []
    for row in found[:MOST_CONTRASTS]:
        look, verdict = ("wrong", "; ".join(row.faults)) if row.faults else ("", "the same")
        cells.append(
            f'<div class="contrast {look}"><b>{isolated_html(row.word)}</b><dl>'
            f"<dt>by rank</dt>{_chips(row.word, row.by_rank)}"
            f"<dt>from the beginning</dt>{_chips(row.word, row.scanned)}</dl>"
            f"<small>{'✗' if row.faults else '✓'} {verdict}</small></div>"
        )
    if rest := len(found) - len(cells):
        cells.append(f"<p>… {rest:,} more words</p>")
    return f'{_STYLE}<div class="contrasts">{"".join(cells)}</div>'


def _chips(word: str, tokens: Sequence[str]) -> str:
    chips = "".join(f"<code>{written(token)}</code>" for token in tokens)
    return f'<dd dir="{direction(word)}">{chips}</dd>'
