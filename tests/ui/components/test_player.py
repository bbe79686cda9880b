"""The adapter: one payload per trace on the wire, and the step the reader stopped on."""

from streamlit.testing.v1 import AppTest

import tokviz
from tokviz.ui.components.player import PREFIX
from tokviz.views.player.player import payload_sig, train_payload

SCRIPT = """
import streamlit as st
from tokviz.ui.components.player import jump, player

st.button("jump", on_click=jump, args=("p", 4))
step = player(st.session_state.payload, key="p", step=st.session_state.open_on)
st.text(step)
"""
SHARED = """
import streamlit as st
from tokviz.ui.components.player import player

player(st.session_state.payload, key="p", clock=1)
player(st.session_state.payload, key="q", clock=1, follows=True)
"""
RESTORED = """
import streamlit as st
from tokviz.ui.components.player import player
from tokviz.ui.shell.state import PageState

state = PageState("a")
given = {"step": "3"}
st.button("restore", on_click=state.restore, args=(given,))
step = int((state.kept("given") or {"step": "0"})["step"])
st.text(player(st.session_state.payload, key=state.key("player"), step=step))
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


def test_a_jump_is_sent_and_outdates_the_stop_before_it() -> None:
    payload = payload_of("abab abab")
    at = app(payload, 0)
    at.session_state["p"] = {"stop": {"sig": payload_sig(payload), "step": 3}}
    at.run()
    at.button[0].click().run()
    assert at.text[0].value == "4"
    assert PREFIX.unpack(sent(at)[:16]) == (4, 0, 0, 1)


def test_the_reader_moves_on_after_a_jump() -> None:
    payload = payload_of("abab abab")
    at = app(payload, 0)
    at.button[0].click().run()
    at.session_state["p"] = {"stop": {"sig": payload_sig(payload), "step": 1}}
    assert at.run().text[0].value == "1"


def test_players_on_one_clock_know_who_leads() -> None:
    at = AppTest.from_string(SHARED)
    at.session_state["payload"] = payload_of("abab abab")
    at.run()
    heads = [PREFIX.unpack(part.proto.bytes[:16]) for part in at.get("bidi_component")]
    assert heads == [(0, 1, 0, 0), (0, 1, 1, 0)]


def test_a_lesson_restored_over_the_same_trace_opens_on_its_step() -> None:
    payload = payload_of("abab abab")
    at = AppTest.from_string(RESTORED)
    at.session_state["payload"] = payload
    at.run()
    at.session_state["a:player"] = {"stop": {"sig": payload_sig(payload), "step": 1}}
    assert at.run().text[0].value == "1"
    at.button[0].click().run()
    assert at.text[0].value == "3"
    assert PREFIX.unpack(sent(at)[:16]) == (3, 0, 0, 1)
    at.session_state["a:player"] = {"stop": {"sig": payload_sig(payload), "step": 2}}
    assert at.run().text[0].value == "2"
