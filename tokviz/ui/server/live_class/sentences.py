"""What followers of a class sent, for its leader: the last of each, also when its writer goes."""

from collections.abc import Container

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.refused import RefusedError


class Sentences:
    """The sentences of one class."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[str, str]] = {}  # name -> the sentence, and from where

    def take(self, name: str, sentence: str, address: str) -> None:
        """In the place of what this follower sent before."""
        if name not in self._said and len(self._said) >= limits.FOLLOWERS:
            raise RefusedError(409, f"The class has {limits.FOLLOWERS} sentences already.")
        self._said[name] = sentence, address

    def told(self) -> list[str]:
        """All of them."""
        return [sentence for sentence, _ in self._said.values()]

    def pass_on(self, before: str, name: str) -> None:
        """What one sent under another name is theirs."""
        if before in self._said:
            self._said[name] = self._said.pop(before)

    def forget_left(self, address: str, known: Container[str]) -> bool:
        """Of those whose writers are not ``known`` now an address has some; whether one went."""
        left = [of for of, (_, said_at) in self._said.items() if said_at == address]
        left = [of for of in left if of not in known]
        if len(left) > limits.LEFT_BEHIND:
            del self._said[left[0]]
            return True
        return False

    def clear(self) -> None:
        self._said.clear()
