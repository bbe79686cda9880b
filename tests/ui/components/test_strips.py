"""The strips reach the browser through Streamlit as the bytes they are."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    from tokviz.ui.components.strips import strips  # noqa: PLC0415
    from tokviz.views.strips.strips import StripRow, strips_payload  # noqa: PLC0415

    strips(strips_payload([StripRow("A", [(0, "a", 0, 1)])], text="a"), key="one")
    strips(strips_payload([StripRow("B", [(0, "b", 0, 1)])], text="b"), key="two")


def test_the_component_draws_twice_on_one_page_without_an_exception() -> None:
    app = AppTest.from_function(page).run()
    assert not app.exception
    assert len(app.get("bidi_component")) == 2


def test_the_payload_travels_as_bytes() -> None:
    app = AppTest.from_function(page).run()
    assert b'"name":"A"' in app.get("bidi_component")[0].proto.bytes
