"""The head of a lesson's page, which no edit draws anew."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems


def page_of_a_run_that_was_broken_off(at: int) -> None:
    import streamlit as st  # noqa: PLC0415
    from streamlit.errors import StreamlitInvalidLayoutContextError  # noqa: PLC0415

    from tokviz.lessons import lesson  # noqa: PLC0415
    from tokviz.ui.shell.errors import explained  # noqa: PLC0415
    from tokviz.ui.shell.page import Head, open_page  # noqa: PLC0415

    class Gone:
        """A place that the run of the whole page had not come to when it was broken off."""

        def container(self, **_: object) -> None:
            raise StreamlitInvalidLayoutContextError("no place was kept")

    runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    with explained():
        places = [Gone() if (runs, i) == (1, at) else st.container() for i in range(4)]
        open_page(Head(lesson("byte_bpe"), *places))
        st.text(f"drawn in run {runs}")


@pytest.mark.parametrize("place", range(4))
def test_an_edit_after_a_run_that_was_broken_off_has_the_whole_page_drawn(place: int) -> None:
    at = AppTest.from_function(page_of_a_run_that_was_broken_off, kwargs={"at": place}).run()
    assert problems(at) == []
    assert [text.value for text in at.text] == ["drawn in run 2"]
