"""tokviz: the overview of the lessons. Run it with ``streamlit run app.py``."""

import streamlit as st

from tokviz.ui.lessons.overview import overview
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import frame

frame("See how a tokenizer learns", "🔤")
st.title("See how a tokenizer learns", anchor=False)
with explained():
    overview()
