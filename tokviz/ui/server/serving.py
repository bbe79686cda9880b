"""What the server is made of beside Streamlit's own: the guard at its door, and a start that says
where the app is and opens it, which Streamlit does for a script but not for an ``st.App``.
"""

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pkgutil import iter_modules
from types import FrameType
from typing import Any

import streamlit as st
import uvicorn
from starlette.middleware import Middleware
from starlette.routing import Route
from streamlit import cli_util, config
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes

from tokviz.checks.errors import TokvizError
from tokviz.references.gpt2 import gpt2
from tokviz.ui import lessons
from tokviz.ui.server import places
from tokviz.ui.server.assets import Assets, pack
from tokviz.ui.server.bounded import Bounded
from tokviz.ui.server.bundles import send_bundles
from tokviz.ui.server.code import code_routes, zip_scripts
from tokviz.ui.server.front import Front
from tokviz.ui.server.guard import Guard, guard_websockets_alike
from tokviz.ui.server.held import let_go_of_frames
from tokviz.ui.server.in_line import stand_in_line
from tokviz.ui.server.late_requests import hang_up_on_the_silent
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.routes import class_routes
from tokviz.ui.server.long_addresses import answer_long_addresses
from tokviz.ui.server.many_headers import refuse_many_headers
from tokviz.ui.server.overtaken import send_the_overtaken
from tokviz.ui.server.reruns import answer_every_question
from tokviz.ui.server.saves import keep_what_is_saved
from tokviz.ui.server.sessions import bound_sessions, end_left_sessions
from tokviz.ui.server.sparing import spare
from tokviz.ui.server.turns import take_turns
from tokviz.ui.server.uploads import bound_uploads
from tokviz.ui.server.whereabouts import listens_at, own_url, whereabouts
from tokviz.ui.training.workers import workers

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_CLASSES = Classes()
OBJECTS_OF_SOME_RUNS = 50_000
"""New objects after which Python looks for those that only hold each other."""
FILES = 8_192
"""File descriptors, where the system allows them: a process often starts with 1,024, a page takes
four, and the last 128 pages that were closed keep three for two minutes."""
LAST_SECONDS = 5
"""What a server that is told to stop still gives to those whom it answers."""
FIRST_PAGE_SECONDS = 3.0
"""From the start until the first page is drawn, about; a reader who comes later finds all ready."""


def middleware() -> list[Middleware]:
    """What every request passes before Streamlit sees it.

    From here on the log has faults only: an address may hold a reader's text.
    """
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    return [Middleware(Guard), Middleware(Bounded), Middleware(Assets), Middleware(Front)]


def routes() -> list[Route]:
    """What is answered beside Streamlit's own pages."""
    return [*code_routes(), *class_routes(_CLASSES)]


def close_streams_at_the_end(loop: asyncio.AbstractEventLoop) -> None:
    """End the classes when the server is told to stop: it waits until every stream is closed.

    For who does not read, or has sent half a message, it would wait without end.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # a test: signals are the main thread's
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)
        if not callable(stop):
            continue
        if isinstance(server := getattr(stop, "__self__", None), uvicorn.Server):
            server.config.timeout_graceful_shutdown = LAST_SECONDS
            # Streamlit refuses a longer question too, but only once all of it is here.
            server.config.ws_max_size = get_max_widget_state_size_bytes()

        def close_and_stop(sent: int, at: FrameType | None, stop: Any = stop) -> None:
            loop.call_soon_threadsafe(_CLASSES.close)
            stop(sent, at)

        signal.signal(number, close_and_stop)


@asynccontextmanager
async def opened(_app: st.App) -> AsyncGenerator[dict[str, Any] | None, None]:
    """Say where the app is, and open it in the reader's browser unless the server is headless.

    The port already listens, so the browser waits for the first answer. Once the first page can
    have been drawn, the server gets ready for all that may follow.
    """
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # it is asked for a text at a time
    allow_many_files()
    keep_what_lasts()
    guard_websockets_alike()
    answer_every_question()
    bound_sessions()
    bound_uploads()
    keep_what_is_saved()
    let_go_of_frames()
    spare()
    send_bundles()
    send_the_overtaken()
    take_turns()
    answer_long_addresses()
    refuse_many_headers()
    hang_up_on_the_silent()
    stand_in_line()
    loop = asyncio.get_running_loop()
    closing = asyncio.Event()
    tasks = asyncio.gather(_get_ready_soon(closing), end_left_sessions(closing))
    close_streams_at_the_end(loop)
    address = listens_at()
    with suppress(OSError):  # where it is written to, nothing may fit any more
        for line in whereabouts(address):
            print(line, flush=True)
    if not config.get_option("server.headless"):
        loop.run_in_executor(None, cli_util.open_browser, own_url(address))
    yield None
    closing.set()
    await tasks


def allow_many_files() -> None:
    """Let a school's pages be open at once."""
    if resource is None:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if resource.RLIM_INFINITY != allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        allowed = wanted
    if allowed != resource.RLIM_INFINITY:
        places.bound(allowed)


async def _get_ready_soon(closing: asyncio.Event) -> None:
    """Leave both cores to the first page: of what is imported here it needs only its icon."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, import_module, "streamlit.emojis")
    try:
        await asyncio.wait_for(closing.wait(), FIRST_PAGE_SECONDS)
    except TimeoutError:
        await loop.run_in_executor(None, get_ready)


def get_ready() -> None:
    """Import what some pages alone use, read GPT-2's vocabulary, compress what browsers load, and
    have a worker in each line that waits.

    No reader need wait for any of it.
    """
    for module in iter_modules(lessons.__path__, lessons.__name__ + "."):
        import_module(module.name)
    import_module("pandas")  # as Streamlit does for its first table
    with suppress(TokvizError):  # the page that needs it says what is wrong
        gpt2()
    pack()
    zip_scripts()
    with suppress(TokvizError):  # as above
        for quick in (False, True):
            workers(quick=quick).get_ready()


def keep_what_lasts() -> None:
    """Import what most pages use, and spare Python's collector to look through it ever again.

    What is imported stays. Looking through all of it takes the collector as long as three runs of
    a page, and it does so about once in twenty runs. What a run makes is some thousand objects,
    and the collector, as Python sets it, looks among them every 700.
    """
    import_module("tokviz.ui.lessons.merges")
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_OF_SOME_RUNS)
