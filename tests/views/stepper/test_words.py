"""The word lessons, step by step: every step is one that the tokenizer took."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.traces.words import LookUpStep, LookUpTrace
from tokviz.views.stepper.stepper import Chip, Lane, Replay, Words, stepper_payload
from tokviz.views.stepper.words import (
    LOOK_UP,
    MOST_WORDS,
    look_up_replay,
    whitespace_replay,
    word_level_replay,
)

UNKNOWN = "*|unk|*"
any_text = st.text(st.characters() | st.sampled_from(" .,-ab\n"), max_size=40)


def plain(words: Words) -> str:
    return "".join(word if isinstance(word, str) else str(word.token) for word in words)


def shown(lane: Lane, step: int) -> list[Chip]:
    return [
        chip for chip in lane.chips if chip.first <= step and (chip.end is None or step < chip.end)
    ]


def tell(text: str, new_text: str, *, unk_token: str | None = UNKNOWN) -> Replay:
    tokenizer = WordLevel.train(text, unk_token=unk_token)
    assert tokenizer.trace is not None
    look_ups = tokenizer.encode_trace(new_text)
    return word_level_replay(tokenizer.trace, text, look_ups, unk_token=unk_token)


def test_whitespace_takes_one_word_a_step() -> None:
    replay = whitespace_replay(Whitespace().encode_trace("a b a"))
    assert [plain(moment.say) for moment in replay.moments[1:]] == [
        "a is new. It takes the next number, 0.",
        "b is new. It takes the next number, 1.",
        "a is on the list already: number 0.",
    ]


def test_the_whitespace_list_grows_with_new_words_only() -> None:
    replay = whitespace_replay(Whitespace().encode_trace("a b a c"))
    assert [len(shown(replay.lanes[1], step)) for step in range(5)] == [0, 1, 2, 2, 3]


def test_all_words_are_in_sight_from_the_start_and_get_their_numbers_as_they_are_read() -> None:
    replay = whitespace_replay(Whitespace().encode_trace("a b a"))
    for step in range(4):
        chips = shown(replay.lanes[0], step)
        assert [chip.token for chip in chips] == ["a", "b", "a"]
        assert [chip.number for chip in chips[:step]] == [0, 1, 0][:step]
        assert {chip.look for chip in chips[step:]} <= {"unread"}
    for k, moment in enumerate(replay.moments[1:], start=1):
        assert replay.lanes[0].chips[moment.now[0][1]].first == k


def test_a_long_text_is_cut_and_says_so() -> None:
    replay = whitespace_replay(Whitespace().encode_trace("a " * 1_000))
    assert replay.steps == MOST_WORDS
    assert replay.lanes[0].note.endswith("; the first 400 of 1,000 words")


def test_a_text_without_a_word_is_not_called_unread() -> None:
    (only,) = whitespace_replay(Whitespace().encode_trace(" \n")).moments
    assert plain(only.say) == "The text has no word to read, and the list of words is empty."


def test_one_entry_is_number_0_and_no_range() -> None:
    replay = tell("ab", "ab", unk_token=None)
    assert plain(replay.moments[3].say) == "Number: 1 entry, 0."


def test_marks_are_sorted_too() -> None:
    replay = tell("b, 1 A é", "b")
    assert [chip.token for chip in shown(replay.lanes[2], 2)] == [",", "1", "A", "b", "é"]
    assert plain(replay.moments[2].why).startswith("By code point: most marks, digits, A to Z")


def test_the_word_list_is_split_sorted_numbered_then_looked_up() -> None:
    replay = tell("b a b", "a c")
    assert [plain(moment.say) for moment in replay.moments] == [
        "The text, line by line.",
        "Split: 3 words.",
        "Sort: 2 different words.",
        "Number: 3 entries, 0 to 2.",
        "a is on the list: 0.",
        "c is not on the list. It becomes *|unk|*, 2.",
    ]


def test_the_lanes_show_what_training_recorded() -> None:
    replay = tell("b a b", "a")
    split, ordered, numbered = replay.lanes[1:4]
    assert [chip.token for chip in split.chips] == ["b", "a", "b"]
    assert [chip.token for chip in ordered.chips] == ["a", "b"]
    assert [(chip.token, chip.note) for chip in numbered.chips] == [
        ("a", "0"),
        ("b", "1"),
        (UNKNOWN, "2"),
    ]


def test_version_1_ends_at_the_word_that_is_not_on_the_list() -> None:
    replay = tell("a b", "a c b", unk_token=None)
    assert replay.steps == LOOK_UP + 1
    assert plain(replay.moments[-1].say).startswith("KeyError: c is not on the list")


def test_a_long_list_is_drawn_around_what_is_looked_up() -> None:
    words = [f"w{n:04}" for n in range(3_000)]
    numbered = tell(" ".join(words), "w2000").lanes[3]
    tokens = [chip.token for chip in numbered.chips]
    assert tokens[MOST_WORDS:] == [
        "… 1,599 more …",
        "w1999",
        "w2000",
        "w2001",
        "… 998 more …",
        UNKNOWN,
    ]


@settings(max_examples=60)
@given(any_text, any_text, st.sampled_from([None, UNKNOWN]))
def test_every_step_points_at_chips_that_are_shown(
    text: str, new_text: str, unk_token: str | None
) -> None:
    replay = tell(text, new_text, unk_token=unk_token)
    for step, moment in enumerate(replay.moments):
        for lane, place in moment.now:
            assert replay.lanes[lane].chips[place] in shown(replay.lanes[lane], step)
    assert stepper_payload(replay)


@settings(max_examples=60)
@given(any_text)
def test_the_last_step_shows_the_ids_that_encode_gives(text: str) -> None:
    tokenizer = WordLevel.train("a b .", unk_token=UNKNOWN)
    replay = tell("a b .", text)
    ids = [chip.number for chip in shown(replay.lanes[5], replay.steps)]
    assert ids == tokenizer.encode(text)


@settings(max_examples=60)
@given(any_text)
def test_the_whitespace_replay_ends_with_the_tokenizers_ids(text: str) -> None:
    replay = whitespace_replay(Whitespace().encode_trace(text))
    assert [chip.number for chip in shown(replay.lanes[0], replay.steps)] == Whitespace().encode(
        text
    )


def test_look_ups_alone_have_the_number_of_each_part_or_the_unknown_token() -> None:
    steps = (LookUpStep(0, 3, "hen", 7, True), LookUpStep(4, 7, "owl", 0, False))
    replay = look_up_replay(LookUpTrace("hen owl", steps), unk_token="<unk>")
    _, tokens = replay.lanes
    assert [(chip.token, chip.look, chip.note) for chip in tokens.chips] == [
        ("hen", "", "7"),
        ("<unk>", "unknown", "unknown: 0"),
    ]
    assert replay.steps == 2


def test_of_many_look_ups_the_first_are_shown_and_the_others_counted() -> None:
    steps = tuple(LookUpStep(n, n + 1, "a", 1, True) for n in range(MOST_WORDS + 1))
    replay = look_up_replay(LookUpTrace("a" * len(steps), steps))
    assert replay.steps == MOST_WORDS
    assert replay.lanes[0].chips[-1].token == "… 1 more …"
