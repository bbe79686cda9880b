"""Components of the table, as Streamlit sends them."""

from streamlit.testing.v1 import AppTest


def three_components() -> None:
    from tokviz.ui.shell.mounting import mount  # noqa: PLC0415
    from tokviz.views.components import LIVE, PRESENT  # noqa: PLC0415

    mount(LIVE, key="live")
    mount(PRESENT, key="present")
    mount(PRESENT, key="again")


def test_one_reaches_the_page_with_its_styles_only_where_its_row_says_so() -> None:
    at = AppTest.from_function(three_components).run()
    assert not at.exception
    sent = [element.proto for element in at.get("bidi_component")]
    assert [(each.component_name, each.isolate_styles) for each in sent] == [
        ("tokviz.live", False),
        ("tokviz.present", True),
        ("tokviz.present", True),
    ]
