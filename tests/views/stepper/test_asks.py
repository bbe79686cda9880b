"""What a stepper asks before a step comes from the record, has one answer, and tells nothing."""

import pytest

from tokviz import Unigram, WordLevel, WordPiece
from tokviz.algorithms.whitespace import Whitespace
from tokviz.samples import sample
from tokviz.traces.rounds import PruneStep, UnigramTrace
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.stepper import Ask, Chip, Option, Replay
from tokviz.views.stepper.words import LOOK_UP, whitespace_replay, word_level_replay

MODEL = Unigram.train(sample("harbour").text, vocab_size=140)
PIECES = ("[UNK]", "h", "hug", "##s", "##ging", "p")
SMALL = WordPiece(dict(enumerate(PIECES)))


def trace() -> UnigramTrace:
    assert MODEL.trace is not None
    return MODEL.trace


def asks(replay: Replay) -> dict[int, Ask]:
    """Step -> what is asked there."""
    return {k: m.ask for k, m in enumerate(replay.moments) if m.ask is not None}


def words(option: Option) -> str:
    return "".join(str(word.token) if isinstance(word, Chip) else word for word in option.words)


def matches(text: str) -> dict[int, Ask]:
    return asks(match_replay(SMALL.encode_trace(text), SMALL.vocab))


def whitespace(text: str) -> dict[int, Ask]:
    return asks(whitespace_replay(Whitespace().encode_trace(text)))


def word_level(text: str, new_text: str, *, unk_token: str | None = "*|unk|*") -> dict[int, Ask]:
    model = WordLevel.train(text, unk_token=unk_token)
    assert model.trace is not None
    look_ups = model.encode_trace(new_text)
    return asks(word_level_replay(model.trace, text, look_ups, unk_token=unk_token))


def by_standing(ask: Ask) -> tuple[str, list[str]]:
    """What is right, and what is not."""
    (won,) = [words(option) for option in ask.options if option.standing == "won"]
    return won, [words(option) for option in ask.options if option.standing != "won"]


ALL = {
    "unigram": asks(rounds_replay(trace())),
    "wordpiece": matches("hugging hugs px"),
    "whitespace": whitespace("a b a c a b d"),
    "word level": word_level("The hen, the pen.", "the cow, the hen"),
    "word level 1": word_level("The hen, the pen.", "the hen", unk_token=None),
}


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL)
def test_one_option_won_and_no_chip_has_the_look_of_a_token(asked: dict[int, Ask]) -> None:
    assert asked
    for k, ask in asked.items():
        assert [option.standing for option in ask.options].count("won") == 1
        assert 2 <= len({words(option) for option in ask.options}) == len(ask.options) <= 4
        assert ask.answered > k
        for option in ask.options:
            assert all(word.number is None for word in option.words if isinstance(word, Chip))


def test_before_each_pruning_it_asks_which_piece_goes() -> None:
    asked = asks(rounds_replay(trace()))
    for k, step in enumerate(trace().steps):
        if not isinstance(step, PruneStep) or not len(step.dropped):
            continue
        choice = trace().choice(k)
        gone = {trace().seeds[seed] for seed, _ in choice.dropped}
        tied = {trace().seeds[seed] for seed in choice.tied}
        for option in asked[k].options:
            assert (option.standing == "won") == (words(option) in gone)
            assert (option.standing == "tied") == (words(option) in tied)
        assert asked[k].answered == k + 1


def test_who_is_asked_is_not_told_what_goes() -> None:
    replay = rounds_replay(trace())
    for k in asks(replay):
        moment = replay.moments[k]
        assert not any("drops" in word for word in moment.why if isinstance(word, str))
    assert any(moment.ahead for moment in replay.moments)
    (tells,) = [lane for lane in replay.lanes if lane.tells]
    assert tells.name == "The vocabulary"


def test_before_the_tries_for_a_piece_it_asks_for_the_longest_that_fits() -> None:
    ask = matches("hugging")[0]
    assert {words(option): option.standing for option in ask.options} == {
        "hugg": "",
        "hug": "won",
        "hu": "",
        "“nothing fits”": "",
    }
    assert ask.answered == 5  # hugging, huggin, huggi, hugg, hug


def test_that_nothing_fits_can_be_the_answer() -> None:
    (ask,) = [ask for ask in matches("pxs").values() if "##xs" in str(ask.say)]
    won = [words(option) for option in ask.options if option.standing == "won"]
    assert won == ["“nothing fits”"]


def test_where_the_first_try_fits_nothing_is_asked() -> None:
    assert matches("hug") == {}


def test_whitespace_asks_for_each_words_number() -> None:
    asked = whitespace("a b a c")
    assert list(asked) == [1, 2, 3]  # the first word has no other number to take
    assert by_standing(asked[1]) == ("1", ["0"])
    assert by_standing(asked[2]) == ("0", ["2", "1"])
    assert by_standing(asked[3]) == ("2", ["0", "1"])
    (new, other) = [option.said for option in asked[2].options if option.standing != "won"]
    assert new == "is for a new word, and this one is on the list"
    assert other == "is the number of “b”"


def test_the_number_of_a_word_that_differs_in_a_mark_or_a_capital_is_offered() -> None:
    asked = whitespace("pen a b c d pen. Pen !")
    assert by_standing(asked[5]) == ("5", ["0", "4", "3"])
    assert by_standing(asked[6]) == ("6", ["5", "0", "4"])
    assert by_standing(asked[7]) == ("7", ["6", "5", "4"])


def test_where_there_is_one_word_nothing_is_asked() -> None:
    assert whitespace("a") == {}
    assert word_level("", "", unk_token=None) == {}


def test_word_level_asks_for_order_and_numbers() -> None:
    asked = word_level("b a b C", "a x")
    assert asked[1].answered == 2
    assert by_standing(asked[1]) == ("C", ["a", "b"])
    assert by_standing(asked[2]) == ("*|unk|*", ["b", "C"])
    assert by_standing(asked[LOOK_UP - 1]) == ("1", ["0", "2", "unknown"])
    assert by_standing(asked[LOOK_UP]) == ("unknown", ["2"])


def test_no_word_shows_whether_it_is_known_before_it_is_looked_up() -> None:
    model = WordLevel.train("b a", unk_token="*|unk|*")
    assert model.trace is not None
    replay = word_level_replay(model.trace, "b a", model.encode_trace("a x"), unk_token="*|unk|*")
    chips = [chip for chip in replay.lanes[4].chips if chip.first <= LOOK_UP]
    shown = [chip for chip in chips if chip.end is None or chip.end > LOOK_UP]
    assert [(chip.token, chip.number, chip.look) for chip in shown] == [
        ("a", 0, ""),
        ("x", None, "unread"),
    ]


@pytest.mark.parametrize(
    "asked", [word_level("a " + "b" * 9_000, "a"), whitespace("b" * 9_000 + " a b")]
)
def test_a_long_word_is_named_in_a_few_letters(asked: dict[int, Ask]) -> None:
    said = [option.said for ask in asked.values() for option in ask.options]
    assert any("b" * 39 + "…" in words for words in said)
    assert max(map(len, said)) < 100
