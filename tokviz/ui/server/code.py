"""The scripts of the larger components, each at an address that is named after its content.

Streamlit sends a component's script with its every new payload, 97 kB with each text of a player.
So Streamlit is handed a line that imports the script, and a browser asks for it once. Whatever
process is asked, the same script has the same address, and another script another one.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tokviz.ui.server.whereabouts import base_path
from tokviz.views.script import one_module

SERVED = (
    "charts", "classroom", "code", "guide", "player", "rows", "save", "stepper", "strips", "trees",
    "words",
)  # fmt: skip
"""The folders of views whose component.js is served; smaller ones travel as they are."""
STAGED = ("player", "rows", "stepper", "strips")
"""Those that draw what stands on a stage: their scripts bring markup and style along, for whoever
shows a stage of another page."""
YEAR = 31_536_000
"""Seconds."""
# A script that Streamlit hands over has no address, so it asks where the page is. All pages lie
# side by side; the second try is for an address that ends in a slash, or a network that failed.
_IMPORTS = """\
const at = (up) => new URL(`${up}code/%s`, location.href).href;
const { default: mount } = await import(at("./")).catch(() => import(at("../")));
export default mount;
"""


@dataclass(frozen=True, slots=True)
class Code:
    """A script with its name, which says its content."""

    name: str
    script: bytes
    zipped: bytes


@cache
def code_of(folder: str) -> Code:
    """The script of the component in a folder of views."""
    text = one_module(f"{folder}/component.js")
    if folder in STAGED:
        module = import_module(f"tokviz.views.{folder}.{folder}")
        *markup, style, _ = getattr(module, f"{folder}_files")()
        text += (
            f"export const STAGED = {json.dumps({'markup': ''.join(markup), 'style': style})};\n"
        )
    script = text.encode()
    name = f"{folder}-{hashlib.sha256(script).hexdigest()[:16]}.js"
    return Code(name, script, gzip.compress(script, mtime=0))


def served(folder: str) -> str:
    """What Streamlit takes as the script of a component: it imports the one that is served."""
    return _IMPORTS % code_of(folder).name


def code_routes() -> list[Route]:
    """Where browsers find the scripts, below ``server.baseUrlPath``."""
    return [Route(f"{base_path()}/code/{{name}}", _answer, methods=["GET"])]


async def _answer(request: Request) -> Response:
    name = request.path_params["name"]
    folder = name.rpartition("-")[0]
    if folder not in SERVED or code_of(folder).name != name:
        return PlainTextResponse("This server has other scripts. Reload the page.", 404)
    code = code_of(folder)
    headers = {"cache-control": f"public, max-age={YEAR}, immutable", "vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(code.script, media_type="text/javascript", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(code.zipped, media_type="text/javascript", headers=headers)
