"""Forced pairs as the session keeps them: added, replaced, refused; a stale question is none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from tests.slow_choices import taken_in_turn
from tokviz import ByteBPE, WordPiece
from tokviz.checks.limits import FORCED
from tokviz.lessons import LESSONS, Lesson
from tokviz.traces.choice import LOWER_SCORE, TIES, Pair
from tokviz.traces.merges import MergeTrace
from tokviz.ui.components.forced import MOST_PAIRS, ForcedStep, other_pairs
from tokviz.views.sheet.sheet import sheet_html

MERGING = [row for row in LESSONS if row.training is not None]

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
    if "others train" in st.session_state:
        trained = None
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


def test_what_a_replay_calls_holds_no_training() -> None:
    """A session keeps what its components call as long as its tab is open."""
    at = run(ask="", **{"others train": True})
    assert at.text[0].value == "[]"
    assert at.toast[0].value.startswith("Others needed the memory")


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


def plain_other_pairs(trace: MergeTrace, k: int) -> list[tuple[Pair, int]]:
    """What ``other_pairs`` gives, by going through all pairs of the text."""
    decided, counts = trace.choice(k), trace.pair_counts(k)
    forbidden = {pair for pair, rule in decided.barred if rule != LOWER_SCORE}
    ties = next(ties for ties, rule in TIES.items() if rule.words == trace.rule.ties)
    in_turn = taken_in_turn(ties, trace, [pair for pair in counts if counts[pair]])
    by_count = sorted(in_turn, key=counts.__getitem__, reverse=True)
    pairs = dict.fromkeys([*decided.tied, *by_count])
    allowed = [p for p in pairs if counts.get(p) and p != decided.winner and p not in forbidden]
    return [(pair, counts[pair]) for pair in allowed[:MOST_PAIRS]]


@pytest.mark.parametrize("row", MERGING, ids=lambda row: row.key)
@given(text=st.text("ab c#", min_size=1, max_size=200))
def test_the_pairs_on_offer_are_those_of_the_plain_way(row: Lesson, text: str) -> None:
    assert row.training is not None
    size = {"vocab_size": 270} if row.training.size == "vocab_size" else {"num_merges": 20}
    trace = row.training.train(text, **size).trace
    assert isinstance(trace, MergeTrace)
    for k in range(len(trace)):
        assert list(other_pairs(trace, k).items()) == plain_other_pairs(trace, k)


def test_the_pairs_on_offer_are_found_without_a_list_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a long text it has a million, and to build it stops every reader."""
    trace = ByteBPE.train("low lower lowest", num_merges=5).trace
    assert trace is not None
    listed: list[int] = []
    monkeypatch.setattr(MergeTrace, "pair_counts", lambda _, k: listed.append(k))
    assert other_pairs(trace, 1)
    assert not listed


def test_pairs_that_are_written_alike_are_told_apart() -> None:
    """Streamlit's list knows its options by their words alone."""
    page = """
from tokviz import ByteBPE
from tokviz.ui.components.forced import force_input
from tokviz.ui.shell.state import PageState

force_input(PageState("byte_bpe"), ByteBPE.train("·c c·d dab", num_merges=2).trace)
"""
    at = AppTest.from_string(page).run()
    at.number_input[0].set_value(2).run()
    assert not at.exception
    assert len(set(at.selectbox[0].options)) == len(at.selectbox[0].options)


HEBREW_PAGE = """
from tokviz import CharBPE
from tokviz.ui.components.forced import force_input
from tokviz.ui.shell.state import PageState

force_input(PageState("char_bpe"), CharBPE.train(",ם ,ם ,ם הי הי הי הי", num_merges=2).trace)
"""


def test_a_hebrew_pair_in_the_box_stands_before_its_count() -> None:
    at = AppTest.from_string(HEBREW_PAGE).run()
    assert not at.exception
    assert ", + \u2068ם\u2069, 3 times" in at.selectbox[0].options


def test_a_forced_hebrew_pair_is_named_in_its_order() -> None:
    words = ForcedStep(2, "ה", "י").words
    assert words == "step 2 joins **\u2068ה\u2069 + \u2068י\u2069**"


def test_in_a_saved_training_a_rule_in_other_words_forbids_no_more() -> None:
    model = WordPiece.train("hug hug pug pun bun bun hugs", vocab_size=30)
    assert model.trace is not None
    reworded = replace(model.trace, rule=replace(model.trace.rule, bars=("it scores lower",)))
    steps = range(len(reworded))
    assert any(rule == "it scores lower" for k in steps for _, rule in reworded.choice(k).barred)
    for k in steps:
        assert other_pairs(reworded, k) == other_pairs(model.trace, k)
    assert "may not be joined where" not in sheet_html(reworded, title="x")
