"""The button that shows the stage alone, over the whole screen: its markup, style and script."""

from tokviz.views.script import component_files


def present_files() -> tuple[str, str, str]:
    """The button as (html, css, js)."""
    return component_files("present")
