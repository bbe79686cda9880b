"""GPT-2 as a tokenizer of ours, made once for all readers."""

import streamlit as st

from tokviz import RegexBPE
from tokviz.references.gpt2 import gpt2


@st.cache_resource
def gpt2_engine() -> RegexBPE:
    """Our own engine with GPT-2's ranks."""
    return RegexBPE.from_tiktoken(gpt2())
