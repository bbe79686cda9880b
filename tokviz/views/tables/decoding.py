"""Ids decoded, a row each, as HTML: the id, its token, its bytes, and what it adds to the text."""

import html

from tokviz.text.markers import Markers
from tokviz.traces.decoding import DecodedId, Decoding, Stretch
from tokviz.views.markup import ends_html

_STYLE = """
<style>
  .decoded { max-height: 26rem; overflow: auto; }
  .decoded table { border-collapse: collapse; width: 100%; }
  .decoded :is(th, td) { padding: .15rem .6rem; text-align: start;
    vertical-align: baseline;
    border-bottom: 1px solid rgba(128, 128, 128, .35); }
  .decoded th { font-weight: 400; font-size: .875rem; }
  .decoded .id { white-space: nowrap; font-variant-numeric: tabular-nums; }
  .decoded :is(.token b, .bytes span) { display: inline-grid; width: max-content;
    max-width: 14rem; }
  .decoded .bytes { font-family: monospace; font-size: .875rem; }
  .decoded td:last-child { width: 99%; overflow-wrap: anywhere; }
  .decoded b { font-weight: 400; background: rgba(128, 128, 128, .14); padding: .05em .3em;
    border: 1px solid rgba(128, 128, 128, .55); border-radius: 4px; white-space: pre-wrap;
    overflow-wrap: anywhere; }
  .decoded b.of { border-style: dashed; }
  .decoded b.fault { border-color: currentColor; border-width: 2px; }
  .decoded small { font-size: .875rem; margin-inline-start: .4em; }
  .decoded .part { white-space: nowrap; margin-inline-end: .3em; }
  .decoded button { min-width: 24px; min-height: 24px; padding: 0; font: inherit; line-height: 1;
    color: inherit; background: none; border: 1px solid transparent; border-radius: 4px;
    cursor: pointer; }
  .decoded button:hover { border-color: currentColor; }
  @media (max-width: 640px) { .decoded :is(th, td) { padding-inline: .25rem; }
    .decoded .token b { max-width: 5rem; }
    .decoded .bytes span { max-width: 4.5rem; font-size: .8125rem; }
    .decoded .part { white-space: normal; } }
  @media print { .decoded { max-height: none; overflow: visible; }
    .decoded button { display: none; } }
</style>
"""
MOST_BYTES = 12
"""Bytes of a token that are written; of more, their number."""


def decoding_html(made: Decoding, markers: Markers = ()) -> str:
    """The rows; the reader's text is escaped.

    The × of a row says its place and its id to the script of the box (views/live/take_away.js).
    """
    with_bytes = any(one.spelled is not None for one in made.ids)
    held: list[list[Stretch]] = [[] for _ in made.ids]
    for part in made.stretches:
        for place in range(part.first, part.last):
            held[place].append(part)
    heads = ("id", "token", *(["bytes"] if with_bytes else []), "adds to the text")
    rows = "".join(
        f"<tr>{_id(place, one)}{_token(one, markers)}"
        f"{_bytes(one) if with_bytes else ''}<td>{_adds(place, one, held[place])}</td></tr>"
        for place, one in enumerate(made.ids)
    )
    return (
        f'{_STYLE}<div class="decoded" tabindex="0"><table><thead><tr>'
        f"{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead><tbody>{rows}</tbody></table>"
        "</div>"
    )


def _id(place: int, one: DecodedId) -> str:
    cross = (
        f'<button type="button" data-take-away="{place} {one.token_id}" '
        f'title="Take this id away" aria-label="Take id {one.token_id} away">×</button>'
    )
    return f'<td class="id">{cross} {one.token_id}</td>'


def _token(one: DecodedId, markers: Markers) -> str:
    return f'<td class="token"><b>{ends_html(one.token, markers) or "nothing"}</b></td>'


def _bytes(one: DecodedId) -> str:
    data = one.spelled or b""
    more = f" … {len(data):,} bytes" if len(data) > MOST_BYTES else ""
    return f'<td class="bytes"><span>{data[:MOST_BYTES].hex(" ").upper()}{more}</span></td>'


def _adds(place: int, one: DecodedId, parts: list[Stretch]) -> str:
    """The text, whole or a part of a character, and in words what is not plain to see."""
    drawn = " ".join(_part(place, part) for part in parts) or "nothing"
    faults = [part.fault for part in parts if part.fault and part.first == place]
    notes = "; ".join(filter(None, (*dict.fromkeys(faults), one.note)))
    return f"{drawn} <small>{html.escape(notes)}</small>" if notes else drawn


def _part(place: int, part: Stretch) -> str:
    """One stretch; of a character of several ids which part this one is."""
    text = part.text if part.fault else ends_html(part.text)  # � itself is of ours
    fault = " fault" if part.fault else ""
    if part.last - part.first == 1:
        return f'<b class="whole{fault}">{text}</b>'
    number, of = place - part.first + 1, part.last - part.first
    return f'<span class="part">part {number} of {of} of <b class="of{fault}">{text}</b></span>'
