"""What a page remembers of its widgets, and what it does with a value that is none."""

from streamlit.testing.v1 import AppTest


def test_a_value_that_the_browser_left_empty_starts_anew() -> None:
    """As after going back: the widget is there, and holds nothing."""
    at = AppTest.from_function(a_choice).run()
    at.session_state["a:choice"] = None
    at.run()
    assert at.text[0].value == "one"


def test_what_is_refused_later_is_told_with_what_was_refused_before() -> None:
    """A message of a later run takes the place of the first one in the browser."""
    at = AppTest.from_function(two_parts)
    at.query_params["size"] = "x"
    at.query_params["pair"] = "y"
    at.run()
    assert [toast.value for toast in at.toast] == [
        "The link's “size” is “x”, not a whole number. This page starts with its own instead."
    ]
    at.run()
    assert [toast.value for toast in at.toast] == [
        "The link's “size” is “x”, not a whole number; “pair” is “y”, not a whole number. This "
        "page starts with its own instead."
    ]
    assert not at.run().toast


def test_what_a_run_was_ended_in_the_middle_of_telling_is_told_by_the_next() -> None:
    """Streamlit ends a run where it sends something: another question may have come before."""
    at = AppTest.from_function(ended_while_it_tells)
    at.query_params["size"] = "x"
    assert not at.run().toast
    assert [toast.value for toast in at.run().toast] == [
        "The link's “size” is “x”, not a whole number. This page starts with its own instead.",
        "The text is lost.",
    ]
    assert not at.run().toast


def ended_while_it_tells() -> None:
    from unittest.mock import patch  # noqa: PLC0415

    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.refused import tell_at_end, tell_refused  # noqa: PLC0415
    from tokviz.ui.shell.state import PageState  # noqa: PLC0415
    from tokviz.ui.shell.values import whole_number  # noqa: PLC0415

    PageState("a").start("size", 1, whole_number(1, 9))
    if "told" not in st.session_state:
        st.session_state["told"] = False
        tell_at_end("The text is lost.")
        with patch("streamlit.toast", lambda *_, **__: st.stop()):
            tell_refused()
    tell_refused()


def two_parts() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.refused import tell_refused  # noqa: PLC0415
    from tokviz.ui.shell.state import PageState  # noqa: PLC0415
    from tokviz.ui.shell.values import whole_number  # noqa: PLC0415

    state = PageState("a")
    state.start("size", 1, whole_number(1, 9))
    if st.session_state.setdefault("runs", 0):
        state.start("pair", 1, whole_number(1, 9))
    st.session_state["runs"] += 1
    tell_refused()


def a_choice() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    state = PageState("a")
    st.text(str(st.segmented_control("Choice", ("one", "two"), key=state.start("choice", "one"))))


def a_lesson_brought_back() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.state import PageState  # noqa: PLC0415
    from tokviz.ui.shell.values import choice  # noqa: PLC0415

    state = PageState("page")
    names = ("Encode", "Save", "Inside")
    st.tabs(names, key=state.start("section", "Encode", choice(names), shared=True))
    state.restore({"section": "Save"})
    st.text(str(state.boxes()))


def test_what_a_lesson_says_of_a_part_out_of_sight_is_in_the_link_at_once() -> None:
    """The part was drawn before, and waits to be drawn anew until it is looked at."""
    at = AppTest.from_function(a_lesson_brought_back).run()
    assert at.text[0].value == "{'section': 'Save'}"


def a_lesson_of_many_settings() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    class Whole(dict[str, str]):
        """No box goes through all of it."""

        def keys(self):  # type: ignore[no-untyped-def]
            raise AssertionError("it is copied")

        __iter__ = keys

    state = PageState("page")
    state.put("given", Whole(a="lesson's"))
    state.put("opened", Whole(a="link's", b="link's"))
    st.text(str([state.given(name) for name in "abcd"]))


def test_a_box_looks_for_its_own_setting_alone() -> None:
    at = AppTest.from_function(a_lesson_of_many_settings)
    at.query_params["c"] = "address's"
    assert at.run().text[0].value == """["lesson's", "link's", "address's", None]"""
