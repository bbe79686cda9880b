"""What stands in the boxes of the sections is in the page's address, and comes back from it."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import address
from tests.payload_reader import mount_of, unpack
from tokviz.ui.shell.values import pack_text, unpack_text

Open = Callable[..., AppTest]


def state(at: AppTest, name: str) -> Any:
    return at.session_state[name]


def fill(at: AppTest, values: Mapping[str, Any]) -> AppTest:
    for key, value in values.items():
        at.session_state[key] = value
        at = at.run()
    return at


LATTICE = {
    "unigram:section": "N-best and sampling",
    "unigram:lattice_ways_text": "fish & 鱼",
    "unigram:lattice_temperature": 2.5,
    "unigram:lattice_seed": 77,
}


def test_the_lattices_boxes_are_in_the_address(open_page: Open) -> None:
    said = address(fill(open_page("unigram"), LATTICE))
    assert said["section"] == "N-best and sampling"
    assert unpack_text(said["lattice_ways_text"]) == "fish & 鱼"
    assert (said["lattice_temperature"], said["lattice_seed"]) == ("2.5", "77")


def test_the_address_restores_them(open_page: Open) -> None:
    said = address(fill(open_page("unigram"), LATTICE))
    again = open_page("unigram", **said)
    for key, value in LATTICE.items():
        assert state(again, key) == value
    assert address(again) == said


@pytest.mark.parametrize(
    ("page", "box", "value", "link"),
    [
        ("regex_bpe", "new_text", "moon", pack_text("moon")),
        ("wordpiece", "new_text", "moon", pack_text("moon")),
        ("unigram", "lattice_text", "moon", pack_text("moon")),
    ],
)
def test_a_sections_box(page: str, box: str, value: str, link: str, open_page: Open) -> None:
    section = "Lattice" if page == "unigram" else "Encode new text"
    at = fill(open_page(page), {f"{page}:section": section, f"{page}:{box}": value})
    assert address(at)[box] == link
    assert state(open_page(page, **address(at)), f"{page}:{box}") == value


XRAY = {
    "byte_bpe:section": "Inside",
    "byte_bpe:inside": "vocabulary",
    "byte_bpe:inside_kind": "mixed",
    "byte_bpe:inside_script": "Latin",
    "byte_bpe:inside_length": "3",
}


def test_what_the_xray_lists_is_in_the_address_and_comes_back(open_page: Open) -> None:
    said = address(fill(open_page("byte_bpe"), XRAY))
    assert (said["inside_kind"], said["inside_length"]) == ("mixed", "3")
    again = open_page("byte_bpe", **said)
    for key, value in XRAY.items():
        assert state(again, key) == value


@pytest.mark.parametrize(("page", "name"), [("compare", "strips"), ("unigram", "nbest")])
def test_that_only_differences_are_shown_comes_back(page: str, name: str, open_page: Open) -> None:
    section = {"unigram": {"section": "N-best and sampling"}}.get(page, {})
    at = open_page(page, **{f"{name}_differ": "1", **section})
    (drawn,) = [
        element.proto.bytes
        for element in at.get("bidi_component")
        if element.proto.component_name == "tokviz.strips"
    ]
    assert mount_of(drawn)[0] == 1
    assert address(at)[f"{name}_differ"] == "1"


def test_a_box_of_a_section_that_is_not_open_stays_in_the_address(open_page: Open) -> None:
    link = {"section": "Vocabulary", "new_text": pack_text("moon") or ""}
    at = open_page("regex_bpe", **link)
    assert address(at)["new_text"] == link["new_text"]
    at = fill(at, {"regex_bpe:section": "Encode new text"})
    assert state(at, "regex_bpe:new_text") == "moon"


def test_what_the_boxes_open_with_is_not_in_the_address(open_page: Open) -> None:
    assert address(open_page("unigram")) == {}


def test_a_section_that_is_not_there_is_refused(open_page: Open) -> None:
    at = open_page("unigram", section="Nowhere")
    assert any(
        "“section” is “Nowhere”, which is not on offer here" in toast.value for toast in at.toast
    )
    assert state(at, "unigram:section") == "Charts"


def test_that_the_page_asks_is_the_browsers_to_write(open_page: Open) -> None:
    """As the step: the address of a page that is otherwise bare stays bare."""
    at = open_page("byte_bpe", ask="1", step="3")
    assert at.query_params.keys() <= {"ask", "step"}


def kept(at: AppTest, name: str) -> Any:
    return at.session_state["kept values"].get(name)


def saved(at: AppTest, page: str) -> bytes:
    """The lesson that the reader saves now."""
    asked = {"asked": "once", "step": 3, "address": {"step": 3, "ask": "beats"}}
    at.session_state[f"{page}:save_lesson:memory"] = asked
    files = [
        unpack(element.proto.bytes)
        for element in at.run().get("bidi_component")
        if element.proto.component_name == "tokviz.save"
    ]
    (content,) = (arrays["content"] for header, arrays in files if header["answers"] == "once")
    return bytes(content.tolist())


def open_lesson(at: AppTest, page: str, file: bytes) -> AppTest:
    upload = at.file_uploader(key=f"{page}:upload")
    return upload.set_value((f"{page}.tokviz.json", file, "application/json")).run()


def test_a_saved_lesson_empties_the_boxes_that_were_as_the_page_opens(open_page: Open) -> None:
    """It names none of them."""
    file = saved(open_page("byte_bpe"), "byte_bpe")
    link = {"section": "Vocabulary", "new_text": pack_text("moon") or "", "code": "1"}
    at = fill(open_page("byte_bpe", **link), {"byte_bpe:find": "moon"})
    at = open_lesson(at, "byte_bpe", file)
    plain = open_page("byte_bpe")
    for name in ("section", "new_text", "code"):
        assert kept(at, f"byte_bpe:{name}") == kept(plain, f"byte_bpe:{name}")
    at = fill(at, {"byte_bpe:section": "Vocabulary"})
    assert state(at, "byte_bpe:find") == ""


def test_a_saved_lesson_shows_the_code_again(open_page: Open) -> None:
    file = saved(open_page("byte_bpe", code="1", loop="ran"), "byte_bpe")
    at = open_lesson(open_page("byte_bpe"), "byte_bpe", file)
    assert kept(at, "byte_bpe:code")
    assert kept(at, "byte_bpe:loop") == "ran"


def test_which_code_is_shown_is_in_the_address(open_page: Open) -> None:
    at = fill(open_page("byte_bpe"), {"byte_bpe:code": True, "byte_bpe:loop": "ran"})
    assert {"code": "1", "loop": "ran"}.items() <= address(at).items()
    at = fill(at, {"byte_bpe:loop": "textbook"})
    assert "loop" not in address(at)


def test_a_path_goes_on_where_a_saved_lesson_is_opened(open_page: Open) -> None:
    file = saved(open_page("byte_bpe"), "byte_bpe")
    at = open_lesson(open_page("byte_bpe", path="2"), "byte_bpe", file)
    assert kept(at, "byte_bpe:path") == 2
