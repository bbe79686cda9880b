"""A file that the reader asked for: it comes, whatever becomes of the run that makes it."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.payload_reader import unpack


def a_button() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.checks.errors import TokvizError  # noqa: PLC0415
    from tokviz.ui.shell.errors import explained  # noqa: PLC0415
    from tokviz.ui.shell.save import save_button  # noqa: PLC0415

    def make(step: int, _: object) -> bytes:
        st.session_state["made"] = st.session_state.get("made", 0) + 1
        if st.session_state["made"] == 1 and st.session_state["first"] == "is ended":
            st.stop()  # as another run ends one
        if st.session_state["first"] == "fails":
            raise TokvizError("It cannot be made.")
        return f"step {step}".encode()

    with explained():
        save_button("Save", make, name="a.txt", mime="text/plain", key="save")


def asked(first: str) -> AppTest:
    """The reader has pressed the button."""
    at = AppTest.from_function(a_button)
    at.session_state["first"] = first
    at.session_state["save:memory"] = {"asked": "once", "step": 3, "address": {}}
    return at.run()


def answer(at: AppTest) -> tuple[str, bytes]:
    header, arrays = unpack(at.get("bidi_component")[0].proto.bytes)
    content: Any = arrays["content"]
    return header["answers"], bytes(content.tolist())


def test_a_file_comes_with_the_run_after_one_that_was_ended() -> None:
    at = asked("is ended")
    assert not at.get("bidi_component")
    assert answer(at.run()) == ("once", b"step 3")
    assert answer(at.run()) == ("", b"")


@pytest.mark.parametrize("run", range(2))
def test_a_file_that_cannot_be_made_is_told_once(run: int) -> None:
    at = asked("fails")
    if run:
        at.run()
    assert [error.value for error in at.error] == ["It cannot be made."][run:]
