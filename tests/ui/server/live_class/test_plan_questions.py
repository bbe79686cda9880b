"""Questions of a plan over HTTP: no replay asks them, and they have words of their own."""

from itertools import islice
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, QUESTION, Asker, joined, tell
from tests.ui.server.live_class.phones import the_class
from tests.ui.server.live_class.test_votes import counts, vote
from tokviz.ui.server.live_class import limits

WORDS = "Why is `end.` no token?"
PUT: dict[str, Any] = {**QUESTION, "replay": 0, "words": WORDS}


def test_all_hear_its_words_and_its_votes_are_of_these_words(live: Asker) -> None:
    name, heard = joined(live)
    leader = live.listen(key=KEY)
    list(islice(leader, 2))
    assert tell(live, question=PUT) == 200
    assert next(heard) == {"question": {**PUT, "vote": None}}
    assert next(leader)["votes"]["on"] == {
        name: said for name, said in PUT.items() if name != "answer"
    }
    assert vote(live, name, 1, replay=0) == 200
    assert next(leader)["votes"]["counts"] == [0, 1]


@pytest.mark.parametrize("other", [{"step": 9}, {"words": "Another?"}, {"options": ["a", "c"]}])
def test_asked_anew_it_begins_without_votes(other: dict[str, Any], live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=PUT)
    vote(live, name, 1, replay=0)
    tell(live, question={**PUT, "answer": 1})
    assert counts(live) == [0, 1]
    tell(live, question={**PUT, **other})
    assert counts(live) == [0, 0]


def test_a_question_of_a_replay_takes_its_place_and_votes_on_it_come_too_late(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=PUT)
    assert vote(live, name, 0, replay=0) == 200
    tell(live, question=QUESTION)
    assert counts(live) == [0, 0]
    assert vote(live, name, 0, replay=0) == 409
    assert vote(live, name, 0) == 200


def test_who_comes_back_hears_the_question_and_their_vote(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=PUT)
    vote(live, name, 1, replay=0)
    live.open[1].close()
    news = live.listen(follower=name)
    next(news)
    assert next(news)["question"] == {**PUT, "vote": 1}


def test_every_text_that_a_class_hears_is_well_formed(live: Asker) -> None:
    """JSON says a lone surrogate as \\ud800, and two that belong together as one character."""
    _, heard = joined(live)
    stage = {"title": "a\udc00", "replays": [{"kind": "player", "digest": "a" * 64}]}
    asked = {**PUT, "words": "why \ud83d?", "options": ["\ud800b", "\ud83d\ude42"]}
    assert tell(live, question=asked, stage=stage) == 200
    news = next(heard)
    assert news["question"]["options"] == ["\ufffdb", "🙂"]
    assert news["question"]["words"] == "why \ufffd?"
    assert news["stage"]["title"] == "a\ufffd"


def test_words_are_a_text_and_bounded(live: Asker) -> None:
    for wrong in (None, 7, ["a"], "x" * (limits.WORDS + 1)):
        assert tell(live, question={**PUT, "words": wrong}) == 400
    assert tell(live, question={**PUT, "more": "a"}) == 400
    assert tell(live, question={**PUT, "words": "x" * limits.WORDS}) == 200


def test_reasons_come_with_the_answer_and_never_before(live: Asker) -> None:
    name, heard = joined(live)
    reasons = {"why": "The pattern cuts there.", "tempts": ["", "We see a word."]}
    assert tell(live, question={**PUT, **reasons}) == 400
    assert tell(live, question=PUT) == 200
    assert next(heard) == {"question": {**PUT, "vote": None}}
    vote(live, name, 1, replay=0)
    told = {**PUT, **reasons, "answer": 0}
    assert tell(live, question={**told, "why": "x" * (limits.REASON + 1)}) == 400
    assert tell(live, question={**QUESTION, **reasons, "answer": 0}) == 400
    assert tell(live, question=told) == 200
    assert next(heard) == {"question": {**told, "vote": 1}}
    assert counts(live) == [0, 1]  # it is the same question


def test_who_follows_hears_with_the_answer_that_the_wall_shows_the_page(live: Asker) -> None:
    name, heard = joined(live)
    assert tell(live, question=PUT) == 200
    next(heard)
    vote(live, name, 1, replay=0)
    told = {**PUT, "answer": 0, "why": "It cuts.", "tempts": ["", "We see a word."]}
    for wrong in ({**PUT, "shown": True}, {**told, "shown": 1}, {**QUESTION, "shown": True}):
        assert tell(live, question=wrong) == 400
    for question in (told, {**told, "shown": True}):
        assert tell(live, question=question) == 200
        assert next(heard) == {"question": {**question, "vote": 1}}
    assert counts(live) == [0, 1]  # it is the same question


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"tempts": [""]}, "a list of 1 where each of 2 options has its reason"),
        ({"tempts": ["", "a", "b"]}, "a list of 3 where each of 2 options has its reason"),
        ({"tempts": ["", 7]}, "else than a text of at most 400 characters"),
        ({"tempts": ["", None]}, "else than a text of at most 400 characters"),
        ({"tempts": ["", "x" * (limits.REASON + 1)]}, "else than a text of at most 400 characters"),
        ({"tempts": "We see a word."}, "else than a list of 2 reasons"),
        ({"tempts": {"0": ""}}, "else than a list of 2 reasons"),
        ({"tempts": ["a", "b"]}, "a reason why the right option tempts, which is to be empty"),
        ({"why": ["a"]}, "else than a text of at most 400 characters"),
        ({"answer": None}, "a reason before its answer"),
    ],
    ids=lambda said: str(said)[:40],
)
def test_reasons_of_a_wrong_shape_are_refused_and_told_to_nobody(
    wrong: dict[str, Any], says: str, live: Asker
) -> None:
    _, heard = joined(live)
    told = {**PUT, "answer": 0, "why": "It cuts.", "tempts": ["", "We see a word."], **wrong}
    status, said, _ = live.ask("POST", f"/live/{CODE}/state", {"question": told}, key=KEY)
    assert status == 400
    assert says in said["error"]
    assert said["error"].endswith("Reload the page.")
    tell(live, asking=True)
    assert next(heard) == {"asking": True}


def test_one_reason_without_the_other_is_none(live: Asker) -> None:
    joined(live)
    for alone in ({"why": "It cuts."}, {"tempts": ["", "We see a word."]}):
        assert tell(live, question={**PUT, "answer": 0, **alone}) == 400


def test_an_answer_that_is_shown_again_has_the_votes_of_before(live: Asker) -> None:
    name, heard = joined(live)
    tell(live, question=PUT)
    vote(live, name, 1, replay=0)
    tell(live, question={**PUT, "answer": 0})
    assert next(news for news in heard if (news.get("question") or PUT)["answer"] == 0)
    tell(live, question=None)
    assert next(news for news in heard if "question" in news and news["question"] is None)
    tell(live, question={**PUT, "answer": 0})
    assert counts(live) == [0, 1]
    again = {**PUT, "answer": 0, "vote": 1}
    assert next(news for news in heard if news.get("question"))["question"] == again


def voted_again(live: Asker, *options: int) -> tuple[str, Any]:
    """One who voted for each of these options in turn, and what the leader hears."""
    name, heard = joined(live)
    leader = live.listen(key=KEY)
    tell(live, question=PUT)
    for number, option in enumerate(options):
        if number:
            tell(live, question={**PUT, "step": 100 + number, "again": PUT["step"]})
        step = 100 + number if number else PUT["step"]
        assert vote(live, name, option, replay=0, step=step) == 200
    return name, (heard, leader)


def test_a_second_vote_begins_empty_and_the_first_stands_beside_it(live: Asker) -> None:
    """A vote on the way meanwhile counts in neither; an answer ends the second."""
    name, (heard, leader) = voted_again(live, 1)
    assert "first" not in the_class(live).part("votes")
    again = {**PUT, "step": 101, "again": PUT["step"]}
    assert tell(live, question=again) == 200
    on = {said: what for said, what in again.items() if said != "answer"}
    assert the_class(live).part("votes") == {"on": on, "counts": [0, 0], "first": [0, 1]}
    assert {"question": {**again, "vote": None}} in list(islice(heard, 2))
    assert vote(live, name, 1, replay=0) == 409
    assert vote(live, name, 0, replay=0, step=101) == 200
    tell(live, question={**again, "answer": 0})
    assert the_class(live).part("votes") == {"on": on, "counts": [1, 0], "first": [0, 1]}
    assert any(news.get("votes", {}).get("first") == [0, 1] for news in islice(leader, 9))


def test_of_three_votes_the_first_and_the_last_are_kept(live: Asker) -> None:
    voted_again(live, 1, 0, 1)
    votes = the_class(live).part("votes")
    assert (votes["first"], votes["counts"]) == ([0, 1], [0, 1])
    tell(live, question={**PUT, "step": 200, "again": PUT["step"]})
    assert the_class(live).part("votes")["first"] == [0, 1]


def test_a_vote_of_nobody_is_no_first_vote(live: Asker) -> None:
    joined(live)
    tell(live, question=PUT)
    tell(live, question={**PUT, "step": 101, "again": PUT["step"]})
    assert "first" not in the_class(live).part("votes")


@pytest.mark.parametrize("other", [{"again": 8}, {"words": "Another?"}, {"options": ["a", "c"]}])
def test_another_question_has_no_first_vote(other: dict[str, Any], live: Asker) -> None:
    voted_again(live, 1)
    tell(live, question={**PUT, "step": 101, "again": PUT["step"], **other})
    assert "first" not in the_class(live).part("votes")


def test_a_second_vote_that_was_left_comes_back_with_the_first(live: Asker) -> None:
    voted_again(live, 1, 0)
    tell(live, question=None)
    assert the_class(live).part("votes") == {"on": None, "counts": []}
    tell(live, question={**PUT, "step": 101, "again": PUT["step"]})
    votes = the_class(live).part("votes")
    assert (votes["first"], votes["counts"]) == ([0, 1], [1, 0])


def test_a_vote_again_is_of_a_plan_and_names_a_number(live: Asker) -> None:
    assert tell(live, question={**QUESTION, "again": 4}) == 400
    for wrong in (None, "4", -1, True):
        assert tell(live, question={**PUT, "again": wrong}) == 400
