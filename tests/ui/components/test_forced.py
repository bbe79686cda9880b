"""Forced pairs as the session keeps them: added, replaced, refused; a stale question is none."""

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.text.limits import FORCED

PAGE = """
import streamlit as st

from tokviz import ByteBPE
from tokviz.ui.components.forced import ForcedStep, add_forced, asked_pair, forced_of
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.trained import Trained, learn
from tokviz.views.payload import payload_sig

state, text = PageState("byte_bpe"), "low lower lowest"
trained = Trained("x", text, learn(ByteBPE.train, text, {"num_merges": 5}))
if "ask" in st.session_state:
    sig = st.session_state["ask"] or payload_sig(trained.payload)
    pair = {"sig": sig, "step": 2, "left": 119, "right": 101, **st.session_state.get("forged", {})}
    st.session_state["byte_bpe:player"] = {"what_if": pair}
    take = asked_pair(state, trained)
    assert take is not None
    take()
for step in st.session_state.get("add", ()):
    add_forced(state, ForcedStep(step, b"l", b"o"))
st.text(repr([(one.step, one.left, one.right) for one in forced_of(state)]))
"""
"""The question of a replay, asked of the training of now."""


def run(**session: object) -> AppTest:
    at = AppTest.from_string(PAGE)
    for name, value in session.items():
        at.session_state[name] = value
    at.run()
    assert not at.exception
    return at


def test_a_pair_that_is_taken_is_forced_by_its_tokens() -> None:
    at = run(ask="")
    assert at.text[0].value == "[(2, b'w', b'e')]"
    assert at.session_state["byte_bpe:section"] == "What if"


def test_a_pair_of_a_training_that_was_there_before_is_not_taken() -> None:
    at = run(ask="of another training")
    assert at.text[0].value == "[]"
    assert "byte_bpe:section" not in at.session_state


@pytest.mark.parametrize("name", ["step", "left", "right"])
@pytest.mark.parametrize("forged", [None, "x", [], {}, 1.5, float("nan"), True, -1, 0.0, 10**30])
def test_a_forged_pair_is_not_taken(name: str, forged: object) -> None:
    assert run(ask="", forged={name: forged}).text[0].value == "[]"


def test_a_step_is_forced_once_and_steps_stand_in_order() -> None:
    assert run(add=[5, 2, 5]).text[0].value == "[(2, b'l', b'o'), (5, b'l', b'o')]"


def test_no_more_are_forced_than_a_link_holds() -> None:
    at = run(add=list(range(1, FORCED + 2)))
    assert at.text[0].value.count("b'l'") == FORCED
    assert at.toast[0].value == "Up to 12 pairs can be forced. Take one back first."
