"""The place that explains a word of the field: its markup, style and script."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def words_files() -> tuple[str, str, str]:
    """The place as (html, css, js)."""
    here = VIEWS / "words"
    markup, style = (
        (here / name).read_text(encoding="utf-8") for name in ("words.html", "words.css")
    )
    return markup, style, one_module("words/component.js")
