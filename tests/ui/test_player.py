"""The adapter: one payload per trace on the wire, and the step the reader stopped on."""

from streamlit.testing.v1 import AppTest

import tokviz
from tokviz.views.player.player import payload_sig, train_payload

SCRIPT = """
import streamlit as st
from tokviz.ui.player import player

step = player(st.session_state.payload, key="p", step=st.session_state.open_on)
st.text(step)
"""


def payload_of(text: str) -> bytes:
    trace = tokviz.ByteBPE.train(text, num_merges=4).trace
    assert trace is not None
    return train_payload(trace)


def app(payload: bytes, open_on: int) -> AppTest:
    at = AppTest.from_string(SCRIPT)
    at.session_state["payload"] = payload
    at.session_state["open_on"] = open_on
    return at.run()


def sent(at: AppTest) -> bytes:
    return bytes(at.get("bidi_component")[0].proto.bytes)


def test_a_trace_opens_on_the_given_step() -> None:
    at = app(payload_of("abab abab"), 2)
    assert at.text[0].value == "2"
    assert int.from_bytes(sent(at)[:4], "little") == 2


def test_the_payload_follows_its_prefix() -> None:
    payload = payload_of("abab abab")
    assert sent(app(payload, 0))[16:] == payload


def test_the_stop_of_the_reader_is_returned_and_nothing_is_sent_again() -> None:
    payload = payload_of("abab abab")
    at = app(payload, 0)
    before = sent(at)
    at.session_state["p"] = {"stop": {"sig": payload_sig(payload), "step": 3}}
    at.run()
    assert at.text[0].value == "3"
    assert sent(at) == before


def test_a_stop_in_another_trace_does_not_count() -> None:
    at = app(payload_of("abab abab"), 1)
    at.session_state["p"] = {"stop": {"sig": "0" * 64, "step": 3}}
    assert at.run().text[0].value == "1"


def test_a_new_trace_opens_on_its_own_step() -> None:
    at = app(payload_of("abab abab"), 0)
    at.session_state["payload"] = payload_of("xyxy xyxy")
    at.session_state["open_on"] = 4
    assert at.run().text[0].value == "4"
