"""The scripts of the larger components, each at an address that is named after its content.

Streamlit sends a component's script, markup and style with every run, 190 kB of a player. So
Streamlit is handed a line that imports the script, and a browser asks for it once; the scripts of
those that have much markup and style bring it along. Whatever process is asked, the same script has
the same address, and another script another one.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tokviz.ui.server.assets import LEVEL
from tokviz.ui.server.whereabouts import base_path
from tokviz.views.components import (
    CHART,
    CLASSROOM,
    CODE,
    GUIDE,
    OWN_QUESTIONS,
    PARTING,
    PLAYER,
    PRESENT,
    ROWS,
    SAVE,
    STEPPER,
    STRIPS,
    TREES,
    WORDS,
    Component,
)

SERVED = {
    component.folder: component
    for component in (
        *(CHART, CLASSROOM, CODE, GUIDE, OWN_QUESTIONS, PARTING, PLAYER),
        *(PRESENT, ROWS, SAVE, STEPPER, STRIPS, TREES, WORDS),
    )
}
"""Whose scripts are served, by what their addresses begin with; smaller ones travel as they are."""
STAGED = (PLAYER, ROWS, STEPPER, STRIPS)
"""Those that draw what stands on a stage; who follows a class is shown it by the script alone."""
FURNISHED = (*STAGED, CLASSROOM, CODE, TREES)
"""Whose scripts bring markup and style along: 15 to 43 kB that would travel with every run."""
ROOM = '<div style="min-height: min(76vh, 600px)"></div>'
"""What a replay has until its script has come, so that what stands below it stays where it is."""
YEAR = 31_536_000
"""Seconds."""
# A script that Streamlit hands over has no address, so it asks where the page is. All pages lie
# side by side; the second try is for an address that ends in a slash, or a network that failed.
# It must not await at its top level: whoever imports such a script while it waits, as a second
# replay on the page does, gets it half made from WebKit (Safari, every browser on an iPad), and
# an error in the replay's place. https://bugs.webkit.org/show_bug.cgi?id=242740
# While it waits, Streamlit may draw another element in the place of the one that called: a replay
# that is mounted there late would take the step and the buttons from the one that readers see.
_IMPORTS = """\
const at = (up) => new URL(`${up}code/%s`, location.href).href;
const script = import(at("./")).catch(() => import(at("../")));
export default async (given) => {
  const { default: mount, FURNITURE } = await script;
  const { parentElement } = given;
  if (!parentElement.isConnected) return;
  if (FURNITURE && !parentElement.querySelector("style[data-furnished]")) {
    const style = document.createElement("style");
    style.dataset.furnished = "";
    style.textContent = FURNITURE.style;
    const markup = new DOMParser().parseFromString(FURNITURE.markup, "text/html");
    parentElement.replaceChildren(style, ...markup.body.childNodes);
  }
  return mount(given);
};
"""


@dataclass(frozen=True)
class Code:
    """A script with its name, which says its content."""

    name: str
    script: bytes

    @cached_property
    def zipped(self) -> bytes:
        """As browsers take it; ``zip_scripts`` has it done."""
        return gzip.compress(self.script, LEVEL, mtime=0)

    @property
    def is_zipped(self) -> bool:
        """Whether that is done, and no reader waits for it."""
        return "zipped" in vars(self)


@cache
def code_of(component: Component) -> Code:
    """The script that is served for a component."""
    text = component.js
    if component in FURNISHED:
        brought = {"markup": component.html, "style": component.css}
        text += f"export const FURNITURE = {json.dumps(brought)};\n"
    script = text.encode()
    name = f"{component.folder}-{hashlib.sha256(script).hexdigest()[:16]}.js"
    return Code(name, script)


def script_of(component: Component) -> str:
    """What Streamlit takes as the script: one that imports what is served, or the whole."""
    if component in SERVED.values():
        return _IMPORTS % code_of(component).name
    return component.js


def handed(component: Component) -> dict[str, str | None]:
    """What Streamlit is handed of a component, and sends with every run."""
    script = script_of(component)
    if component in FURNISHED:
        room = ROOM if component in (PLAYER, ROWS, STEPPER) else None
        return {"html": room, "css": None, "js": script}
    return {"html": component.html or None, "css": component.css or None, "js": script}


def code_routes() -> list[Route]:
    """Where browsers find the scripts, below ``server.baseUrlPath``."""
    return [Route(f"{base_path()}/code/{{name}}", _answer, methods=["GET"])]


def zip_scripts() -> None:
    """Compress all these scripts; until then they are sent as they are, as Streamlit's own are."""
    for component in SERVED.values():
        code_of(component).zipped  # noqa: B018 - it is kept


async def _answer(request: Request) -> Response:
    name = request.path_params["name"]
    component = SERVED.get(name.rpartition("-")[0])
    if component is None or (code := code_of(component)).name != name:
        return PlainTextResponse("This server has other scripts. Reload the page.", 404)
    headers = {"cache-control": f"public, max-age={YEAR}, immutable", "vary": "Accept-Encoding"}
    if not code.is_zipped or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(code.script, media_type="text/javascript", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(code.zipped, media_type="text/javascript", headers=headers)
