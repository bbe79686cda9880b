"""Votes of a class over HTTP: who may vote, how often, and who sees the counts."""

import time
from itertools import islice
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, QUESTION, Asker, joined, tell
from tests.ui.server.live_class.phones import the_class
from tokviz.ui.server.live_class import limits


def counts(server: Asker) -> Any:
    """How the class votes."""
    return the_class(server).part("votes")["counts"]


def let_go(server: Asker) -> None:
    """Close the stream of the one who joined first, and wait until the class has noticed."""
    server.open[1].close()
    until_alone(server)


def until_alone(server: Asker) -> None:
    for _ in range(500):
        if not the_class(server).part("followers"):
            return
        time.sleep(0.01)
    raise AssertionError("the class did not notice that its follower left")


def vote(server: Asker, name: str, option: int, **other: Any) -> int:
    said = {"follower": name, "replay": 7, "step": 4, "option": option, **other}
    return server.ask("POST", f"/live/{CODE}/vote", said)[0]


def test_votes_are_counted_once_a_follower_and_told_to_the_leader_alone(live: Asker) -> None:
    (one, heard), (two, _) = joined(live), joined(live)
    leader = live.listen(key=KEY)
    list(islice(leader, 2))
    tell(live, question=QUESTION)
    asked = {name: QUESTION[name] for name in ("replay", "step", "options")}
    assert next(leader) == {"votes": {"on": asked, "counts": [0, 0]}}
    assert next(heard) == {"question": {**QUESTION, "vote": None}}
    assert [vote(live, one, 0), vote(live, one, 1), vote(live, two, 1)] == [200, 200, 200]
    seen = [next(leader)["votes"]["counts"]]
    while seen[-1] != [0, 2]:
        seen.append(next(leader)["votes"]["counts"])
    tell(live, asking=True)
    assert next(heard) == {"asking": True}


def test_a_vote_needs_a_follower_and_the_question_of_the_moment(live: Asker) -> None:
    name, _ = joined(live)
    assert vote(live, name, 0) == 409
    tell(live, question=QUESTION)
    assert vote(live, "a stranger", 0) == 403
    assert vote(live, "\ud800", 0) == 403  # which has no UTF-8
    assert vote(live, name, 0, step=5) == 409
    assert vote(live, name, 2) == 400
    assert vote(live, name, True) == 400


def test_a_new_question_begins_without_votes_and_an_answer_ends_them(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 0)
    tell(live, question={**QUESTION, "answer": 1})
    vote(live, name, 1)
    assert counts(live) == [1, 0]
    tell(live, question={**QUESTION, "step": 5})
    assert counts(live) == [0, 0]
    tell(live, question=QUESTION)
    assert counts(live) == [0, 0]


def test_a_question_that_was_left_without_its_answer_comes_back_with_its_votes(
    live: Asker,
) -> None:
    name, heard = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 1)
    tell(live, question=None)
    assert counts(live) == []
    for step in range(limits.WAITING - 1):
        tell(live, question={**QUESTION, "step": 100 + step})
        assert counts(live) == [0, 0]
    tell(live, question=QUESTION)
    assert counts(live) == [0, 1]
    assert any(news.get("question") == {**QUESTION, "vote": 1} for news in heard)
    vote(live, name, 0)
    assert counts(live) == [1, 0]
    for step in range(limits.WAITING + 1):
        tell(live, question={**QUESTION, "step": 200 + step})
    tell(live, question=QUESTION)
    assert counts(live) == [0, 0]


def test_a_vote_on_a_question_that_waits_goes_with_who_gave_it(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 1)
    tell(live, question=None)
    let_go(live)
    other, _ = joined(live)
    assert other != name
    tell(live, question=QUESTION)
    assert counts(live) == [0, 0]


def test_who_comes_back_under_the_name_of_before_has_one_vote_still(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 0)
    let_go(live)
    news = live.listen(follower=name)
    assert next(news) == {"follower": name}
    assert next(news)["question"]["vote"] == 0
    vote(live, name, 1)
    assert counts(live) == [0, 1]


def test_who_comes_back_before_the_old_stream_is_closed_has_one_vote_still(live: Asker) -> None:
    before, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, before, 0)
    news = live.listen(follower=before)
    name = next(news)["follower"]
    assert name != before
    assert next(news)["question"]["vote"] == 0
    vote(live, name, 1)
    assert counts(live) == [0, 1]


def test_with_the_answer_each_follower_is_told_which_vote_of_theirs_counts(live: Asker) -> None:
    (one, heard), (_, other) = joined(live), joined(live)
    tell(live, question=QUESTION)
    assert [next(news)["question"]["vote"] for news in (heard, other)] == [None, None]
    vote(live, one, 0)
    tell(live, question={**QUESTION, "answer": 1})
    assert [next(news)["question"]["vote"] for news in (heard, other)] == [0, None]


def test_votes_are_bounded(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN_FOLLOWERS", 1)
    one, _ = joined(live)
    tell(live, question=QUESTION)
    for _ in range(limits.VOTES):
        assert vote(live, one, 0) == 200
    assert vote(live, one, 0) == 429
    let_go(live)
    two, _ = joined(live, **{"X-Forwarded-For": "192.168.1.20"})
    assert vote(live, one, 0) == 403
    assert vote(live, two, 1) == 200
    assert counts(live) == [0, 1]


def test_the_leader_sees_no_vote_of_who_is_forgotten(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 1)
    let_go(live)
    assert counts(live) == [0, 1]
    joined(live)
    assert counts(live) == [0, 0]


def test_who_leaves_and_comes_as_another_has_one_vote_still(live: Asker) -> None:
    """One who knows how would have two thousand; who left from elsewhere keeps theirs."""
    elsewhere, _ = joined(live, **{"X-Forwarded-For": "192.168.1.20"})
    tell(live, question=QUESTION)
    assert vote(live, elsewhere, 1) == 200
    let_go(live)
    for _ in range(4):
        name, _ = joined(live)
        assert vote(live, name, 0) == 200
        live.open[-2].close()  # its stream; the last is of the vote
        until_alone(live)
    assert counts(live) == [1, 1]
