"""The bar of a class, and the door into one: their markup, style and script."""

from tokviz.views.script import component_files, one_module


def bar_files() -> tuple[str, str, str]:
    """The bar as (html, css, js)."""
    return component_files("classroom")


def door_files() -> tuple[str, str, str]:
    """The door as (html, css, js)."""
    return component_files("classroom", "door", "door")


def text_files() -> str:
    """What has a long text at hand, as js; it shows nothing."""
    return one_module("classroom/text.js")
