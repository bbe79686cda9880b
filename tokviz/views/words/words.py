"""The place that explains a word of the field: its markup, style and script."""

from tokviz.views.script import component_files


def words_files() -> tuple[str, str, str]:
    """The place as (html, css, js)."""
    return component_files("words")
