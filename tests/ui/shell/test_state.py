"""What a page remembers of its widgets, and what it does with a value that is none."""

from streamlit.testing.v1 import AppTest


def test_a_value_that_the_browser_left_empty_starts_anew() -> None:
    """As after going back: the widget is there, and holds nothing."""
    at = AppTest.from_function(a_choice).run()
    at.session_state["a:choice"] = None
    at.run()
    assert at.text[0].value == "one"


def a_choice() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    state = PageState("a")
    st.text(str(st.segmented_control("Choice", ("one", "two"), key=state.start("choice", "one"))))
