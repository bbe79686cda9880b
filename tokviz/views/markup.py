"""A token, or a stretch of the reader's text, in HTML: the one place where it is escaped."""

import html

from tokviz.text.labels import plain_label
from tokviz.text.markers import Markers


def written(text: str | bytes, markers: Markers = ()) -> str:
    """Nothing invisible, nothing that a browser would read as markup. "<b> " -> "&lt;b&gt;·" """
    return html.escape(plain_label(text, markers))
