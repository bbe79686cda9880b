"""WordPiece's tries as a replay: one a step, and what stands on the lanes at each."""

from dataclasses import replace
from types import MappingProxyType

from tokviz import WordPiece
from tokviz.samples.subwords import COURSE
from tokviz.views.stepper.matches import MOST_STEPS, TOKENS, TRIES, WORDS, match_replay
from tokviz.views.stepper.stepper import Chip, Replay, stepper_payload

PIECES = ("[UNK]", "h", "hug", "##s", "##ging", "p")
SMALL = WordPiece(MappingProxyType(dict(enumerate(PIECES))))


def replay_of(text: str, model: WordPiece = SMALL) -> Replay:
    return match_replay(model.encode_trace(text), model.vocab, max_chars=100)


def shown(replay: Replay, lane: int, step: int) -> list[object]:
    chips = replay.lanes[lane].chips
    return [c.token for c in chips if c.first <= step and (c.end is None or step < c.end)]


def said(replay: Replay, step: int) -> str:
    moment = replay.moments[step]
    words = [*moment.say, " ", *moment.why]
    return "".join(str(w.token) if isinstance(w, Chip) else w for w in words)


def test_every_try_is_one_step() -> None:
    assert replay_of("hugs").steps == len(SMALL.encode_trace("hugs")) == 3


def test_the_longest_is_tried_first() -> None:
    assert shown(replay_of("hugs"), TRIES, 2) == ["hugs", "hug"]


def test_a_hit_becomes_a_token() -> None:
    replay = replay_of("hugs")
    assert [shown(replay, TOKENS, step) for step in range(4)] == [[], [], ["hug"], ["hug", "##s"]]


def test_the_last_step_shows_what_encode_gives() -> None:
    model = WordPiece.train(COURSE.text, vocab_size=70)
    replay = replay_of("This is the Hugging Face course!", model)
    assert shown(replay, TOKENS, replay.steps) == model.tokenize("This is the Hugging Face course!")


def test_tries_of_one_word_go_when_the_next_begins() -> None:
    replay = replay_of("hug p")
    assert shown(replay, TRIES, 2) == ["p"]


def test_pieces_of_a_word_that_fails_are_dropped() -> None:
    replay = replay_of("hugx")
    assert shown(replay, TOKENS, replay.steps - 1) == ["hug"]
    assert shown(replay, TOKENS, replay.steps) == ["[UNK]"]
    assert "nothing shorter is left" in said(replay, replay.steps)
    assert said(replay, replay.steps).endswith("[UNK], and what was found of it goes.")


def test_of_a_word_of_which_nothing_was_found_nothing_goes() -> None:
    replay = replay_of("xh")
    assert said(replay, replay.steps).endswith("So the whole word xh becomes [UNK].")


def test_a_word_that_is_too_long_has_one_step_without_a_try() -> None:
    replay = replay_of("h" * 101)
    assert (replay.steps, shown(replay, TRIES, 1)) == (1, [])
    assert "101 characters" in said(replay, 1)


def test_each_step_marks_its_word_and_its_try() -> None:
    replay = replay_of("p hugs")
    assert replay.moments[3].now == [(WORDS, 1), (TRIES, 2), (TOKENS, 1)]


def test_a_word_that_is_done_says_so() -> None:
    assert "hug is done." in said(replay_of("hug"), 1)


def test_no_text_has_only_the_start() -> None:
    assert replay_of("").steps == 0


def test_a_long_text_ends_with_a_whole_word_and_is_counted() -> None:
    replay = replay_of("hugs " * 2_000)
    assert replay.lanes[WORDS].note.startswith("the first 500 of 2,000")
    assert len(replay.lanes[WORDS].chips) == 500
    assert replay.steps == 3 * 500


def test_of_a_word_with_more_tries_than_are_shown_the_replay_says_so() -> None:
    """One word of 680 letters kept a server busy for minutes, and a gigabyte."""
    pieces = MappingProxyType({0: "[UNK]", 1: "a", 2: "##a", 3: "##b"})
    model = WordPiece(pieces, max_chars_per_word=1_000)
    replay = replay_of("ab" * 340 + " a a", model)
    assert replay.steps == MOST_STEPS + 1
    assert said(replay, replay.steps).startswith("The replay ends here: 230,040 more tries of abab")
    assert said(replay, replay.steps).endswith("At the end the word is 680 tokens.")
    assert shown(replay, TOKENS, replay.steps) == ["a", "##b"]  # of 680 and 679 tries
    asked = [moment.ask for moment in replay.moments if moment.ask]
    assert [ask.answered for ask in asked] == [680, 1_359]
    assert replay.lanes[WORDS].note == "the first 1 of 3"
    assert len(stepper_payload(replay)) < 1_500_000


def test_markers_are_drawn_as_such() -> None:
    assert b'["marker","##"]' in stepper_payload(replay_of("hugs"))


def test_a_special_token_is_one_step_without_a_try() -> None:
    model = replace(SMALL, special_tokens=("[UNK]",), allowed_special="all")
    replay = replay_of("hug[UNK]", model)
    assert shown(replay, TOKENS, replay.steps) == ["hug", "[UNK]"]
    assert shown(replay, WORDS, replay.steps) == ["hug", "[UNK]"]
    assert "kept whole" in said(replay, replay.steps)


def test_the_prefix_is_the_models_own() -> None:
    model = WordPiece({0: "[UNK]", 1: "h", 2: "@@ug"}, continuing_prefix="@@")
    assert "gets @@ in front" in said(replay_of("hug", model), 3)
