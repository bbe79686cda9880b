"""The bar of a class, and the door into one: their markup, style and script."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def bar_files() -> tuple[str, str, str]:
    """The bar as (html, css, js)."""
    return _files("classroom", "component")


@cache
def door_files() -> tuple[str, str, str]:
    """The door as (html, css, js)."""
    return _files("door", "door")


def text_files() -> str:
    """What has a long text at hand, as js; it shows nothing."""
    return one_module("classroom/text.js")


def _files(name: str, script: str) -> tuple[str, str, str]:
    here = VIEWS / "classroom"
    markup, style = (
        (here / f"{name}.{suffix}").read_text(encoding="utf-8") for suffix in ("html", "css")
    )
    return markup, style, one_module(f"classroom/{script}.js")
