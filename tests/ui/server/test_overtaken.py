"""A run that overtakes another leaves a browser no element without a place to stand."""

import random
from collections.abc import Iterator

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.SessionStatus_pb2 import SessionStatus
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from tokviz.ui.server import overtaken
from tokviz.ui.server.overtaken import clear, send_the_overtaken

LESSON, SECTIONS, PAGE = "lesson", "sections", ""
Place = tuple[int, ...]


@pytest.fixture
def queue() -> Iterator[ForwardMsgQueue]:
    send_the_overtaken()
    yield ForwardMsgQueue()
    ForwardMsgQueue.clear = overtaken._clear  # type: ignore[method-assign]


class Browser:
    """What a page holds, as Streamlit's script holds it: text at some places, blocks at others."""

    def __init__(self) -> None:
        self.elements: dict[Place, str] = {(): ""}

    def take(self, messages: list[ForwardMsg]) -> None:
        for message in messages:
            if place := tuple(message.metadata.delta_path):
                self.draw(place, message.delta.new_element.text.body)

    def draw(self, place: Place, text: str) -> None:
        around, at = place[:-1], place[-1]
        assert self.elements.get(around) == "", f"Cannot set a node at {place}"
        assert not at or (*around, at - 1) in self.elements, f"Bad delta path index {place}"
        self.elements[place] = text


def drawn(part: str, *place: int, text: str = "") -> ForwardMsg:
    """An element, or without a text a block, at a place."""
    message = ForwardMsg()
    message.metadata.delta_path.extend(place)
    message.delta.fragment_id = part
    if text:
        message.delta.new_element.text.body = text
    else:
        message.delta.add_block.allow_empty = True
    return message


def run_of_the_lesson(above: int, run: str) -> list[ForwardMsg]:
    """A lesson with some elements, and below them sections, which are a part of their own."""
    elements = [drawn(LESSON, 0, 0, at, text=f"{run} {at}") for at in range(above)]
    below = [drawn(SECTIONS, 0, 0, above, 0, at, text=f"{run} below {at}") for at in range(3)]
    sections = [drawn(LESSON, 0, 0, above), drawn(SECTIONS, 0, 0, above, 0)]
    return [drawn(LESSON, 0, 0), *elements, *sections, *below]


def run_of_the_page(above: int, run: str) -> list[ForwardMsg]:
    """All of a page, of which something stands after the lesson."""
    after = [drawn(PAGE, 0, 1, text=f"{run} after"), drawn(PAGE, 1, text=f"{run} foot")]
    return [drawn(PAGE, 0), *run_of_the_lesson(above, run), *after]


def enqueue(queue: ForwardMsgQueue, messages: list[ForwardMsg]) -> None:
    queue._queue += messages  # as bundles do


def test_what_waits_is_sent_before_a_part_that_is_drawn_anew(queue: ForwardMsgQueue) -> None:
    waiting = run_of_the_page(2, "first")
    enqueue(queue, waiting.copy())
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[LESSON])
    assert queue.flush() == waiting


def test_all_that_a_page_had_waiting_goes_where_all_of_it_is_drawn_anew(
    queue: ForwardMsgQueue,
) -> None:
    ended = ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN)
    enqueue(queue, [*run_of_the_page(2, "first"), ended])
    queue.clear(retain_lifecycle_msgs=True)
    assert queue.flush() == [ended]


def test_all_is_let_go_of_where_nothing_is_to_stay(queue: ForwardMsgQueue) -> None:
    enqueue(queue, run_of_the_page(2, "first"))
    queue.clear()
    assert queue.is_empty()


@pytest.mark.parametrize("seed", range(60))
def test_whatever_was_sent_when_runs_overtake_each_other_a_browser_can_draw_it(
    queue: ForwardMsgQueue, seed: int
) -> None:
    """A server with much to do sends late: a run begins while another's elements wait."""
    chance = random.Random(seed)
    browser = Browser()
    last: list[ForwardMsg] = []
    for run in range(12):
        whole = not run or chance.random() < 0.2
        queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=None if whole else [LESSON])
        enqueue(queue, [ForwardMsg(session_status_changed=SessionStatus(script_is_running=True))])
        last = (run_of_the_page if whole else run_of_the_lesson)(chance.randrange(5), f"run {run}")
        ends = len(last) if whole or run == 11 else chance.randrange(len(last) + 1)
        for message in last[:ends]:
            enqueue(queue, [message])
            if chance.random() < 0.1:
                browser.take(queue.flush())
    browser.take(queue.flush())
    for message in last:
        place = tuple(message.metadata.delta_path)
        assert browser.elements[place] == message.delta.new_element.text.body


def test_the_servers_queues_do_so(queue: ForwardMsgQueue) -> None:
    assert type(queue).clear is clear
