"""The one page that stands alone: markup, style, script and payload in one file of HTML."""

import html

from tokviz.views.components import Component
from tokviz.views.payload import as_text
from tokviz.views.script import one_module, text_of


def standalone_page(
    component: Component, payload: bytes, *, title: str, step: int = 0, place: str = ""
) -> str:
    """The page; it loads nothing, and opens on ``step``.

    Arguments:
        component: beside its script lies replay.js, whose ``replay`` draws the payload.
        place: the markup where the component has none of its own.
    """
    entry = f"{component.folder}/replay.js"
    own_style = text_of("standalone/standalone.css")
    start = f'replay(document.body, "{as_text(payload)}", {step:d});'
    shown = escaped(title)
    return "\n".join(
        (
            html_head(title, own_style + component.css),
            f"<body><main><h1>{shown}</h1>{place or component.html}</main>",
            f'<script type="module">{one_module(entry)}\n{start}</script>',
            "</body></html>",
        )
    )


def html_head(title: str, style: str) -> str:
    """How a page of its own begins, up to its body; it loads nothing.

    Arguments:
        title: as plain text.
    """
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{escaped(title)}</title>",
            f"<style>{style}</style></head>",
        )
    )


def escaped(title: str) -> str:
    """A title in HTML; what UTF-8 cannot hold becomes a question mark."""
    return html.escape(title.encode("utf-8", "replace").decode())
