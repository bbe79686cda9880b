"""What every answer tells the browser that it may not do, in the headers of HTTP.

The policy is as narrow as Streamlit's page can bear, tried in Chromium on all pages: its scripts
come from this server, or are the components' own (which Streamlit hands over as blobs), styles
stand in the page, and nothing is loaded from, sent to or framed by anyone else.
https://www.w3.org/TR/CSP3/
"""

import base64
import hashlib
import os
import re

from tokviz.ui.server.front import page

FRAME_ANCESTORS = "TOKVIZ_FRAME_ANCESTORS"
"""A variable of the environment: the origins beside our own that may show the app in a frame."""
_SCRIPTS = "'self' blob:"
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_HOST = re.compile(r"[\w.:\[\]-]+")
_UNUSED = (
    "camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial",
    "usb",
)  # fmt: skip


def inline_scripts(page: str) -> list[str]:
    """The hash of each script that stands in a page, as a source of script-src."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE_SCRIPT.findall(page))
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


class Headers:
    """The headers of an answer to a request for a host."""

    def __init__(self) -> None:
        framed_by = " ".join(["'self'", *os.environ.get(FRAME_ANCESTORS, "").split()])
        self._policy = "; ".join(
            (
                "default-src 'self'",
                " ".join((f"script-src {_SCRIPTS}", *inline_scripts(page()))),
                "style-src 'self' 'unsafe-inline'",
                "img-src 'self' data: blob:",
                "font-src 'self' data:",
                "worker-src 'self' blob:",
                "frame-src 'none'",
                "object-src 'none'",
                "base-uri 'self'",
                "form-action 'self'",
                f"frame-ancestors {framed_by}",
            )
        )
        self._same = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
        }
        if framed_by == "'self'":  # it cannot name another origin
            self._same["x-frame-options"] = "SAMEORIGIN"

    def of(self, host: str) -> dict[str, str]:
        """Every header by its name.

        ``host`` is the request's Host header: not every browser takes the WebSocket of one's own
        origin for 'self', so it is named.
        """
        own = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
        return {
            **self._same,
            "content-security-policy": f"{self._policy}; connect-src 'self'{own}",
        }
