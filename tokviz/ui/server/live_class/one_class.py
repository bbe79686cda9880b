"""Classes in memory: what a leader told last, who hears it, and how a class voted.

A leader's browser draws a key by chance, which gives the code (codes.py); whoever has it leads. A
class holds the last state only, part by part, and each listener is told the parts that changed
since it heard last, so that a slow one costs no queue. Nothing is written to disk, and nobody has a
name. A class ends when its leader says so, or has been gone for some minutes.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Collection
from typing import Any

from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.ballots import Ballots
from tokviz.ui.server.live_class.in_order import InOrder
from tokviz.ui.server.live_class.listener import Listener
from tokviz.ui.server.live_class.rates import Rate
from tokviz.ui.server.live_class.refused import FullError, RefusedError
from tokviz.ui.server.live_class.remotes import Remotes
from tokviz.ui.server.live_class.sentences import Sentences


class LiveClass:
    """One class.

    ``remotes`` are phones that lead, too. ``text`` is a text that is in no address, after its
    digest; ``stages`` are replays as the leader's browser zipped them. ``bringing`` lets in one at
    a time, ``brought`` is how many are on their way. ``address`` is where it was started from.
    """

    def __init__(self, code: str, key: str, address: str) -> None:
        self.code, self.address = code, address
        self._key = _digest(key)
        self._parts: dict[str, tuple[int, Any]] = {}
        self._version = 0
        self._known: dict[str, str] = {}  # name -> address; the one who came first stands first
        self._ballots = Ballots()
        self._sentences = Sentences()
        self._order = InOrder()
        self.remotes = Remotes()
        self.listeners: set[Listener] = set()
        self.text: tuple[str, bytes] = ("", b"")
        self.stages: dict[str, bytes] = {}
        self.over = False
        self.is_told = False
        self.bringing = asyncio.Lock()
        self.brought = 0
        self.told = Rate(limits.STATES, seconds=1)
        self.mistyped = Rate(limits.WRONG_NUMBERS)
        self._voted = Rate(limits.VOTES, seconds=1)

    def is_led_by(self, key: str) -> bool:
        return hmac.compare_digest(self._key, _digest(key))

    def admits(self, proof: str) -> bool:
        """Whether this is the leader's key, or the name of a follower."""
        return proof in self._known or self.is_led_by(proof)

    # ---- listeners ------------------------------------------------------------------------

    def join(self, name: str | None, address: str) -> Listener:
        """A follower's place; one who was here before is known again by its name."""
        followers = {listener.name for listener in self.listeners if not listener.leads}
        if len(followers) >= limits.FOLLOWERS:
            raise FullError(f"This class is full: it has {limits.FOLLOWERS} followers.")
        if name is not None and name in self._known and name not in followers:
            self._known[name] = address
            return self._opened(Listener(name, address))
        new = secrets.token_urlsafe(12)
        # Who was cut off, and whose old stream is not closed yet, has one vote still.
        if name is not None:
            self._ballots.pass_on(name, new)
            self.remotes.pass_on(name, new)
            self._sentences.pass_on(name, new)
            for old in self.listeners:
                if old.name == name:
                    old.woken.set()
        self._known[new] = address
        self._make_room(address, {*followers, new})
        return self._opened(Listener(new, address))

    def _make_room(self, address: str, followers: Collection[str]) -> None:
        """Forget who left, for a stranger.

        Where one left from the stranger's address it is that one: who leaves and comes as another,
        again and again, has one vote still, and an address has as many as follow from there. A
        phone that leads is not forgotten while it is locked.
        """
        here = {*followers, *(known for known in self._known if known in self.remotes)}
        left = [known for known in self._known if known not in here]
        from_there = [known for known in left if self._known[known] == address]
        if from_there or len(self._known) > limits.KNOWN_FOLLOWERS:
            self._forget((from_there or left)[0])

    def _forget(self, name: str) -> None:
        """Let a follower who left be a stranger; a vote of theirs counts no more.

        A sentence stays, as their phone may only have been locked, but not as many as one likes.
        """
        address = self._known.pop(name)
        self.remotes.numbers.forget(name)
        if self._sentences.forget_left(address, self._known):
            self._put("sentences", self._sentences.told())
        if self._ballots.forget(name):
            self._put("votes", self._ballots.told())

    def lead(self, address: str) -> Listener:
        """The leader's place."""
        if self.part("presses"):
            self.remotes.forget_old()
            self._tell_presses()
        return self._opened(Listener("", address, turn=self._order.next_turn()))

    def _opened(self, listener: Listener) -> Listener:
        listener.since = rates.CLOCK()
        self.listeners.add(listener)
        self._count_listeners()
        return listener

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._count_listeners()

    def _count_listeners(self) -> None:
        names = [one.name for one in self.listeners if not one.leads]
        self._put("followers", sum(name not in self.remotes for name in names))
        if self.part("led") != self.is_led:
            self._put("led", self.is_led)

    @property
    def is_led(self) -> bool:
        """Whether the leader listens."""
        return any(listener.leads for listener in self.listeners)

    def news(self, listener: Listener) -> dict[str, Any]:
        """What a listener has not heard yet: {"steps": ...}; from now on it has.

        With a question a follower is told which option counts as their own vote, or None. One that
        is made a remote, or is one no longer, is told so, and all that it may hear; one that asks
        to be one, whether the number that it shows is still good.
        """
        turned = listener.is_remote != (listener.name in self.remotes)
        listener.is_remote ^= turned
        seen, listener.seen = 0 if turned else listener.seen, self._version
        news = {
            name: value
            for name, (version, value) in self._parts.items()
            if version > seen and listener.hears(name, self.remotes)
        }
        if turned:
            news["remote"] = self.remotes.told(listener.name)
        if (number := self.remotes.numbers.of(listener.name)) != listener.number:
            news["number"] = listener.number = number
        if question := news.get("question"):
            news["question"] = {**question, "vote": self._ballots.of(listener.name)}
        return news

    # ---- remotes --------------------------------------------------------------------------

    def ask_to_lead(self, name: str, address: str) -> str:
        """The number that a follower's phone is to show."""
        self._hear(name)
        here = [listener for listener in self.listeners if listener.name == name]
        if not here:
            raise RefusedError(409, "Your phone is not connected now. Try again.")
        return self.remotes.numbers.ask(name, address, stays=any(one.stays for one in here))

    def pair(self, number: str) -> None:
        """Let the phone that shows this number lead, too; it votes no more."""
        paired = self.remotes.pair(number, {one.name for one in self.listeners})
        if self._ballots.forget(paired):
            self._put("votes", self._ballots.told())
        self._tell_presses()
        self._tell_remotes()

    def let_go(self, name: str) -> None:
        """Let this remote be a follower again, or show no number."""
        self._let_speak(name)
        if self.remotes.let_go(name):
            self._tell_remotes()

    def let_all_go(self) -> None:
        """Let all remotes be followers again."""
        if self.remotes.let_all_go():
            self._tell_remotes()

    def _tell_remotes(self) -> None:
        self._put("phones", len(self.remotes))
        self._count_listeners()
        for listener in self.listeners:
            if listener.is_remote != (listener.name in self.remotes):
                listener.woken.set()

    def press(self, name: str, number: int, wanted: dict[str, str]) -> int:
        """Take what a remote asks the leader's browser for, if that is there; its serial."""
        if name in self.remotes and not self.is_led:
            raise RefusedError(409, "The laptop is not connected now.")
        serial = self.remotes.press(name, number, wanted)
        if serial:
            self._tell_presses()
        return serial

    def forget_presses(self, serial: int) -> None:
        """What waited too long, up to this one, is not done; the phone is told so."""
        if self.remotes.forget_to(serial):
            self._tell_presses()

    def _tell_presses(self) -> None:
        told = self.remotes.waiting()
        self._put("presses", told)
        self._put("undone", len(told["presses"]))
        if self.part("missed") != self.remotes.missed:
            self._put("missed", self.remotes.missed)

    # ---- what is told ---------------------------------------------------------------------

    def tell(self, parts: dict[str, Any]) -> None:
        """Take what the leader tells, read by ``messages``, but nothing older than was told."""
        if (told := parts.pop("told", None)) and not self._order.takes(*told):
            return
        if "question" in parts and self._ballots.turn_to(parts["question"]):
            self._put("votes", self._ballots.told())
        if parts.get("collects") and not self.part("collects"):
            self._sentences.clear()
            self._put("sentences", self._sentences.told())
        if "place" in parts:  # so that many do not ask for their runs at once
            self._put("crowd", self.part("followers") or 0)
        if pressed := parts.pop("pressed", None):
            self.remotes.done(**pressed)
            self._tell_presses()
        for name, value in parts.items():
            self._put(name, value)

    def keep_stage(self, digest: str, zipped: bytes) -> None:
        """Keep what stands on the leader's stage, for followers to fetch; the oldest goes."""
        self.stages.pop(digest, None)
        self.stages[digest] = zipped
        if len(self.stages) > limits.STAGES_KEPT:
            del self.stages[next(iter(self.stages))]

    def part(self, name: str) -> Any:
        """What was told last of this part, or None."""
        return self._parts.get(name, (0, None))[1]

    def _hear(self, name: str) -> None:
        """Let a follower say something, if that is one who leads nothing, and not too fast."""
        if name in self.remotes:
            raise RefusedError(403, "A phone that leads the class takes no part.")
        self._let_speak(name)

    def _let_speak(self, name: str) -> None:
        if name not in self._known:
            raise RefusedError(403, "Only followers of a class can take part.")
        if self._voted.is_full(name):
            raise RefusedError(429, "That is too fast.")
        self._voted.count(name)

    def say(self, name: str, sentence: str) -> None:
        """Take a follower's sentence for the leader: the last, also when its follower goes."""
        self._hear(name)
        if not self.part("collects"):
            raise RefusedError(409, "The class collects no sentences now.")
        self._sentences.take(name, sentence, self._known[name])
        self._put("sentences", self._sentences.told())

    def vote(self, name: str, replay: int, step: int, option: int) -> None:
        """Count a follower's vote: one for each question, the last before it is answered."""
        question = self.part("question")
        self._hear(name)
        if question is None or (question["replay"], question["step"]) != (replay, step):
            raise RefusedError(409, "The class is asked something else now.")
        if question["answer"] is not None:
            return
        if not 0 <= option < len(question["options"]):
            raise RefusedError(400, "The question has no such option.")
        self._ballots.cast(name, option)
        self._put("votes", self._ballots.told())

    def _put(self, name: str, value: Any) -> None:
        self._version += 1
        self._parts[name] = (self._version, value)
        for listener in self.listeners:
            if listener.hears(name, self.remotes):
                listener.woken.set()

    def end(self, *, tell: bool) -> None:
        """Close every stream; ``tell`` says whether they say first that the class is over."""
        self.over, self.is_told = True, tell
        self._parts.clear()
        self.stages.clear()
        self.remotes = Remotes()
        for listener in self.listeners:
            listener.woken.set()


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
