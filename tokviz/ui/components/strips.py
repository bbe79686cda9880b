"""The strips as a Streamlit component: the files of ``tokviz/views/strips``, mounted."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.views.script import one_module
from tokviz.views.strips.strips import strips_files


def strips(payload: bytes, *, key: str) -> None:
    """Show one text through several tokenizers; ``payload`` is what ``strips_payload`` made."""
    _component()(data=payload, key=key)


@cache
def _component() -> Any:
    css, _ = strips_files()
    return st.components.v2.component(
        "tokviz.strips", css=css, js=one_module("strips/component.js"), isolate_styles=True
    )
