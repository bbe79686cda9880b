"""The merge trees as a Streamlit component: the files of ``tokviz/views/trees``, mounted."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.server.code import served
from tokviz.views.trees.trees import trees_files


def trees(payload: bytes, *, key: str) -> None:
    """Show a text's tokens and how they were made; ``payload`` is what ``trees_payload`` made."""
    _component()(data=payload, key=key)


@cache
def _component() -> Any:
    style, _ = trees_files()
    return st.components.v2.component(
        "tokviz.trees", css=style, js=served("trees"), isolate_styles=True
    )
