"""Votes of a class over HTTP: who may vote, how often, and who sees the counts."""

import time
from itertools import islice
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, QUESTION, Asker, joined, tell
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.classes import LiveClass


def let_go(server: Asker) -> LiveClass:
    """Close the stream of the one who joined first, and wait until the class has noticed."""
    server.open[1].close()
    there = server.classes.find(CODE)
    assert there is not None
    for _ in range(500):
        if not there.part("followers"):
            return there
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
    assert next(leader) == {"votes": [0, 0]}
    assert next(heard) == {"question": QUESTION}
    assert [vote(live, one, 0), vote(live, one, 1), vote(live, two, 1)] == [200, 200, 200]
    seen = [next(leader)["votes"]]
    while seen[-1] != [0, 2]:
        seen.append(next(leader)["votes"])
    tell(live, asking=True)
    assert next(heard) == {"asking": True}


def test_a_vote_needs_a_follower_and_the_question_of_the_moment(live: Asker) -> None:
    name, _ = joined(live)
    assert vote(live, name, 0) == 409
    tell(live, question=QUESTION)
    assert vote(live, "a stranger", 0) == 403
    assert vote(live, name, 0, step=5) == 409
    assert vote(live, name, 2) == 400
    assert vote(live, name, True) == 400


def test_a_new_question_begins_without_votes_and_an_answer_ends_them(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 0)
    tell(live, question={**QUESTION, "answer": 1})
    vote(live, name, 1)
    there = live.classes.find(CODE)
    assert there is not None
    assert there.part("votes") == [1, 0]
    tell(live, question={**QUESTION, "step": 5})
    assert there.part("votes") == [0, 0]


def test_who_comes_back_under_the_name_of_before_has_one_vote_still(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, question=QUESTION)
    vote(live, name, 0)
    there = let_go(live)
    assert next(live.listen(follower=name)) == {"follower": name}
    vote(live, name, 1)
    assert there.part("votes") == [0, 1]


def test_votes_are_bounded(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN_FOLLOWERS", 1)
    one, _ = joined(live)
    tell(live, question=QUESTION)
    led = live.classes.find(CODE)
    assert led is not None
    monkeypatch.setattr(led._voted, "_clock", lambda: 0)  # all within one second
    for _ in range(limits.VOTES):
        assert vote(live, one, 0) == 200
    assert vote(live, one, 0) == 429
    there = let_go(live)
    two, _ = joined(live)
    assert vote(live, one, 0) == 403
    assert vote(live, two, 1) == 200
    assert there.part("votes") == [0, 1]
