"""Classes in memory: what a leader told last, who hears it, and how a class voted.

A leader's browser draws code and key by chance; whoever has the key leads. A class holds the last
state only, part by part, and each listener is told the parts that changed since it heard last, so
that a slow one costs no queue. Nothing is written to disk, and nobody has a name. A class ends when
its leader says so, or has been gone for some minutes.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Collection
from typing import Any

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.ballots import Ballots
from tokviz.ui.server.live_class.listener import Listener
from tokviz.ui.server.live_class.rates import Rate

LEADERS = ("followers", "votes", "sentences")
"""The parts of the news that the leader alone is told; the others are for followers alone."""


class RefusedError(Exception):
    """What the server does not do, in words, with the status of HTTP."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class LiveClass:
    """One class.

    ``text`` is a text that is in no address, after its digest; ``stages`` are replays as the
    leader's browser zipped them, by their digests. ``bringing`` lets in one of them at a time,
    ``brought`` is how many are on their way. ``address`` is where it was started from.
    """

    def __init__(self, code: str, key: str, address: str) -> None:
        self.code, self.address = code, address
        self._key = _digest(key)
        self._parts: dict[str, tuple[int, Any]] = {}
        self._version = 0
        self._known: dict[str, str] = {}  # name -> address; the one who came first stands first
        self._ballots = Ballots()
        self._sentences: dict[str, tuple[str, str]] = {}  # name -> the sentence, and from where
        self.listeners: set[Listener] = set()
        self.text: tuple[str, bytes] = ("", b"")
        self.stages: dict[str, bytes] = {}
        self.over = False
        self.is_told = False
        self.bringing = asyncio.Lock()
        self.brought = 0
        self.told = Rate(limits.STATES, seconds=1)
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
            raise RefusedError(503, f"This class is full: it has {limits.FOLLOWERS} followers.")
        if name is not None and name in self._known and name not in followers:
            self._known[name] = address
            return self._opened(Listener(name, address))
        new = secrets.token_urlsafe(12)
        # Who was cut off, and whose old stream is not closed yet, has one vote still.
        if name is not None:
            self._ballots.pass_on(name, new)
            if name in self._sentences:
                self._sentences[new] = self._sentences.pop(name)
        self._known[new] = address
        self._make_room(address, {*followers, new})
        return self._opened(Listener(new, address))

    def _make_room(self, address: str, followers: Collection[str]) -> None:
        """Forget who left, for a stranger.

        Where one left from the stranger's address it is that one: who leaves and comes as another,
        again and again, has one vote still, and an address has as many as follow from there.
        """
        left = [known for known in self._known if known not in followers]
        from_there = [known for known in left if self._known[known] == address]
        if from_there or len(self._known) > limits.KNOWN_FOLLOWERS:
            self._forget((from_there or left)[0])

    def _forget(self, name: str) -> None:
        """Let a follower who left be a stranger; a vote of theirs counts no more.

        A sentence stays, as their phone may only have been locked, but not as many as one likes.
        """
        address = self._known.pop(name)
        said_there = [of for of, (_, said_at) in self._sentences.items() if said_at == address]
        behind = [of for of in said_there if of not in self._known]
        if len(behind) > limits.LEFT_BEHIND:
            del self._sentences[behind[0]]
            self._tell_sentences()
        if self._ballots.forget(name):
            self._put("votes", self._ballots.told())

    def lead(self, address: str) -> Listener:
        """The leader's place."""
        return self._opened(Listener("", address))

    def _opened(self, listener: Listener) -> Listener:
        self.listeners.add(listener)
        self._count_followers()
        return listener

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._count_followers()

    def _count_followers(self) -> None:
        self._put("followers", sum(not listener.leads for listener in self.listeners))

    @property
    def is_led(self) -> bool:
        """Whether the leader listens."""
        return any(listener.leads for listener in self.listeners)

    def news(self, listener: Listener) -> dict[str, Any]:
        """What a listener has not heard yet: {"steps": ...}; from now on it has.

        With a question a follower is told which option counts as their own vote, or None.
        """
        seen, listener.seen = listener.seen, self._version
        news = {
            name: value
            for name, (version, value) in self._parts.items()
            if version > seen and (name in LEADERS) == listener.leads
        }
        if question := news.get("question"):
            news["question"] = {**question, "vote": self._ballots.of(listener.name)}
        return news

    # ---- what is told ---------------------------------------------------------------------

    def tell(self, parts: dict[str, Any]) -> None:
        """Take what the leader tells, read by ``messages``."""
        if "question" in parts and self._ballots.turn_to(parts["question"]):
            self._put("votes", self._ballots.told())
        if parts.get("collects") and not self.part("collects"):
            self._sentences.clear()
            self._put("sentences", [])
        if "place" in parts:  # so that many do not ask for their runs at once
            self._put("crowd", self.part("followers") or 0)
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
        """Let a follower say something, if that is one and not too fast."""
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
        if name not in self._sentences and len(self._sentences) >= limits.FOLLOWERS:
            raise RefusedError(409, f"The class has {limits.FOLLOWERS} sentences already.")
        self._sentences[name] = sentence, self._known[name]
        self._tell_sentences()

    def _tell_sentences(self) -> None:
        self._put("sentences", [sentence for sentence, _ in self._sentences.values()])

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
        self._wake(name in LEADERS)

    def _wake(self, leaders: bool) -> None:
        for listener in self.listeners:
            if listener.leads == leaders:
                listener.woken.set()

    def end(self, *, tell: bool) -> None:
        """Close every stream; ``tell`` says whether they say first that the class is over."""
        self.over, self.is_told = True, tell
        self._parts.clear()
        self.stages.clear()
        for listener in self.listeners:
            listener.woken.set()


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


class Classes:
    """All classes of a process."""

    def __init__(self) -> None:
        self._classes: dict[str, LiveClass] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def find(self, code: str) -> LiveClass | None:
        return self._classes.get(code)

    def start(self, code: str, key: str, address: str) -> LiveClass:
        """A new class, or that of the leader who comes back with its key."""
        there = self._classes.get(code)
        if there is None:
            self._check_room(address)
            there = self._classes[code] = LiveClass(code, key, address)
            self.watch(there)
        elif not there.is_led_by(key):
            raise RefusedError(409, "Another class has this code.")
        return there

    def _check_room(self, address: str) -> None:
        from_here = [one for one in self._classes.values() if one.address == address]
        of_all, of_one = len(self._classes), len(from_here)
        if of_all < limits.CLASSES and of_one < limits.CLASSES_OF_ONE:
            return
        if (left := next((one for one in from_here if not one.is_led), None)) is not None:
            self.end(left)
        elif of_all >= limits.CLASSES:
            raise RefusedError(503, "Too many classes are on this server now. Try again later.")
        else:
            raise RefusedError(503, f"{of_one} classes are open from here. End one of them first.")

    def watch(self, live_class: LiveClass) -> None:
        """Forget a class some minutes after its leader went, unless the leader is back."""
        code = live_class.code
        if (waiting := self._leaving.pop(code, None)) is not None:
            waiting.cancel()
        if not live_class.is_led and self._classes.get(code) is live_class:
            loop = asyncio.get_running_loop()
            self._leaving[code] = loop.call_later(limits.GONE, self.end, live_class)

    def end(self, live_class: LiveClass, *, tell: bool = True) -> None:
        """Forget a class; its streams close, and say so before if they are told."""
        if self._classes.get(live_class.code) is live_class:
            del self._classes[live_class.code]
        if (waiting := self._leaving.pop(live_class.code, None)) is not None:
            waiting.cancel()
        live_class.end(tell=tell)

    def streams(self) -> list[Listener]:
        """Every open stream."""
        return [listener for one in self._classes.values() for listener in one.listeners]

    def close(self) -> None:
        """Close all streams, as the server stops: leaders start their classes again on the next."""
        for live_class in list(self._classes.values()):
            self.end(live_class, tell=False)
