"""The strips as a Streamlit component: the files of ``tokviz/views/strips``, mounted."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.views.strips.strips import strips_files

_ADAPTER = """
const MOUNTED = new WeakMap();
export default function ({ parentElement, data }) {
  let strips = MOUNTED.get(parentElement);
  if (!strips) {
    const root = document.createElement("div");
    parentElement.append(root);
    MOUNTED.set(parentElement, (strips = new Strips(root)));
  }
  strips.load(data);
  return () => {
    strips.stop();
    MOUNTED.delete(parentElement);
  };
}
"""


def strips(payload: bytes, *, key: str) -> None:
    """Show one text through several tokenizers; ``payload`` is what ``strips_payload`` made."""
    _component()(data=payload, key=key)


@cache
def _component() -> Any:
    css, script = strips_files()
    return st.components.v2.component(
        "tokviz.strips", css=css, js=script + _ADAPTER, isolate_styles=True
    )
