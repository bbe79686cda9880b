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
    shown = html.escape(title.encode("utf-8", "replace").decode())
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{shown}</title>",
            f"<style>{own_style}{component.css}</style></head>",
            f"<body><main><h1>{shown}</h1>{place or component.html}</main>",
            f'<script type="module">{one_module(entry)}\n{start}</script>',
            "</body></html>",
        )
    )
