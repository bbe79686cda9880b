"""tokviz: the overview of the lessons, and the server. Run it with ``streamlit run app.py``.

Streamlit reads this file twice: it imports ``app``, which serves all pages on one port, and it
runs the file as the script of the first page.
"""

import streamlit as st

if __name__ == "__main__":
    from tokviz.ui.lessons.overview import TITLE, overview
    from tokviz.ui.shell.errors import explained
    from tokviz.ui.shell.page import frame

    frame(TITLE, "🔤", page="")
    with explained():
        overview()
else:
    from tokviz.ui.server.serving import middleware, opened, routes

    app = st.App(__file__, routes=routes(), middleware=middleware(), lifespan=opened)
