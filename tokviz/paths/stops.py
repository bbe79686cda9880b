"""What a guided path is made of: plain data, and where in a training each of its stops lies.

The step of a stop is found in what training recorded ("the step that makes ``est``"), never
written down, so that it cannot point to the wrong one. What a sentence states, ``holds`` checks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from tokviz.samples import SAMPLES, SampleText
from tokviz.text.labels import named, plural
from tokviz.traces.merges import MergeTrace

Settings = Mapping[str, str]
"""Values of a page by their names, as a link says them."""

Place = Literal["", "caption", "text", "pairs", "vocabulary", "charts", "below", "section"]
"""What a stop points at; "" is nothing in particular. The vocabulary is Unigram's."""


class Shown(NamedTuple):
    """What a stop shows: a text, and the tokenizer that its page makes of it."""

    text: str
    model: Any


@dataclass(frozen=True, slots=True)
class Stop:
    """One place of a path.

    Arguments:
        words: one or two sentences, in Markdown.
        settings: values of the page as a link says them; ``sample`` names the text.
        boxes: what stands in boxes of the page, as it is read; ``text`` is a text of our own.
        step: finds the step to show; None, the first.
        asks: the page asks which step comes before it shows that one: it opens one step earlier.
        puts: the words are a question of the lesson's plan; the next stop answers it.
        look: what to look at.
        encoded: the replay of a new text stands at its end, where the words have come true.
        holds: whether what the words say is true of this training.
    """

    words: str
    settings: Settings
    boxes: Settings = field(default_factory=dict)
    step: Callable[[Shown], int] | None = None
    look: Place = ""
    encoded: bool = False
    asks: bool = False
    puts: bool = False
    holds: Callable[[Shown], bool] = field(default=lambda _: True)


class Verdict(NamedTuple):
    """Whether a challenge is met, and why or why not; words of the reader's may be among them."""

    met: bool
    why: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """What to try at the end of a path; ``check`` takes up to ``longest`` code points."""

    task: str
    check: Callable[[str, Shown], Verdict]
    longest: int = 60

    def judge(self, said: str, shown: Shown) -> Verdict:
        """What is to be said to what was typed, however long it is."""
        if len(said) > self.longest:
            has = plural(len(said), "code point")
            return Verdict(False, f"Not yet: {has}; at most {self.longest} are allowed.")
        return self.check(said, shown)


@dataclass(frozen=True, slots=True)
class GuidedPath:
    """A guided path through one lesson.

    Arguments:
        title: what it explains.
        make: (text, settings) -> the tokenizer that the page has with these settings.
        stops: the challenge stands at the last.
        remember: the path in one sentence.
        samples: the texts that the page offers.
    """

    lesson: str
    title: str
    make: Callable[[str, Settings], Any]
    stops: tuple[Stop, ...]
    remember: str
    challenge: Challenge
    samples: Sequence[SampleText] = SAMPLES

    def shown(self, stop: Stop) -> Shown:
        """What a stop shows. Raises StopIteration where the page does not offer its sample."""
        text = stop.boxes.get("text")
        if text is None:
            text = next(row.text for row in self.samples if row.key == stop.settings["sample"])
        return Shown(text, self.make(text, stop.settings))

    def step(self, stop: Stop) -> int:
        """The step at which a stop opens."""
        return stop.step(self.shown(stop)) - stop.asks if stop.step else 0

    def untold(self, stop: Stop) -> int | None:
        """The step after this stop's, where a later stop asks about it; so it must not be told."""
        shown, coming = self.shown(stop), self.step(stop) + 1
        later = self.stops[self.stops.index(stop) + 1 :] if stop in self.stops else ()
        asked = any(
            each.asks and self.shown(each) == shown and self.step(each) + 1 == coming
            for each in later
        )
        return coming if asked else None

    @property
    def asks(self) -> bool:
        """Whether the page asks at any of its stops."""
        return any(stop.asks for stop in self.stops)


def makes(token: str) -> Callable[[Shown], int]:
    """Finds the step that merges to this token, which must be learned; bytes are read as UTF-8."""
    return lambda shown: rank_of(shown.model.trace, token) + 1


def with_merges(train: Callable[[str, int, int], Any]) -> Callable[[str, Settings], Any]:
    """A path's ``make`` by what trains on a text, with so many merges and such a least count."""
    return lambda text, settings: train(text, int(settings["merges"]), int(settings["min_count"]))


def learned(shown: Shown) -> set[str]:
    """The tokens that merges made, as text."""
    return {plain(step.token) for step in shown.model.trace.steps}


def rank_of(trace: MergeTrace, token: str) -> int:
    """The rank of the merge that makes this token. Raises ValueError where none does."""
    for step in trace.steps:
        if plain(step.token) == token:
            return step.rank
    raise ValueError(f"A stop shows the merge of {token!r}, but this training never makes it.")


def count_of(trace: MergeTrace, token: str) -> int:
    """How often the pair stood that was merged to this token."""
    return trace.steps[rank_of(trace, token)].count


def cut_into_pieces(model: Any, text: str) -> tuple[list[str], list[str]]:
    """A SentencePiece model's pieces of a text, and what of it is in none, both as shown.

    Among the pieces ``<unk>`` stands for that.
    """
    cuts = list(zip(model.tokenize(text), model.encode(text), strict=True))
    pieces = [model.vocab[i] if i == model.unk_id else named(cut) for cut, i in cuts]
    return pieces, [named(cut) for cut, i in cuts if i == model.unk_id]


def says_unknown(unknown: Sequence[str]) -> str:
    """A sentence on what of a text is in no piece: “L” is in no piece, so it is unknown."""
    each = " and ".join(f"“{cut}”" for cut in dict.fromkeys(unknown))
    if len(set(unknown)) > 1:
        return f"{each} are in no piece, so they are unknown."
    return f"{each} is in no piece, so it is unknown."


def plain(token: str | bytes) -> str:
    """A token as text; bytes that are none are kept apart."""
    return token.decode("utf-8", "surrogateescape") if isinstance(token, bytes) else token
