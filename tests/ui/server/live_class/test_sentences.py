"""Sentences of a class over HTTP: when they are taken, and who hears them."""

from itertools import islice
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined, tell
from tokviz.ui.server.live_class import limits


def say(server: Asker, name: str, text: Any) -> int:
    return server.ask("POST", f"/live/{CODE}/sentence", {"follower": name, "text": text})[0]


def sent(server: Asker) -> Any:
    found = server.classes.find(CODE)
    assert found is not None
    return found.part("sentences")


def test_a_sentence_is_told_to_the_leader_alone(live: Asker) -> None:
    (one, heard), (two, _) = joined(live), joined(live)
    leader = live.listen(key=KEY)
    list(islice(leader, 2))
    tell(live, collects=True)
    assert next(leader) == {"sentences": []}
    assert next(heard) == {"collects": True}
    assert [say(live, one, "the  hen\n"), say(live, two, "안녕 <b>")] == [200, 200]
    seen = [next(leader)["sentences"]]
    while len(seen[-1]) < 2:
        seen.append(next(leader)["sentences"])
    assert seen[-1] == ["the hen", "안녕 <b>"]
    tell(live, asking=True)
    assert next(heard) == {"asking": True}


def test_a_sentence_is_taken_while_the_class_collects_and_from_followers_alone(live: Asker) -> None:
    name, _ = joined(live)
    assert say(live, name, "too early") == 409
    tell(live, collects=True)
    assert say(live, "a stranger", "hens") == 403
    assert say(live, name, "hens") == 200
    tell(live, collects=False)
    assert say(live, name, "too late") == 409
    assert sent(live) == ["hens"]  # which the leader may still look at


def test_each_has_one_sentence_the_last_and_a_new_collection_begins_empty(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, collects=True)
    say(live, name, "first")
    say(live, name, "second")
    assert sent(live) == ["second"]
    tell(live, collects=True)
    assert sent(live) == ["second"]
    tell(live, collects=False)
    tell(live, collects=True)
    assert sent(live) == []


def test_what_is_no_sentence_is_refused(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, collects=True)
    for wrong in ("", "  \n", "x" * (limits.SENTENCE + 1), 7, None, ["a"]):
        assert say(live, name, wrong) == 400
    assert say(live, name, "x" * limits.SENTENCE) == 200
    assert live.ask("POST", f"/live/{CODE}/sentence", b"x" * 5_000)[0] == 413
    assert live.ask("POST", f"/live/{CODE}/sentence", {"text": "a"})[0] == 400
    assert say(live, name, "\ud83d") == 200
    assert sent(live) == ["\ufffd"]


@pytest.mark.parametrize(
    "unseen", ["\u200b", "\0", "\u200b \u2060\x7f", "\u3164", "\ufe0f", "\ue000"]
)
def test_a_sentence_of_nothing_to_see_is_none(unseen: str, live: Asker) -> None:
    name, _ = joined(live)
    tell(live, collects=True)
    assert say(live, name, unseen) == 400
    for seen in ("7", "?", "🦊", "\u2126", f"a{unseen}"):
        assert say(live, name, seen) == 200


def test_a_sentence_has_no_marks_that_turn_what_is_read(live: Asker) -> None:
    """Its leader reads what is cut; of nothing else there is no sentence."""
    name, _ = joined(live)
    tell(live, collects=True)
    assert say(live, name, "\u202edamn fool\u202c  \u200f today\u2069") == 200
    assert sent(live) == ["damn fool today"]
    assert say(live, name, "\u2066 \u061c") == 400
    assert sent(live) == ["damn fool today"]


def test_sentences_come_no_faster_than_votes(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, collects=True)
    answers = [say(live, name, str(n)) for n in range(limits.VOTES + 1)]
    assert answers == [200] * limits.VOTES + [429]


def test_a_sentence_stays_when_its_follower_goes(live: Asker) -> None:
    name, _ = joined(live)
    tell(live, collects=True)
    say(live, name, "hens")
    live.open[1].close()
    found = live.classes.find(CODE)
    assert found is not None
    found._forget(name)
    other, _ = joined(live)
    say(live, other, "eggs")
    assert sent(live) == ["hens", "eggs"]


def test_who_comes_and_goes_cannot_fill_the_class(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [joined(live)[0] for _ in range(3)]
    monkeypatch.setattr(limits, "FOLLOWERS", 2)
    tell(live, collects=True)
    assert [say(live, name, "hens") for name in names] == [200, 200, 409]
    assert say(live, names[0], "eggs") == 200


def test_one_who_comes_as_another_again_and_again_leaves_a_few_sentences(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LEFT_BEHIND", 2)
    tell(live, collects=True)
    found = live.classes.find(CODE)
    assert found is not None
    names = []
    for place in range(6):
        listener = found.join(None, "10.0.0.7")
        found.say(listener.name, f"spam {place}")
        found.leave(listener)
        names.append(listener.name)
    assert sent(live) == ["spam 3", "spam 4", "spam 5"]
    back = found.join(names[4], "10.0.0.7")  # whose phone was locked has one sentence still
    found.say(back.name, "mine")
    assert sorted(sent(live)) == ["mine", "spam 3", "spam 5"]
