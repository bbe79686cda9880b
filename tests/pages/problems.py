"""What went wrong on a page, as its reader sees it."""

import re

from streamlit.testing.v1 import AppTest

from tokviz.ui.shell.errors import ADMITTED
from tokviz.ui.shell.markdown import WORD_JOINER


def problems(at: AppTest) -> list[str]:
    """The words of the error boxes, each once, without what keeps Markdown out of them."""
    return list(dict.fromkeys(as_read(str(error.value)) for error in (*at.exception, *at.error)))


def faults(at: AppTest) -> list[str]:
    """What is never the reader's doing: exceptions, and errors that tokviz admits."""
    admitted = [error.value for error in at.error if error.value == ADMITTED]
    return [*(str(error.value) for error in at.exception), *admitted]


def as_read(markdown: str) -> str:
    """The words of an alert, without what keeps Markdown out of them."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", markdown).replace(WORD_JOINER, "")
