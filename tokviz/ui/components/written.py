"""A result as it is written, ids or a decoded text: the files of ``tokviz/views/written``.

Streamlit's box for code does the same, but loads half a megabyte for the colours of code.
"""

from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.state import PageState
from tokviz.views.components import WRITTEN


def written(state: PageState, name: str, text: str) -> None:
    """Show the text, letter by letter, in a box with a button that copies it.

    Arguments:
        name: keeps the boxes of a page apart.
    """
    mount(WRITTEN, data=text.encode(), key=state.key(f"{name}_written"))
