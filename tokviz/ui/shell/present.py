"""The button that shows the stage alone, over the whole screen."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.views.present.present import present_files


def present() -> None:
    """Draw the button; it acts in the browser alone."""
    _component()(key="present")


@cache
def _component() -> Any:
    markup, style, script = present_files()
    return st.components.v2.component(
        "tokviz.present", html=markup, css=style, js=script, isolate_styles=True
    )
