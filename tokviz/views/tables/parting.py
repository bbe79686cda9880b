"""Two trainings beside each other, in words and rows: where they part, and what they end with."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tokviz.text.labels import plural, score_words, times
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.parting import (
    LearnedApart,
    Trace,
    first_parting,
    first_rounds_parting,
    pieces_after,
)
from tokviz.traces.rounds import UnigramTrace
from tokviz.views.markup import isolated_html

MOST_TOKENS = 60
"""Tokens that a list shows."""
FEW_TOKENS = 6
"""Tokens that a sentence names."""
_LINE = '<p class="they-part" style="margin: 0; scroll-margin-top: 12px">'
_STYLE = """
<style>
  .apart dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem .8rem; margin: 0; }
  .apart dt { font-weight: 400; }
  .apart dd { margin: 0; overflow-wrap: anywhere; max-height: 9rem; overflow: auto; }
  .apart code { color: inherit; background: rgba(128, 128, 128, .14); padding: .08em .3em;
    border: 1px solid rgba(128, 128, 128, .55); border-radius: 4px; margin-inline-end: 3px;
    font-size: .95rem; white-space: pre-wrap; display: inline-block; max-width: 100%; }
  @media (max-width: 640px) { .apart dl { grid-template-columns: 1fr; gap: .1rem; } }
</style>
"""


def parting_step(one: Trace, other: Trace) -> int | None:
    """The first step of the replay, from 1, that the two trainings do not share; None for never."""
    if isinstance(one, MergeTrace) and isinstance(other, MergeTrace):
        rank = first_parting(one, other)
        return None if rank is None else rank + 1
    if isinstance(one, UnigramTrace) and isinstance(other, UnigramTrace):
        after = first_rounds_parting(one, other)
        return None if after is None else max(after, 1)
    return 1


def parting_html(one: Trace, other: Trace, names: tuple[str, str] = ("Above", "Below")) -> str:
    """Where the two part, and what each does there, as HTML with the reader's text escaped.

    Arguments:
        names: what begins the sentence on the first, and on the second, as HTML.
    """
    if isinstance(one, MergeTrace) and isinstance(other, MergeTrace):
        return _merges_parting(one, other, names)
    if isinstance(one, UnigramTrace) and isinstance(other, UnigramTrace):
        return _rounds_parting(one, other, names)
    does = {
        MergeTrace: "tokens are joined, and the vocabulary grows",
        UnigramTrace: "it begins with far too many pieces, and they are dropped",
    }
    told = [
        f"{name}, {does[type(trace)]}." for name, trace in zip(names, (one, other), strict=True)
    ]
    return f"{_LINE}<b>They differ from step 1 on.</b> {' '.join(told)}</p>"


def _rounds_parting(one: UnigramTrace, other: UnigramTrace, names: tuple[str, str]) -> str:
    step = first_rounds_parting(one, other)
    if step is None:
        return f"{_LINE}<b>They never differ.</b> Each step leaves the same pieces.</p>"
    ours, theirs = pieces_after(one, step), pieces_after(other, step)
    told = [
        f"{name}, {'there is' if len(pieces) == 1 else 'there are'} {plural(len(pieces), 'piece')}"
        f"{_only(pieces - others)}."
        for name, pieces, others in zip(names, (ours, theirs), (theirs, ours), strict=True)
    ]
    where = f"from step {step:,} on" if step else "from the start"
    return f"{_LINE}<b>They differ {where}.</b> {' '.join(told)}</p>"


def _only(pieces: set[str]) -> str:
    """Some of the pieces that only one of two trainings holds."""
    if not pieces:
        return ""
    some = sorted(pieces, key=lambda piece: (-len(piece), piece))[:FEW_TOKENS]
    more = len(pieces) - len(some)
    return f", only there {' '.join(map(_code, some))}{f' and {more:,} more' if more else ''}"


def _merges_parting(one: MergeTrace, other: MergeTrace, names: tuple[str, str]) -> str:
    step = parting_step(one, other)
    if step is None:
        return f"{_LINE}<b>They never differ.</b> {_same('All', len(other))}</p>"
    common = step - 1
    same = _same("The first", common)
    return (
        f"{_LINE}<b>They differ from step {step:,} on.</b> {same}"
        f"{names[0]}, {_joins(one, common)}. {names[1]}, {_joins(other, common)}.</p>"
    )


def _same(which: str, merges: int) -> str:
    if merges == 1:
        return "The first merge is the same. "
    return f"{which} {merges:,} merges are the same. " if merges else ""


def _joins(trace: MergeTrace, rank: int) -> str:
    if rank >= len(trace):
        return "training has ended"
    step = trace.steps[rank]
    left, right = (_code(trace.vocab[part]) for part in step.pair)
    how = f", score {score_words(step.score)}" if trace.rule.ranked_by == "pair score" else ""
    return f"{left} + {right} become one token ({times(step.count)}{how})"


def _code(token: Token) -> str:
    return f"<code>{isolated_html(token)}</code>"


def order_html(one: Trace, other: Trace) -> str:
    """When the lower training makes the token of the step where they part, as HTML.

    "" where it never does later.
    """
    if not isinstance(one, MergeTrace) or not isinstance(other, MergeTrace):
        return ""
    rank = first_parting(one, other)
    if rank is None or rank >= len(one):
        return ""
    token = one.steps[rank].token
    steps = (step.rank + 1 for step in other.steps[rank + 1 :] if step.token == token)
    later = next(steps, None)
    return f"{_code(token)} comes at step {later:,} below" if later else ""


def apart_html(apart: LearnedApart, order: str = "") -> str:
    """The tokens that only one of two trainings learned, as HTML with their text escaped.

    ``order`` says, as HTML, what came later where both learned the same.
    """
    if not apart.only_one and not apart.only_other:
        told = f", in another order: {order}" if order else ""
        same = f"Both learned the same {plural(len(apart.both), 'token')}{told}."
        return f"<p>{same if apart.both else 'Neither learned a token.'}</p>"
    rows = {"only above": apart.only_one, "only below": apart.only_other}
    lists = "".join(
        f"<dt>{len(tokens):,} {where}</dt><dd>{_chips(tokens)}</dd>"
        for where, tokens in rows.items()
    )
    both = len(apart.both)
    return (
        f'{_STYLE}<div class="apart"><p>In the end <b>{both:,}</b> of the tokens that they learned '
        f"{'is' if both == 1 else 'are'} the same.</p><dl>{lists}</dl></div>"
    )


def _chips(tokens: Sequence[Token]) -> str:
    more = len(tokens) - MOST_TOKENS
    shown = "".join(_code(token) for token in tokens[:MOST_TOKENS])
    return shown + (f" … {more:,} more" if more > 0 else "") if tokens else "none"


class Needs(NamedTuple):
    """What a tokenizer needs for a text: tokens, and the share of its bytes that is lost."""

    num_tokens: int
    lost_share: float


def needed_rows(
    sizes: Mapping[str, int], needed: Mapping[str, Mapping[str, Needs]]
) -> list[dict[str, str | int | float]]:
    """A row for each training: the size of its vocabulary, and what it needs for each text.

    What is lost is told of the texts of which any training loses some: few tokens are no merit
    where they say less.

    Arguments:
        sizes: training -> tokens in its vocabulary.
        needed: training -> name of a text -> what it needs.
    """
    lossy = {text for each in needed.values() for text, need in each.items() if need.lost_share}
    rows: list[dict[str, str | int | float]] = []
    for name, size in sizes.items():
        row: dict[str, str | int | float] = {"": name, "vocabulary": size}
        for text, need in needed[name].items():
            row[f"tokens: {text}"] = need.num_tokens
            if text in lossy:
                row[f"lost %: {text}"] = round(100 * need.lost_share, 1)
        rows.append(row)
    return rows
