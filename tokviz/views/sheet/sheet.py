"""A work sheet: the first merges of a training, to be found with a pencil, and the answers.

What stands in the answers is read off the trace; nothing is worked out here.
"""

import html
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from tokviz.text.labels import (
    PLAIN,
    Kind,
    label_parts,
    plain_label,
    plural,
    score_words,
    times,
    upper,
)
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace, Score
from tokviz.views.markup import written
from tokviz.views.script import text_of
from tokviz.views.standalone.standalone import escaped, html_head

MOST_SYMBOLS = 90
"""Base symbols of a text whose pairs can be counted by hand."""
MOST_STEPS = 5
MOST_OTHERS = 4
"""Pairs that an answer names beside the one that was joined."""
ROOM, LINE, OF_A_STEP = 195, 8.5, 15
"""Millimetres: the height of all steps on one side, of a line of tokens, of a step beside those."""
WIDTH, LETTER, BOX, LEAST, OPENING = 165, 2.4, 2.4, 5, 4
"""Millimetres: of a line, a letter, a token's box around it, the least token, the gap behind a
pre-token."""
WHITE: Mapping[Kind, str] = {
    "space": "a space",
    "newline": "a new line",
    "return": "a carriage return",
    "tab": "a tab",
}
GAP = '<span class="gap"></span>'


def steps_by_hand(trace: MergeTrace) -> int:
    """How many steps the sheet has: the first few that join what stands in the text.

    As many as stand on one side.
    """
    labels = [plain_label(trace.vocab[token_id], trace.markers) for token_id in trace.token_ids(0)]
    width = sum(max(LEAST, len(label) * LETTER + BOX) for label in labels)
    lines = ceil((width + OPENING * len(trace.occurrences)) / WIDTH)
    fitting = max(1, int(ROOM / (lines * LINE + OF_A_STEP)))
    counts = trace.counts[: min(MOST_STEPS, fitting)].tolist()
    return next((k for k, count in enumerate(counts) if count == 0), len(counts))


def sheet_html(trace: MergeTrace, *, title: str) -> str:
    """The sheet as one page of HTML that loads nothing: the task on one side, then the answers.

    Arguments:
        title: the tokenizer's name, as plain text.
    """
    heading = escaped(f"{title} by hand")
    steps = range(steps_by_hand(trace))
    return "\n".join(
        (
            html_head(f"{title} by hand", text_of("sheet/sheet.css")),
            "<body>",
            '<p class="on-screen">Print the first page for the class; the answers are for you.</p>',
            f'<h1>{heading}</h1><p class="who"><span>Name {GAP}</span><span>Date {GAP}</span></p>',
            f"<p>{html.escape(_task(trace, steps))}</p>",
            _list(_gaps(trace) + _text(trace, 0) for _ in steps),
            f'<section class="answers"><h1>{heading}: answers</h1>',
            _list(_answer(trace, k) + _text(trace, k + 1) for k in steps),
            f"<p>{html.escape(trace.stop_reason)}</p>" if len(steps) == len(trace) else "",
            "</section></body></html>",
        )
    )


def _task(trace: MergeTrace, steps: Iterable[int]) -> str:
    sentences = [
        f"At the start the text has {plural(trace.num_tokens(0), 'token')}. In each step, count "
        "how often every two neighbours stand in it; three equal ones in a row are two pairs."
    ]
    if len(trace.occurrences) > 1:
        sentences.append("No pair crosses a wide gap.")
    if _scored(trace):
        sentences.append(
            "A pair's score is its count ÷ (count of its left token × count of its right token)."
        )
    sentences += [trace.rule.words]
    sentences += [f"A pair may not be joined where {rule}." for rule in _forbids(trace, steps)]
    sentences += [
        "Join it everywhere, from the beginning. Each row shows the text at the start: circle the "
        "tokens of earlier steps, and count each as one."
    ]
    return " ".join([*sentences, *_signs(trace)])


def _forbids(trace: MergeTrace, steps: Iterable[int]) -> list[str]:
    """The rules that held a better pair back in one of the steps."""
    barred = (one for k in steps for one in trace.choice(k).barred)
    lower = trace.rule.lower_score
    return [rule for rule in dict.fromkeys(rule for _, rule in barred) if rule != lower]


def _signs(trace: MergeTrace) -> list[str]:
    """What stands in the tokens and is no letter of the text."""
    at_start = set(trace.token_ids(0))
    parts = [part for i in at_start for part in label_parts(trace.vocab[i], trace.markers)]
    kinds, marks = {kind for kind, _ in parts}, {text for kind, text in parts if kind == "marker"}
    known = [f"{PLAIN[kind]} is {words}" for kind, words in WHITE.items() if kind in kinds]
    for marker in trace.markers:
        if marker.spells and marker.text in "".join(marks):
            known.append(f"{marker.text} is a space")
        elif marker.text in marks:
            does = "goes on with a word" if marker.place == "front" else "ends a word"
            known.append(f"{marker.text} {does}")
    if "bytes" in kinds:
        known.append("‹ › holds a byte of a longer character")
    return [f"{'; '.join(known)}."] if known else []


def _scored(trace: MergeTrace) -> bool:
    return trace.rule.ranked_by == "pair score"


def _gaps(trace: MergeTrace) -> str:
    asked = [f"pair {GAP} + {GAP}", f"count {GAP}", f"new token {GAP}", f"tokens now {GAP}"]
    if _scored(trace):
        asked.insert(2, f"score {GAP}")
    name = "gaps scored" if _scored(trace) else "gaps"
    return f'<p class="{name}">{"".join(f"<span>{one}</span>" for one in asked)}</p>'


def _answer(trace: MergeTrace, k: int) -> str:
    step, choice = trace.steps[k], trace.choice(k)
    told = [
        f"{_pair(trace, step.pair)} stands {times(step.count)} and becomes "
        f"{_token(trace, step.token_id)}, id {step.token_id:,}: "
        f"{trace.num_tokens(k):,} → {trace.num_tokens(k + 1):,} tokens."
    ]
    if _scored(trace):
        left, right = (int(trace.token_counts(k)[token_id]) for token_id in step.pair)
        told.append(f"Its score is {step.count:,} ÷ ({left:,} × {right:,}) {_decimal(step.score)}.")
    if choice.tied:
        why = f"{upper(trace.rule.ties)} wins." if choice.overruled is None else choice.rule
        told.append(f"Equal to it: {_pairs(trace, choice.tied)}. {html.escape(why)}")
    for rule in dict.fromkeys(rule for _, rule in choice.barred):
        barred = [pair for pair, why in choice.barred if why == rule]
        each = "each: " if len(barred) > 1 else ""
        told.append(f"Passed over: {_pairs(trace, barred)} ({each}{html.escape(rule)}).")
    return f"<p>{' '.join(told)}</p>"


def _decimal(score: Score) -> str:
    """ "= 0.25", or "≈ 0.1667" where more decimals follow."""
    words = score_words(score)
    return f"{'=' if Fraction(words) == score else '≈'} {words}"


# ---- tokens and the text ------------------------------------------------------------------


def _text(trace: MergeTrace, k: int) -> str:
    """The text after k merges, pre-token by pre-token; what the last merge made is marked."""
    ids, starts = trace.distinct_tokens(k)
    made = int(trace.merged_ids[k - 1]) if k else None
    parts = [
        "".join(_token(trace, token_id, made=token_id == made) for token_id in ids[a:b].tolist())
        for a, b in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    ]
    text = "".join(f'<span class="part">{parts[i]}</span>' for i in trace.occurrences.tolist())
    return f'<div class="text" dir="ltr">{text}</div>'


def _pairs(trace: MergeTrace, pairs: Iterable[Pair]) -> str:
    named = [_pair(trace, pair) for pair in pairs]
    more = [f"{len(named) - MOST_OTHERS:,} more"] if len(named) > MOST_OTHERS else []
    return ", ".join(named[:MOST_OTHERS] + more)


def _pair(trace: MergeTrace, pair: Pair) -> str:
    return " + ".join(_token(trace, token_id) for token_id in pair)


def _token(trace: MergeTrace, token_id: int, *, made: bool = False) -> str:
    name = "token made" if made else "token"
    return f'<span class="{name}">{written(trace.vocab[token_id], trace.markers)}</span>'


def _list(items: Iterable[str]) -> str:
    return f"<ol>{''.join(f'<li>{item}</li>' for item in items)}</ol>"
