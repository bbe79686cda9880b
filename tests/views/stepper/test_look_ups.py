"""Looking words up, as the stepper shows it: each word's own number, or the unknown one."""

from tokviz.traces.words import LookUpStep, LookUpTrace
from tokviz.views.stepper.look_ups import MOST_WORDS, look_up_replay


def test_each_word_is_one_step_with_its_number() -> None:
    steps = (LookUpStep(0, 3, "hen", 7, True), LookUpStep(4, 7, "owl", 0, False))
    replay = look_up_replay(LookUpTrace("hen owl", steps))
    (lane,) = replay.lanes
    assert [(chip.token, chip.look, chip.note) for chip in lane.chips] == [
        ("hen", "known", "7"),
        ("owl", "unknown", "unknown: 0"),
    ]
    assert len(replay.moments) == 3
    assert "number 7" in str(replay.moments[1].say[-1])


def test_of_a_long_text_the_beginning_is_shown_and_said() -> None:
    steps = tuple(LookUpStep(n, n + 1, "a", 1, True) for n in range(MOST_WORDS + 1))
    (lane,) = look_up_replay(LookUpTrace("a" * len(steps), steps)).lanes
    assert len(lane.chips) == MOST_WORDS
    assert lane.note == "the first 400 of 401"
