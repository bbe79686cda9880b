"""What a page says when it cannot go on: in words, and never with a traceback.

A ``TokvizError`` is meant for the reader and shown as it is. Anything else is a fault of ours:
logged for the engineer, admitted to the reader. A fragment runs again without its page, so it
explains its errors itself: ``fragment`` is the one way to make one.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

import streamlit as st

from tokviz.checks.errors import TokvizError, called
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.refused import tell_refused

ADMITTED = (
    "tokviz made a mistake here; the details are in the server's log. What you typed is still in "
    "the boxes above: change it a little, or choose a sample."
)
_Arguments = ParamSpec("_Arguments")


class NothingYet(Exception):  # noqa: N818 - no error: the page waits for the reader
    """What the reader has to do before there is anything to show.

    Not ``st.stop()``: after that Streamlit forgets the values of the widgets it did not draw.
    """


AS_IT_OPENS = "What is shown has the settings that this page opens with."


def tell(fault: TokvizError | NothingYet, *, before: str = "", as_it_opens: bool = False) -> None:
    """What is at fault or missing, in our words and as the reader wrote it.

    ``before``: the name of what is shown in its place; ``as_it_opens``: that is the page's own.
    """
    instead = f" As before: **{literal(before)}**." if before else ""
    instead += f" {AS_IT_OPENS}" if as_it_opens else ""
    if isinstance(fault, NothingYet):
        st.info(literal(str(fault)) + instead)
    else:
        st.error(literal(as_the_boxes_say(str(fault))) + instead, icon="✋")


def as_the_boxes_say(
    message: str, *, vocab_size: str = "Vocabulary size", coverage: bool = True
) -> str:
    """A message of the engine with its settings called as their boxes on the page are.

    ``vocab_size`` is the label of that box; ``coverage`` whether the page has
    "Code points covered".
    """
    covered = "“Code points covered”" if coverage else None
    return called(message, {"vocab_size": vocab_size, "character_coverage": covered})


@contextmanager
def explained() -> Iterator[None]:
    """Show what went wrong in words; what the reader typed stays where it is."""
    try:
        yield
    except (TokvizError, NothingYet) as fault:
        tell(fault)
    except Exception:
        logging.getLogger("tokviz").exception("a page failed")
        st.error(ADMITTED, icon="🛠️")
    tell_refused()


def fragment(draw: Callable[_Arguments, None]) -> Callable[_Arguments, None]:
    """A part of a page that runs again alone, and explains its own errors."""
    return st.fragment(explained()(draw))
