"""tokviz: the overview of the lessons. Run it with ``streamlit run app.py``."""

import streamlit as st

from tokviz.ui.overview import overview
from tokviz.ui.page import explained, frame

frame("See how a tokenizer learns", "🔤")
st.title("See how a tokenizer learns", anchor=False)
with explained():
    overview()
