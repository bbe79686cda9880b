"""What the server is made of beside Streamlit's own: the guard at its door, and a start that says
where the app is and opens it, which Streamlit does for a script but not for an ``st.App``.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from streamlit import cli_util, config, net_util
from streamlit.web.server import server_util

from tokviz.references.gpt2 import gpt2
from tokviz.ui import lessons
from tokviz.ui.server.guard import Guard

ALL_INTERFACES = ("0.0.0.0", "::")


def middleware() -> list[Middleware]:
    """What every request passes before Streamlit sees it.

    From here on the log has faults only: an address may hold a reader's text.
    """
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    return [Middleware(Guard)]


@asynccontextmanager
async def opened(_app: st.App) -> AsyncGenerator[dict[str, Any] | None, None]:
    """Say where the app is, and open it in the reader's browser unless the server is headless.

    The port already listens, so the browser waits for the first answer. While it loads Streamlit's
    page, the server gets ready for the first reader.
    """
    keep_what_lasts()
    loop = asyncio.get_running_loop()
    ready = loop.run_in_executor(None, get_ready)
    address = config.get_option("server.address") or ALL_INTERFACES[0]
    for line in whereabouts(address):
        print(line, flush=True)
    if not config.get_option("server.headless"):
        loop.run_in_executor(None, cli_util.open_browser, own_url(address))
    yield None
    await ready


def get_ready() -> None:
    """Import what some pages alone use, and read GPT-2's vocabulary: nobody need wait for it."""
    for module in iter_modules(lessons.__path__, lessons.__name__ + "."):
        import_module(module.name)
    with suppress(FileNotFoundError, ValueError):  # the page that needs it says what is wrong
        gpt2()


def keep_what_lasts() -> None:
    """Import what most pages use, and spare Python's collector to look through it ever again.

    What is imported stays. Looking through all of it takes the collector as long as three runs of
    a page, and it does so about once in twenty runs.
    """
    import_module("tokviz.ui.lessons.merges")
    gc.collect()
    gc.freeze()


def own_url(address: str) -> str:
    """Where this machine finds a server that listens at an address."""
    return server_util.get_url(server_util.get_display_address(address))


def whereabouts(address: str) -> Iterator[str]:
    """The lines for whoever started the server at an address."""
    yield f"tokviz is at {own_url(address)} on this machine."
    if address in ALL_INTERFACES:
        on_the_network = server_util.get_url(net_util.get_internal_ip() or "localhost")
        yield f"Others on its network find it at {on_the_network}"
    yield "Press Ctrl+C to stop it."
