"""A place that says when it comes into sight: its markup, style and script."""

from tokviz.views.script import component_files


def sight_files() -> tuple[str, str, str]:
    """The place as (html, css, js)."""
    return component_files("sight")
