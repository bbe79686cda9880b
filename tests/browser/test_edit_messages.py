"""An edit draws what it may change, and nothing else: a class makes a hundred a second."""

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.benchmarks.reader import TEXT
from tests.browser.test_forged_values import page_of
from tests.browser.test_nothing_lost import answers

LESSONS = ("byte_bpe", "unigram", "text_to_bytes", "any_tokenizer")
STAYS = {"title", "menu", "About", "Share", "Save this lesson", "door into a class", "ways on"}
MOST = 40
"""Messages of an edit in Byte BPE, its begin and its end included."""


def drawn(messages: list[ForwardMsg]) -> set[str]:
    """Which of the parts that stay are in these messages."""
    found: set[str] = set()
    for message in messages:
        block, element = message.delta.add_block, message.delta.new_element
        component = element.bidi_component
        found |= {block.popover.label} & STAYS
        found |= {"title"} if element.HasField("heading") else set()
        found |= {"door into a class"} if component.component_name == "tokviz.class_door" else set()
        found |= {"Save this lesson"} if component.id.endswith(":save_lesson") else set()
        if element.HasField("page_link"):
            found.add("menu" if message.metadata.delta_path[0] == 1 else "ways on")
    return found


def edit_of(messages: list[ForwardMsg], lesson: str, text: str) -> BackMsg:
    """The question that a browser puts when this text is typed."""
    (delta,) = (m.delta for m in messages if m.delta.new_element.text_area.label == TEXT)
    ask = BackMsg()
    ask.rerun_script.page_name = lesson
    ask.rerun_script.fragment_id = delta.fragment_id
    box = ask.rerun_script.widget_states.widgets.add(id=delta.new_element.text_area.id)
    box.string_value = text
    return ask


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_edit_draws_nothing_of_the_row_but_what_it_may_change(lesson: str, app_url: str) -> None:
    with page_of(app_url, lesson) as socket:
        first = BackMsg()
        first.rerun_script.page_name = lesson
        opened = answers(socket, first)
        edited = answers(socket, edit_of(opened, lesson, "a pen for ten hens"))
    assert drawn(opened) == STAYS
    assert drawn(edited) == set()
    assert TEXT in {message.delta.new_element.text_area.label for message in edited}
    assert lesson != "byte_bpe" or len(edited) <= MOST
