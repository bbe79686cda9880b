"""A token, or a stretch of the reader's text, in HTML: the one place where it is escaped."""

import html
from collections.abc import Iterable

from tokviz.text.direction import direction, direction_of_label, isolated, steady
from tokviz.text.labels import plain_label
from tokviz.text.long_labels import both_ends
from tokviz.text.markers import Markers


def written(text: str | bytes, markers: Markers = ()) -> str:
    """Nothing invisible, nothing that a browser would read as markup. "<b> " -> "&lt;b&gt;·" """
    return html.escape(steady(plain_label(text, markers)))


def ends_html(text: str | bytes, markers: Markers = ()) -> str:
    """What is written within a sentence of ours; of a long one its two ends."""
    return _isolated(both_ends(text, markers))


def isolated_html(text: str | bytes) -> str:
    """What is written within a sentence of ours: Hebrew letters reorder nothing around them."""
    return _isolated(plain_label(text))


def _isolated(label: str) -> str:
    escaped = html.escape(steady(label))
    if isolated(label) == label:
        return escaped
    return f'<bdi dir="{direction_of_label(label)}">{escaped}</bdi>'


def paragraphs(parts: Iterable[tuple[str, str]]) -> str:
    """Stretches of a text, each as ``(text, its HTML)``: every line runs as its first letter does.

    A stretch that holds a line end is the last of its line.
    """
    lines: list[list[tuple[str, str]]] = [[]]
    for text, drawn in parts:
        lines[-1].append((text, drawn))
        if "\n" in text:
            lines.append([])
    return "".join(map(_paragraph, filter(None, lines)))


def _paragraph(line: list[tuple[str, str]]) -> str:
    runs = direction("".join(text for text, _ in line))
    return f'<p dir="{runs}">{"".join(drawn for _, drawn in line)}</p>'
