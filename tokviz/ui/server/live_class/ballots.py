"""How a class votes on the question of the moment, and on those that may come back."""

import json
from collections import Counter
from typing import Any, TypeAlias

from tokviz.ui.server.live_class import limits

Question: TypeAlias = dict[str, Any]
"""As the leader told it, read by ``messages``."""
REASONS = ("why", "tempts")
"""Why an answer is right, and why each other option tempts: told with it, and never before."""
_WITH_IT = {"answer", *REASONS}


def _asked(question: Question | None) -> Question | None:
    """The same question, answered or not."""
    return question and {name: said for name, said in question.items() if name not in _WITH_IT}


class Ballots:
    """One vote for each follower, by name: the number of an option."""

    def __init__(self) -> None:
        self._question: Question | None = None
        self._votes: dict[str, int] = {}
        self._waiting: dict[str, dict[str, int]] = {}  # by what is asked; the one left first, first

    def turn_to(self, question: Question | None) -> bool:
        """Whether another is asked now; it has no votes, unless it waited.

        One that was left without its answer waits, and one of a plan with its answer too.
        """
        left, self._question = self._question, question
        if _asked(left) == _asked(question):
            return False
        if left is not None and (left["answer"] is None or "words" in left):
            self._waiting[_key(left)] = self._votes
        self._votes = self._waiting.pop(_key(question), {})
        if len(self._waiting) > limits.WAITING:
            del self._waiting[next(iter(self._waiting))]
        return True

    def cast(self, name: str, option: int) -> None:
        """Take a vote in place of the follower's last one."""
        self._votes[name] = option

    def of(self, name: str) -> int | None:
        """What a follower voted for."""
        return self._votes.get(name)

    def pass_on(self, before: str, name: str) -> None:
        """What one voted under another name is theirs."""
        for votes in (self._votes, *self._waiting.values()):
            if before in votes:
                votes[name] = votes.pop(before)

    def forget(self, name: str) -> bool:
        """Whether a vote on the question of the moment went with those of this follower."""
        for votes in self._waiting.values():
            votes.pop(name, None)
        return self._votes.pop(name, None) is not None

    def told(self) -> dict[str, Any]:
        """For the leader: what is asked, and how many voted for each option."""
        on, votes = _asked(self._question), Counter(self._votes.values())
        return {"on": on, "counts": [votes[i] for i in range(len(on["options"]))] if on else []}


def _key(question: Question | None) -> str:
    return json.dumps(_asked(question))
