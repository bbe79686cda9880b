"""What the server is made of beside Streamlit's own: the guard at its door, and the reader's
browser, which Streamlit opens for a script but not for an ``st.App``.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from streamlit import cli_util, config
from streamlit.web.server import server_util

from tokviz.ui.server.guard import Guard


def middleware() -> list[Middleware]:
    """What every request passes before Streamlit sees it."""
    return [Middleware(Guard)]


@asynccontextmanager
async def opened(_app: st.App) -> AsyncGenerator[dict[str, Any] | None, None]:
    """Open the app in the reader's browser, unless the server is headless.

    The port already listens, so the browser waits for the first answer.
    """
    if not config.get_option("server.headless"):
        url = server_util.get_url(config.get_option("browser.serverAddress"))
        asyncio.get_running_loop().run_in_executor(None, cli_util.open_browser, url)
    yield None
