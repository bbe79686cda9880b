"""How large a question may be: a page's is let in, and one made by hand is refused unread."""

import json
import tomllib
from collections.abc import Callable

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.driving import ROOT
from tokviz.checks.limits import SPECIAL_TOKENS, TEXT_BYTES
from tokviz.ui.server.questions import BOXES, ID, PARTS, is_too_much


def asked(*boxes: WidgetState) -> bytes:
    """A question with these boxes, as a browser sends it."""
    question = BackMsg()
    question.rerun_script.query_string = "merges=40"
    question.rerun_script.cached_message_hashes.extend([f"{i:064x}" for i in range(400)])
    question.rerun_script.widget_states.widgets.extend(boxes)
    return bytes(question.SerializeToString())


def box(number: int = 0) -> WidgetState:
    return WidgetState(id=f"$$ID-{number:032x}-key", int_value=-number)


@pytest.mark.parametrize(
    "text",
    ["a" * TEXT_BYTES, "字" * (TEXT_BYTES // 3), "🙂" * (TEXT_BYTES // 4), "\x01" * TEXT_BYTES],
)
def test_the_longest_text_of_a_box_is_let_in(text: str) -> None:
    question = asked(WidgetState(id="text", string_value=text), *map(box, range(40)))
    assert not is_too_much(question)
    assert len(question) < most_bytes()


def test_the_longest_text_that_a_page_brings_along_is_let_in_beside_that_of_the_box() -> None:
    """A page that is opened anew brings its text as a file in base64, in a component's JSON."""
    content = "A" * (TEXT_BYTES * 4 // 3)
    said = json.dumps([{"event": "go", "value": {"page": "unigram", "content": content}}])
    question = asked(
        WidgetState(id="text", string_value="字" * (TEXT_BYTES // 3)),
        WidgetState(id="bar", json_trigger_value=said),
        *map(box, range(40)),
    )
    assert not is_too_much(question)
    assert len(question) < most_bytes()


def most_bytes() -> int:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return int(config["server"]["maxWidgetStateSize"] * 10**6)


def test_a_box_of_as_many_special_tokens_as_a_page_takes_is_let_in() -> None:
    chosen = WidgetState(id="specials")
    chosen.string_array_value.data.extend([f"<|{i}|>" for i in range(SPECIAL_TOKENS)])
    assert not is_too_much(asked(chosen, *map(box, range(40))))


def test_a_question_has_so_many_boxes_and_no_more() -> None:
    assert not is_too_much(asked(*map(box, range(BOXES))))
    assert is_too_much(asked(*map(box, range(BOXES + 1))))


def test_boxes_are_counted_where_a_message_says_its_parts_twice() -> None:
    """protobuf joins what a message says of a part in several places."""
    half = asked(*map(box, range(BOXES // 2 + 1)))
    assert not is_too_much(half)
    assert is_too_much(half + half)


def test_the_id_of_a_box_is_short() -> None:
    assert not is_too_much(asked(WidgetState(id="a" * ID, int_value=1)))
    assert is_too_much(asked(WidgetState(id="a" * (ID + 1), int_value=1)))


def many_hashes(question: BackMsg) -> None:
    question.rerun_script.cached_message_hashes.extend([""] * (PARTS + 1))


def many_strings(question: BackMsg) -> None:
    held = question.rerun_script.widget_states.widgets.add(id="a")
    held.string_array_value.data.extend([""] * (PARTS + 1))


def many_numbers(question: BackMsg) -> None:
    held = question.rerun_script.widget_states.widgets.add(id="a")
    held.int_array_value.data.extend([0] * 1_000_000)


def much_json(question: BackMsg) -> None:
    held = question.rerun_script.widget_states.widgets.add(id="a")
    held.json_value = "[" + "[]," * 1_000_000 + "[]]"


def many_files(question: BackMsg) -> None:
    held = question.rerun_script.widget_states.widgets.add(id="a")
    for _ in range(PARTS + 1):
        held.file_uploader_state_value.uploaded_file_info.add()


def many_names(question: BackMsg) -> None:
    question.file_urls_request.file_names.extend([""] * (PARTS + 1))


@pytest.mark.parametrize(
    "fill", [many_hashes, many_strings, many_numbers, much_json, many_files, many_names]
)
def test_what_a_question_lists_is_counted_wherever_it_stands(
    fill: Callable[[BackMsg], None],
) -> None:
    question = BackMsg()
    fill(question)
    assert is_too_much(question.SerializeToString())


@pytest.mark.parametrize(
    "broken",
    [
        *(b"\x80", b"\x80" * 100 + b"\x00", b"\x0b\x0c"),  # half a number, a long one, a group
        *(b"\x5a\x05", b"\x09\x00"),  # fewer bytes than it says
        b"\x38\x01" * (PARTS + 1),  # the same field over and over
        b"\xa0\x3f\x01" * (PARTS + 1),  # fields that no message of this kind has
    ],
)
def test_what_is_no_message_is_refused(broken: bytes) -> None:
    assert is_too_much(broken)


@pytest.mark.parametrize(
    "other", [BackMsg(stop_script=True), BackMsg(app_heartbeat=True), BackMsg()]
)
def test_every_other_question_of_a_page_is_let_in(other: BackMsg) -> None:
    assert not is_too_much(other.SerializeToString())
