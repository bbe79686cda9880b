"""A run that overtakes another leaves a browser no element without a place to stand."""

import random
from collections.abc import Iterator

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.SessionStatus_pb2 import SessionStatus
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from tokviz.ui.server import overtaken
from tokviz.ui.server.overtaken import clear, let_go_of_the_overtaken, path_of

LESSON, SECTIONS = "lesson", "sections"


@pytest.fixture
def queue() -> Iterator[ForwardMsgQueue]:
    let_go_of_the_overtaken()
    yield ForwardMsgQueue()
    ForwardMsgQueue.clear = overtaken._clear  # type: ignore[method-assign]


class Browser:
    """What a page holds: text at some places, blocks at others."""

    def __init__(self) -> None:
        self.elements: dict[tuple[int, ...], str] = {(): ""}

    def take(self, message: ForwardMsg) -> None:
        path = path_of(message)
        if not path:
            return
        around = path[:-1]
        assert self.elements.get(around) == "", f"nothing at {around} holds what is at {path}"
        self.elements[path] = message.delta.new_element.text.body


def drawn(part: str, *path: int, text: str = "") -> ForwardMsg:
    """An element, or without a text a block, at a place."""
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.fragment_id = part
    if text:
        message.delta.new_element.text.body = text
    else:
        message.delta.add_block.allow_empty = True
    return message


def run_of_the_lesson(above: int, run: str) -> list[ForwardMsg]:
    """A lesson with some elements, and below them sections, which are a part of their own."""
    elements = [drawn(LESSON, 0, at, text=f"{run} {at}") for at in range(above)]
    below = [drawn(SECTIONS, 0, above, 0, at, text=f"{run} below {at}") for at in range(3)]
    return [
        drawn(LESSON, 0),
        *elements,
        drawn(LESSON, 0, above),
        drawn(SECTIONS, 0, above, 0),
        *below,
    ]


def test_what_stands_below_a_place_that_is_let_go_of_is_let_go_of(queue: ForwardMsgQueue) -> None:
    for message in run_of_the_lesson(2, "first"):
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[LESSON])
    assert queue.flush() == []


def test_another_part_and_what_becomes_of_a_run_stay(queue: ForwardMsgQueue) -> None:
    ended = ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN)
    elsewhere = drawn("another part", 1, 0, text="stays")
    for message in [elsewhere, *run_of_the_lesson(2, "first"), ended]:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[LESSON])
    assert queue.flush() == [elsewhere, ended]


def test_what_a_part_drew_stays_while_the_one_around_it_is_not_drawn_anew(
    queue: ForwardMsgQueue,
) -> None:
    below = [drawn(SECTIONS, 0, 1, 0, at, text=f"{at}") for at in range(3)]
    for message in below:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["another part"])
    assert queue.flush() == below


def test_all_is_let_go_of_where_nothing_is_to_stay(queue: ForwardMsgQueue) -> None:
    for message in run_of_the_lesson(2, "first"):
        queue.enqueue(message)
    queue.clear()
    assert queue.is_empty()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_was_sent_when_runs_overtake_each_other_a_browser_can_draw_it(
    queue: ForwardMsgQueue, seed: int
) -> None:
    """A server with much to do sends late: a run begins while another's elements wait."""
    chance = random.Random(seed)
    browser = Browser()
    last: list[ForwardMsg] = []
    for run in range(12):
        queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[LESSON])
        queue.enqueue(ForwardMsg(session_status_changed=SessionStatus(script_is_running=True)))
        last = run_of_the_lesson(chance.randrange(5), f"run {run}")
        ends = len(last) if run == 11 else chance.randrange(len(last) + 1)
        for message in last[:ends]:
            queue.enqueue(message)
            if chance.random() < 0.1:
                for sent in queue.flush():
                    browser.take(sent)
    for sent in queue.flush():
        browser.take(sent)
    for message in last:
        assert browser.elements[path_of(message)] == message.delta.new_element.text.body


def test_the_servers_queues_do_so(queue: ForwardMsgQueue) -> None:
    assert type(queue).clear is clear
