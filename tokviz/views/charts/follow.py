"""What stands below a chart: two buttons that save it, and the script that lets it follow."""

from tokviz.views.script import component_files


def follow_files() -> tuple[str, str, str]:
    """The chart's tools as (html, css, js)."""
    return component_files("charts", "follow")
