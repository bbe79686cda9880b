"""The table of components, held to the files that it names."""

import re
from collections import Counter
from operator import attrgetter

import pytest

from tokviz.views import components
from tokviz.views.components import Component
from tokviz.views.script import VIEWS, imported_by, text_of

SHARED = {"script", "tokens"}
GOES_ON_FROM = {("trees", "strips"), ("stepper", "lattice"), ("classroom", "page")}
"""Components that show what another draws, and more; a lattice is mounted by no page of its own.

What a page does by itself is started by the bar of a class.
"""
DECLARED = re.compile(
    r"^(?:export (?:default )?)?(?:async )?(?:const|let|var|class|function\*?) (\w+)", re.MULTILINE
)
COMPONENTS = [each for each in vars(components).values() if isinstance(each, Component)]


def below_views(pattern: str) -> set[str]:
    return {path.relative_to(VIEWS).as_posix() for path in VIEWS.rglob(pattern)}


def test_every_script_that_can_be_mounted_has_its_row() -> None:
    mountable = {path for path in below_views("*.js") if "export default" in text_of(path)}
    assert sorted(each.script for each in COMPONENTS) == sorted(mountable)


def test_no_two_have_one_name() -> None:
    assert len({each.name for each in COMPONENTS}) == len(COMPONENTS)


def test_no_markup_or_style_is_forgotten() -> None:
    elsewhere = {"script/controls.html", "standalone/standalone.css", "sheet/sheet.css"}
    named = {path for each in COMPONENTS for path in (each.markup, *each.styles) if path}
    assert named | elsewhere == below_views("*.html") | below_views("*.css")


def test_what_components_share_lies_in_no_room_of_one_of_them() -> None:
    used = {(path, needed) for path in below_views("*.js") for needed in imported_by(path)}
    named = {(each.script, path) for each in COMPONENTS for path in (each.markup, *each.styles)}
    rooms = {(path.split("/")[0], needed.split("/")[0]) for path, needed in used | named if needed}
    elsewhere = {(one, other) for one, other in rooms if other not in {one, *SHARED}}
    assert {("player", "script"), ("trees", "tokens")} <= rooms
    assert elsewhere - {(one, "standalone") for one, _ in rooms} == GOES_ON_FROM


@pytest.mark.parametrize("component", COMPONENTS, ids=attrgetter("name"))
def test_the_shared_controls_are_put_in(component: Component) -> None:
    assert "{{" not in component.html


@pytest.mark.parametrize("component", COMPONENTS, ids=attrgetter("name"))
def test_no_two_of_the_scripts_that_are_joined_declare_one_name(component: Component) -> None:
    """A browser refuses the whole component; scripts that stand alone do not show it."""
    names = Counter(DECLARED.findall(component.js))
    assert names
    assert [name for name, times in names.items() if times > 1] == []
