"""Where this server is found: by its own machine, and by others on the network."""

import os
from collections.abc import Iterator

from streamlit import config, net_util
from streamlit.web.server import server_util

ALL_INTERFACES = ("0.0.0.0", "::")
BEHIND = "TOKVIZ_BEHIND"
"""A variable of the environment: what stands before this server, as compose.yaml has nginx. Then
readers find that one's address, and this process does not know it."""


def listens_at() -> str:
    """The address that the server listens at."""
    return config.get_option("server.address") or ALL_INTERFACES[0]


def is_behind() -> bool:
    """Whether readers find another server's address, not this one's."""
    return bool(os.environ.get(BEHIND))


def first_name() -> str | None:
    """The first name that the server was told to answer to; a pattern is none."""
    names: list[str] = config.get_option("server.allowedHosts") or []
    return next((name for name in names if "*" not in name), None)


def base_path() -> str:
    """The path below which the server answers: "/lessons", or "" for none."""
    path = config.get_option("server.baseUrlPath").strip("/")
    return f"/{path}" if path else ""


def own_url(address: str) -> str:
    """Where this machine finds a server that listens at an address."""
    return server_util.get_url(server_util.get_display_address(address))


def networks_url() -> str:
    """Where others find a server that listens at all addresses of this machine."""
    return server_util.get_url(net_util.get_internal_ip() or "localhost")


def whereabouts(address: str) -> Iterator[str]:
    """The lines for whoever started the server at an address."""
    if is_behind():
        return
    yield f"tokviz is at {own_url(address)} on this machine."
    if address in ALL_INTERFACES:
        yield f"Others on its network find it at {networks_url()}"
    yield "Press Ctrl+C to stop it."
