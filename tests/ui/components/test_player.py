"""The adapter: one payload per trace on the wire, and where the browser is asked to open it."""

from streamlit.testing.v1 import AppTest

import tokviz
from tests.payload_reader import mount_of
from tokviz.views.payload import FOLLOWS, LINKED, SHOWS
from tokviz.views.player.player import train_payload

SCRIPT = """
import streamlit as st
from tokviz.ui.components.player import jump, player

st.button("jump", on_click=jump, args=("p", 4))
player(st.session_state.payload, key="p", step=st.session_state.open_on, about="a text")
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
player(st.session_state.payload, key=state.key("player"), step=step)
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
    assert mount_of(sent(app(payload_of("abab abab"), 2))) == (2, 0, LINKED, 0)


def test_the_payload_follows_its_mount() -> None:
    payload = payload_of("abab abab")
    assert sent(app(payload, 0))[24:] == payload


def test_a_later_run_sends_nothing_else() -> None:
    at = app(payload_of("abab abab"), 0)
    before = sent(at)
    at.session_state["open_on"] = 3
    assert sent(at.run()) == before


def test_a_new_trace_opens_on_its_own_step() -> None:
    at = app(payload_of("abab abab"), 0)
    at.session_state["payload"] = payload_of("xyxy xyxy")
    at.session_state["open_on"] = 4
    assert mount_of(sent(at.run()))[0] == 4


def test_a_jump_is_sent_and_counted() -> None:
    at = app(payload_of("abab abab"), 0)
    at.button[0].click().run()
    assert mount_of(sent(at)) == (4, 0, LINKED + SHOWS, 1)


def test_players_on_one_clock_know_who_leads() -> None:
    at = AppTest.from_string(SHARED)
    at.session_state["payload"] = payload_of("abab abab")
    at.run()
    heads = [mount_of(part.proto.bytes) for part in at.get("bidi_component")]
    assert heads == [(0, 1, 0, 0), (0, 1, FOLLOWS, 0)]


def test_a_lesson_restored_over_the_same_trace_opens_on_its_step() -> None:
    at = AppTest.from_string(RESTORED)
    at.session_state["payload"] = payload_of("abab abab")
    at.run()
    at.button[0].click().run()
    assert mount_of(sent(at)) == (3, 0, 0, 1)
