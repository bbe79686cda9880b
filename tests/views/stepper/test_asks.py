"""What a stepper asks before a step comes from the record, has one answer, and tells nothing."""

import pytest

from tokviz import Unigram, WordPiece
from tokviz.samples import sample
from tokviz.traces.rounds import PruneStep, UnigramTrace
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.stepper import Ask, Chip, Option, Replay

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


@pytest.mark.parametrize("asked", [asks(rounds_replay(trace())), matches("hugging hugs px")])
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
