"""A component of the views on a page: handed to Streamlit once, mounted wherever it stands."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.server.code import handed
from tokviz.views.components import Component


def mount(component: Component, **settings: Any) -> None:
    """Draw it; the settings are Streamlit's: ``data``, ``key``, ``on_..._change``, ``width``."""
    _of_streamlit(component)(**settings)


def said(key: str, name: str) -> Any:
    """What the component of this key says by this name, or None."""
    answers = st.session_state.get(key)
    return answers.get(name) if isinstance(answers, Mapping) else None


@cache
def _of_streamlit(component: Component) -> Any:
    return st.components.v2.component(
        component.name, **handed(component), isolate_styles=component.isolated
    )
