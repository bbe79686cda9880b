"""What a replay for the stepper says, and that its payload carries it whole."""

from dataclasses import replace
from typing import Any

import pytest

from tests.payload_reader import unpack
from tokviz.text.markers import continuations
from tokviz.views.components import STEPPER
from tokviz.views.payload import payload_sig
from tokviz.views.stepper.stepper import (
    OUR_WORDS,
    Chip,
    Lane,
    Look,
    Moment,
    Replay,
    stepper_payload,
)


def replay(*chips: Chip, say: str = "Start.") -> Replay:
    return Replay("Test", (Lane("Words", chips),), (Moment([say]), Moment(["End."], (), [(0, 0)])))


def content(payload: bytes) -> Any:
    return unpack(payload)[0]


def test_the_steps_are_counted_from_the_first_moment() -> None:
    assert replay(Chip("a")).steps == 1


def test_a_chip_says_when_it_is_shown() -> None:
    sent = content(stepper_payload(replay(Chip("a", 7, note="new", look="new", first=2, end=5))))
    assert sent["lanes"][0]["chips"][0] == {
        "parts": [["text", "a"]],
        "length": 1,
        "number": 7,
        "note": "new",
        "look": "new",
        "first": 2,
        "end": 5,
    }


def test_what_a_moment_is_about_is_sent() -> None:
    assert content(stepper_payload(replay(Chip("a"))))["moments"][1]["now"] == [[0, 0]]


def test_a_lone_surrogate_reaches_the_browser_by_name() -> None:
    sent = content(stepper_payload(replay(Chip("\ud800"))))
    assert sent["lanes"][0]["chips"][0]["parts"] == [["control", "U+D800"]]


def test_a_long_token_says_how_much_is_left_out() -> None:
    sent = content(stepper_payload(replay(Chip("x" * 1_000))))
    assert sent["lanes"][0]["chips"][0]["parts"][1] == ["more", "… 760 more characters"]


def test_a_long_token_says_where_its_label_is_cut() -> None:
    sent = content(stepper_payload(replay(Chip("x" * 25), Chip("x" * 24), Chip("x" * 1_000))))
    assert [chip.get("cut") for chip in sent["lanes"][0]["chips"]] == [[8, 19], None, [8, 261]]


@pytest.mark.parametrize("look", OUR_WORDS)
def test_our_own_words_are_sent_whole_and_may_not_be_cut(look: Look) -> None:
    words = "so many words of ours " * 20
    sent = content(stepper_payload(replay(Chip(words, look=look))))
    chip = sent["lanes"][0]["chips"][0]
    assert (chip["parts"], {"length", "cut"} & chip.keys()) == ([["text", words]], set())


@pytest.mark.parametrize(
    ("word", "length"),
    [("n" * 3_000, 3_000), ("😀" * 40, 40), ("👋🏽👨‍👩‍👧‍👦😀😀😀", 12), ("##ly", 2)],
)
def test_a_chip_has_the_length_of_its_word_and_not_of_what_is_drawn(word: str, length: int) -> None:
    said = replace(replay(Chip(word), say=""), markers=continuations("##"))
    assert content(stepper_payload(said))["lanes"][0]["chips"][0]["length"] == length


def test_the_signature_tells_replays_apart() -> None:
    one, other = (stepper_payload(replay(Chip("a"), say=say)) for say in ("One.", "Two."))
    assert payload_sig(one) != payload_sig(other)


def test_equal_replays_have_equal_payloads() -> None:
    assert stepper_payload(replay(Chip("a"))) == stepper_payload(replay(Chip("a")))


def test_a_replay_without_a_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="has a first moment"):
        stepper_payload(Replay("Empty", (), ()))


@pytest.mark.parametrize(
    "name", ["first", "prev", "play", "next", "last", "slider", "speed", "caption"]
)
def test_the_stepper_has_the_players_controls(name: str) -> None:
    assert f'data-testid="tokviz-{name}"' in STEPPER.html


def test_the_script_is_one_module() -> None:
    script = STEPPER.js
    assert "\nimport " not in script
    assert script.count("export default") == 1
