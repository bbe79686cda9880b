"""What no page of ours says of a box, said by somebody who writes the messages by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.benchmarks.reader import ENDS, cookies

PAGES = ["", "whitespace", "char_bpe", "unigram", "compare", "any_tokenizer"]
NOT_JSON = "{"
SAID: list[dict[str, Any]] = [
    {"string_value": "no such choice"},
    {"int_value": -(2**62)},
    {"double_value": float("nan")},
    {"bool_value": True},
    {"json_value": NOT_JSON},
    {"json_value": ""},
    {"json_value": '{"begin": [], "go": 7, "save": {}, "what_if": 5, "asked": {}}'},
    {"json_value": '{"begin": 1e308, "go": {}, "save": 1e308, "what_if": [], "asked": -1}'},
    {"bytes_value": b"\xff"},
    {"trigger_value": True},
    {"string_trigger_value": {"data": NOT_JSON}},
    {"int_array_value": {"data": [1, -5]}},
    {"double_array_value": {"data": [float("inf")]}},
    {"string_array_value": {"data": ["a", "b"]}},
    {"file_uploader_state_value": {"uploaded_file_info": [{"file_id": "of another server"}]}},
]
HEARD = [
    '[{"event": "go", "value": 7}]',
    '[{"event": "go", "value": {"page": 5}}]',
    '[{"event": "begin", "value": []}]',
    '[{"event": "go", "value": {"page": "unigram", "query": "", "content": "x"}}]',
    '[{"event": "save", "value": null}]',
    '[{"event": "save", "value": -1}]',
    '[{"event": "save", "value": {"step": 1}}]',
    '[{"event": "save", "value": {"asked": 1, "step": [], "address": {}}}]',
    '[{"event": "save", "value": {"asked": 1, "step": 1, "address": "x"}}]',
    '[{"event": "what_if", "value": "x"}]',
    '[{"event": "asked", "value": {}}]',
    "[{}]",
    "5",
]


@contextmanager
def page_of(url: str, name: str) -> Iterator[ClientConnection]:
    with connect(
        url.replace("http", "ws") + "/_stcore/stream",
        additional_headers={"Cookie": cookies(f"{url}/{name}")},
        origin=Origin(url),
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
    ) as socket:
        yield socket


def run(socket: ClientConnection, name: str, *said: WidgetState) -> tuple[set[str], list[str]]:
    """The boxes that a run of the page draws, and the faults that it tells of."""
    ask = BackMsg()
    ask.rerun_script.page_name = name
    ask.rerun_script.widget_states.widgets.extend(said)
    socket.send(ask.SerializeToString())
    boxes: set[str] = set()
    faults: list[str] = []
    while True:
        frame = socket.recv(timeout=60)
        assert isinstance(frame, bytes)
        message = ForwardMsg.FromString(frame)
        if message.HasField("script_finished") and message.script_finished in ENDS:
            return boxes, faults
        if message.delta.HasField("new_element"):
            element = message.delta.new_element
            drawn = getattr(element, element.WhichOneof("type") or "empty")
            boxes |= {drawn.id} if getattr(drawn, "id", "") else set()
            if element.HasField("exception") or "made a mistake" in element.alert.body:
                faults.append(str(element)[:300])


@pytest.mark.parametrize("name", PAGES)
def test_no_forged_value_is_a_fault_or_stays_one(app_url: str, name: str) -> None:
    with page_of(app_url, name) as socket:
        boxes, faults = run(socket, name)
        for turn in range(len(SAID)):  # each kind meets each box
            forged = [
                WidgetState(id=box, **SAID[(at + turn) % len(SAID)])
                for at, box in enumerate(sorted(boxes))
            ]
            faults += run(socket, name, *forged)[1]
        for heard in HEARD:
            events = [f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{box}__events" for box in sorted(boxes)]
            forged = [WidgetState(id=event, json_trigger_value=heard) for event in events]
            faults += run(socket, name, *forged)[1]
        faults += run(socket, name)[1]
        assert not faults, faults
