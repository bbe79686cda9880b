"""The row above a lesson's stage, which no edit draws anew."""

from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems


def page_of_a_run_that_was_broken_off() -> None:
    import streamlit as st  # noqa: PLC0415
    from streamlit.errors import StreamlitInvalidLayoutContextError  # noqa: PLC0415

    from tokviz.lessons import lesson  # noqa: PLC0415
    from tokviz.ui.shell.errors import explained  # noqa: PLC0415
    from tokviz.ui.shell.page import Row, open_page  # noqa: PLC0415

    class Gone:
        """A place that the run of the whole page had not come to when it was broken off."""

        def container(self, **_: object) -> None:
            raise StreamlitInvalidLayoutContextError("no place was kept")

    runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    with explained():
        places = [st.container() for _ in range(4)]
        open_page(Row(lesson("byte_bpe"), Gone() if runs == 1 else places[0], *places[1:]))
        st.text(f"drawn in run {runs}")


def test_an_edit_after_a_run_that_was_broken_off_has_the_whole_page_drawn() -> None:
    at = AppTest.from_function(page_of_a_run_that_was_broken_off).run()
    assert problems(at) == []
    assert [text.value for text in at.text] == ["drawn in run 2"]
