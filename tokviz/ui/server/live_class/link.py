"""The link of a class, and the same as a QR code, made here: nobody else is asked for it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno

from tokviz.ui.server.whereabouts import (
    ALL_INTERFACES,
    base_path,
    first_name,
    is_behind,
    listens_at,
    networks_url,
)

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class ClassLink:
    """Where others join a class.

    ``reaches`` says whether another machine finds the server there; ``qr`` has a row of 0 and 1 for
    each row of modules, without the quiet zone.
    """

    link: str
    reaches: bool
    qr: tuple[str, ...]


def class_link(origin: str, code: str) -> ClassLink:
    """The link for a leader whose browser finds the server at an origin."""
    own = origin.rstrip("/") + base_path()
    url = _others_url(own)
    link = f"{(url or own).rstrip('/')}/live/{code}"
    rows = segno.make(link, error="m", micro=False).matrix
    return ClassLink(link, url is not None, tuple("".join(map(str, row)) for row in rows))


def _others_url(own: str) -> str | None:
    """Where another machine finds the server that a leader's browser has at this address.

    A leader on the server's own machine may know it by a name that means another machine to
    everybody else; then it is the machine's number on its network. Behind another server that
    number is nobody's way in, and only a name will do.
    """
    asked = urlsplit(own)
    if asked.hostname not in THIS_MACHINE:
        return own
    if not is_behind():
        return networks_url() if listens_at() in ALL_INTERFACES else None
    if (name := first_name()) is None:
        return None
    return asked._replace(netloc=f"{name}:{asked.port}" if asked.port else name).geturl()
