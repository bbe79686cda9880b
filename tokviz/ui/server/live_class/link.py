"""The link of a class, and the same as a QR code, made here: nobody else is asked for it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno

from tokviz.ui.server.whereabouts import ALL_INTERFACES, base_path, listens_at, networks_url

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
    """The link for a leader whose browser finds the server at an origin.

    A leader on the server's own machine may know it by a name that means another machine to
    everybody else; then the link has the machine's number on its network.
    """
    own = urlsplit(origin).hostname in THIS_MACHINE
    reaches = not own or listens_at() in ALL_INTERFACES
    url = networks_url() if own and reaches else origin.rstrip("/") + base_path()
    link = f"{url.rstrip('/')}/live/{code}"
    rows = segno.make(link, error="m", micro=False).matrix
    return ClassLink(link, reaches, tuple("".join(map(str, row)) for row in rows))
