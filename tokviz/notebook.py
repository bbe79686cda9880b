"""Replays in a notebook: the player in a frame that holds all it needs, as displaCy draws a parse.

A trace as the last line of a cell draws itself; ``show`` does it anywhere in a cell. The frame's
content is ``srcdoc``: nothing is fetched, and what it holds can reach nothing of the notebook.
"""

import html
import sys
from typing import Any

from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.traces.saving.saved import SavedTrace
from tokviz.views.standalone.traces import trace_html

HEIGHT = 640
"""Pixels: the stage, its controls and a caption of three lines."""
LEAST, MOST = 200, 4_000


@checked
def show(trace: object, *, step: int = 0, title: str = "", height: int = HEIGHT) -> None:
    """Draw the replay of a trace below the cell of a notebook.

    Arguments:
        step: the one to open on.
        title: of the page in the frame; by default what the trace is of.
        height: of the frame, in pixels.

    Raises TokvizError outside a notebook, and for what is no trace.
    """
    frame = frame_html(trace, step=step, title=title, height=height)
    notebook = sys.modules.get("IPython")
    if notebook is None or notebook.get_ipython() is None:
        raise TokvizError(
            "show draws in a notebook, but none is running here. tokviz.replay_html(trace) gives "
            "the same page as text, to be written to a file."
        )
    notebook.display.display({"text/html": frame, "text/plain": "tokviz"}, raw=True)


def frame_html(trace: object, *, step: int = 0, title: str = "", height: int = HEIGHT) -> str:
    """The replay of a trace as an element of HTML; arguments and errors as in ``show``."""
    if not LEAST <= height <= MOST:
        raise TokvizError(
            f"height must be {LEAST} to {MOST:,} pixels, but is {height}. "
            f"{HEIGHT} shows a stage whole."
        )
    page = html.escape(trace_html(trace, step=step, title=title))
    return (
        f'<iframe srcdoc="{page}" title="tokviz" sandbox="allow-scripts" '
        f'style="width: 100%; height: {height:d}px; border: 0"></iframe>'
    )


def _draw(trace: Any) -> str:
    return frame_html(trace)


# Here, because traces know no views.
SavedTrace._repr_html_ = _draw  # type: ignore[attr-defined]
