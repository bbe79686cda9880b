"""The merge trees as a Streamlit component: the files of ``tokviz/views/trees``, mounted."""

from tokviz.ui.shell.mounting import mount
from tokviz.views.components import TREES


def trees(payload: bytes, *, key: str) -> None:
    """Show a text's tokens and how they were made; ``payload`` is what ``trees_payload`` made."""
    mount(TREES, data=payload, key=key)
