"""A work sheet: the first merges of a training, to be found with a pencil, and the answers.

What stands in the answers is read off the trace; nothing is worked out here.
"""

import html
from collections.abc import Iterable

from tokviz.text.labels import plural, times, upper
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace
from tokviz.views.markup import written
from tokviz.views.script import text_of

MOST_SYMBOLS = 90
"""Base symbols of a text whose pairs are counted by hand, and which stands on a side five times."""
MOST_STEPS = 5
MOST_OTHERS = 4
"""Pairs that an answer names beside the one that was joined."""
GAP = '<span class="gap"></span>'


def steps_by_hand(trace: MergeTrace) -> int:
    """How many steps the sheet has: the first few that join what stands in the text."""
    counts = trace.counts[:MOST_STEPS].tolist()
    return next((k for k, count in enumerate(counts) if count == 0), len(counts))


def sheet_html(trace: MergeTrace, *, title: str) -> str:
    """The sheet as one page of HTML that loads nothing: the task on one side, then the answers.

    Arguments:
        title: the tokenizer's name, as plain text.
    """
    heading = html.escape(f"{title} by hand")
    steps = range(steps_by_hand(trace))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{heading}</title>",
            f"<style>{text_of('sheet/sheet.css')}</style></head><body>",
            f'<h1>{heading}</h1><p class="who"><span>Name {GAP}</span><span>Date {GAP}</span></p>',
            f"<p>{html.escape(_task(trace))}</p>",
            _list(_gaps(trace) + _text(trace, 0) for _ in steps),
            f'<section class="answers"><h1>{heading}: answers</h1>',
            _list(_answer(trace, k) + _text(trace, k + 1) for k in steps),
            "</section></body></html>",
        )
    )


def _task(trace: MergeTrace) -> str:
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
    sentences += [trace.rule.words, "Join it everywhere, from left to right."]
    return " ".join(sentences)


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
        told.append(
            f"Its score is {step.count:,} ÷ ({left:,} × {right:,}) = {float(step.score):.4f}."
        )
    if choice.tied:
        why = f"{upper(trace.rule.ties)} wins." if choice.overruled is None else choice.rule
        told.append(f"Equal to it: {_pairs(trace, choice.tied)}. {html.escape(why)}")
    for rule in dict.fromkeys(rule for _, rule in choice.barred):
        barred = [pair for pair, why in choice.barred if why == rule]
        told.append(f"Not {_pairs(trace, barred)}: {html.escape(rule)}.")
    return f"<p>{' '.join(told)}</p>"


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
    return f'<div class="text" dir="auto">{text}</div>'


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
