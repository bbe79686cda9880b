"""Two trainings beside each other, in words and rows: where they part, and what they end with."""

import html
from collections.abc import Mapping, Sequence

from tokviz.text.labels import plain_label
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.parting import LearnedApart, first_parting

MOST_TOKENS = 60
"""Tokens that a list shows."""
_LINE = '<p style="margin: 0">'
_STYLE = """
<style>
  .apart dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem .8rem; margin: 0; }
  .apart dt { font-weight: 400; }
  .apart dd { margin: 0; overflow-wrap: anywhere; max-height: 9rem; overflow: auto; }
  .apart code { color: inherit; background: rgba(128, 128, 128, .14); padding: .08em .3em;
    border: 1px solid rgba(128, 128, 128, .55); border-radius: 4px; margin-inline-end: 3px;
    font-size: .95rem; white-space: pre-wrap; }
  @media (max-width: 640px) { .apart dl { grid-template-columns: 1fr; gap: .1rem; } }
</style>
"""


def parting_step(one: MergeTrace, other: MergeTrace) -> int | None:
    """The first step of the player, from 1, that the two trainings do not share; None for never."""
    rank = first_parting(one, other)
    return None if rank is None else rank + 1


def parting_html(
    one: MergeTrace, other: MergeTrace, names: tuple[str, str] = ("Above", "Below")
) -> str:
    """Where the two part, and what each joins there, as HTML with the reader's text escaped.

    Arguments:
        names: what begins the sentence on the first, and on the second, as HTML.
    """
    step = parting_step(one, other)
    if step is None:
        return f"{_LINE}<b>They never part.</b> All {len(other):,} merges are the same.</p>"
    common = step - 1
    same = (
        "The first merge is the same. "
        if common == 1
        else f"The first {common:,} merges are the same. "
        if common
        else ""
    )
    return (
        f"{_LINE}<b>They part at step {step:,}.</b> {same}"
        f"{names[0]}, {_joins(one, common)}. {names[1]}, {_joins(other, common)}.</p>"
    )


def _joins(trace: MergeTrace, rank: int) -> str:
    if rank >= len(trace):
        return "training has ended"
    step = trace.steps[rank]
    left, right = (_code(trace.vocab[part]) for part in step.pair)
    times = "once" if step.count == 1 else f"{step.count:,} times"
    return f"{left} + {right} become one token ({times})"


def _code(token: Token) -> str:
    return f"<code>{html.escape(plain_label(token))}</code>"


def apart_html(apart: LearnedApart) -> str:
    """The tokens that only one of two trainings learned, as HTML with their text escaped."""
    if not apart.only_one and not apart.only_other:
        return f"<p>Both learned the same {len(apart.both):,} tokens.</p>"
    rows = {"only above": apart.only_one, "only below": apart.only_other}
    lists = "".join(
        f"<dt>{len(tokens):,} {where}</dt><dd>{_chips(tokens)}</dd>"
        for where, tokens in rows.items()
    )
    return (
        f'{_STYLE}<div class="apart"><p>In the end <b>{len(apart.both):,}</b> of the tokens that '
        f"they learned are the same.</p><dl>{lists}</dl></div>"
    )


def _chips(tokens: Sequence[Token]) -> str:
    more = len(tokens) - MOST_TOKENS
    shown = "".join(_code(token) for token in tokens[:MOST_TOKENS])
    return shown + (f" … {more:,} more" if more > 0 else "") if tokens else "none"


def needed_rows(
    sizes: Mapping[str, int], needed: Mapping[str, Mapping[str, int]]
) -> list[dict[str, str | int]]:
    """A row for each training: the size of its vocabulary, and the tokens it needs for each text.

    Arguments:
        sizes: training -> tokens in its vocabulary.
        needed: training -> name of a text -> tokens.
    """
    return [
        {"": name, "vocabulary": size, **{f"tokens: {text}": n for text, n in needed[name].items()}}
        for name, size in sizes.items()
    ]
