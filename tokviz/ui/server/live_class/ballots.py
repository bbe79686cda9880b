"""How a class votes on the question of the moment, and on those that may come back.

A leader may have the same question voted on again, after neighbours have talked: then the first
vote's counts stand beside the new ones. Of votes between the first and the last nothing is kept.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tokviz.ui.server.live_class import limits

Question: TypeAlias = dict[str, Any]
"""As the leader told it, read by ``messages``."""
REASONS = ("why", "tempts")
"""Why an answer is right, and why each other option tempts: told with it, and never before."""
_WITH_IT = {"answer", "shown", *REASONS}


@dataclass
class _Vote:
    """One vote for each follower, by name: the number of an option.

    ``first`` has the counts of the first vote, where this is another on the same question.
    """

    of: dict[str, int] = field(default_factory=dict)
    first: list[int] | None = None


def _asked(question: Question | None) -> Question | None:
    """The same question, answered or not."""
    return question and {name: said for name, said in question.items() if name not in _WITH_IT}


def _votes_again(question: Question | None, left: Question | None) -> bool:
    """Whether a question has the one that was left voted on again."""
    if question is None or left is None or "again" not in question:
        return False
    same = all(question[name] == left.get(name) for name in ("replay", "options", "words"))
    return same and question["again"] == left.get("again", left["step"])


class Ballots:
    """The vote on the question of the moment, and those that wait."""

    def __init__(self) -> None:
        self._question: Question | None = None
        self._vote = _Vote()
        self._waiting: dict[str, _Vote] = {}  # by what is asked; the one left first, first

    def turn_to(self, question: Question | None) -> bool:
        """Whether another is asked now; it has no votes, unless it waited.

        One that was left without its answer waits, and one of a plan with its answer too. One that
        is voted on again is over: it is the first vote of the new one, unless it had none.
        """
        left, self._question = self._question, question
        if _asked(left) == _asked(question):
            return False
        if left is not None and _votes_again(question, left):
            counts = self._vote.first or self._counts(left)
            self._vote = _Vote(first=counts if any(counts) else None)
            return True
        if left is not None and (left["answer"] is None or "words" in left):
            self._waiting[_key(left)] = self._vote
        self._vote = self._waiting.pop(_key(question), _Vote())
        if len(self._waiting) > limits.WAITING:
            del self._waiting[next(iter(self._waiting))]
        return True

    def cast(self, name: str, option: int) -> None:
        """Take a vote in place of the follower's last one."""
        self._vote.of[name] = option

    def of(self, name: str) -> int | None:
        """What a follower voted for."""
        return self._vote.of.get(name)

    def pass_on(self, before: str, name: str) -> None:
        """What one voted under another name is theirs."""
        for vote in (self._vote, *self._waiting.values()):
            if before in vote.of:
                vote.of[name] = vote.of.pop(before)

    def forget(self, name: str) -> bool:
        """Whether a vote on the question of the moment went with those of this follower."""
        for vote in self._waiting.values():
            vote.of.pop(name, None)
        return self._vote.of.pop(name, None) is not None

    def told(self) -> dict[str, Any]:
        """For the leader: what is asked, how many voted for each option, and how many at first."""
        on, first = self._question, self._vote.first
        told = {"on": _asked(on), "counts": self._counts(on) if on else []}
        return told if first is None else {**told, "first": first}

    def _counts(self, question: Question) -> list[int]:
        votes = Counter(self._vote.of.values())
        return [votes[i] for i in range(len(question["options"]))]


def _key(question: Question | None) -> str:
    return json.dumps(_asked(question))
