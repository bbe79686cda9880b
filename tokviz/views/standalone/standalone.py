"""The one page that stands alone: markup, style, script and payload in one file of HTML."""

import html

from tokviz.views.payload import as_text
from tokviz.views.script import VIEWS, one_module


def standalone_page(
    payload: bytes, *, title: str, markup: str, style: str, entry: str, step: int = 0
) -> str:
    """The page; it loads nothing, and opens on ``step``.

    Arguments:
        entry: the script file below tokviz/views whose ``replay`` draws the payload.
    """
    own_style = (VIEWS / "standalone/standalone.css").read_text(encoding="utf-8")
    start = f'replay(document.body, "{as_text(payload)}", {step:d});'
    shown = html.escape(title.encode("utf-8", "replace").decode())
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{shown}</title>",
            f"<style>{own_style}{style}</style></head>",
            f"<body><main><h1>{shown}</h1>{markup}</main>",
            f'<script type="module">{one_module(entry)}\n{start}</script>',
            "</body></html>",
        )
    )
