"""How Unigram forgets, and why its objective rises when pieces go."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from tokviz.algorithms.pieces.word_uses import word_uses
from tokviz.algorithms.unigram import Unigram
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Settings,
    Shown,
    Stop,
    Verdict,
    cut_into_pieces,
    says_unknown,
)
from tokviz.text.labels import plural
from tokviz.text.markers import SPACE_MARKER
from tokviz.traces.rounds import EmStep, UnigramTrace

STORY = {
    "sample": "harbour",
    "vocab": "140",
    "normalization": "nmt_nfkc",
    "coverage": "0.9995",
    "bytes": "0",
    "kept": "0.75",
}
LONG_WORD = 6
WORD = "other fishers"
"""Of the path and of the lattice; both words can be cut in more than one likely way."""
WEIGHED = "walked"
"""Of what an EM step counts."""


@cache
def _train(text: str, vocab: int) -> Unigram:
    return Unigram.train(text, vocab_size=vocab)


def _make(text: str, settings: Settings) -> Unigram:
    return _train(text, int(settings["vocab"]))


def _first(kind: str, after: str = "") -> Callable[[Shown], int]:
    """Finds the first step of a kind, behind the first of another."""

    def step(shown: Shown) -> int:
        return _place(shown.model.trace, kind, after) + 1

    return step


def _place(trace: UnigramTrace, kind: str, after: str = "") -> int:
    kinds: list[str] = [step.kind for step in trace.steps]
    return kinds.index(kind, kinds.index(after) if after else 0)


def _before_and_after_pruning(trace: UnigramTrace) -> tuple[Any, Any]:
    pruned = _place(trace, "prune")
    return trace.steps[pruned - 1], trace.steps[_place(trace, "em", "prune")]


def _forgets(shown: Shown) -> bool:
    first = shown.model.trace.steps[0]
    return (len(first.pieces) + len(first.dropped), len(first.dropped)) == (586, 310)


def _weighs(shown: Shown) -> bool:
    word = shown.model.normalizer.normalize(WEIGHED)
    lattice = word_uses(shown.model.trace, 0, word).lattice
    best = [(path.pieces, math.exp(lattice.log_probability(path))) for path in lattice.nbest(2)]
    cuts, shares = zip(*best, strict=True)
    return cuts == (("▁walke", "d"), ("▁walk", "ed")) and round(100 * shares[0]) == 64


def _rises(shown: Shown) -> bool:
    before, after = _before_and_after_pruning(shown.model.trace)
    return bool(after.objective > before.objective and after.num_tokens > before.num_tokens)


def _falls_in_between(shown: Shown) -> bool:
    one, two = shown.model.trace.steps[:2]
    return isinstance(one, EmStep) and isinstance(two, EmStep) and two.objective < one.objective


def _drops_what_others_spell(shown: Shown) -> bool:
    pruned = shown.model.trace.steps[_place(shown.model.trace, "prune")]
    names = {shown.model.trace.seeds[number] for number in pruned.dropped}
    kept = {shown.model.trace.seeds[number] for number in pruned.pieces}
    return "▁them" in names and {"▁the", "m"} <= kept


def _drops_what_is_used_more(shown: Shown) -> bool:
    pruned = shown.model.trace.steps[_place(shown.model.trace, "prune")]
    names = [shown.model.trace.seeds[number] for number in pruned.judged]
    uses = dict(zip(names, pruned.counts.tolist(), strict=True))
    kept = {shown.model.trace.seeds[number] for number in pruned.pieces}
    return (uses["▁h"], uses["▁mend"]) == (4, 2) and kept & {"▁h", "▁mend"} == {"▁mend"}


def _check(said: str, shown: Shown) -> Verdict:
    word = shown.model.normalizer.normalize(said).removeprefix(SPACE_MARKER)
    if SPACE_MARKER in word or len(word) < LONG_WORD:
        return Verdict(False, f"Not yet: one word of {LONG_WORD} letters or more.")
    pieces, unknown = cut_into_pieces(shown.model, said)
    cut = ", ".join(pieces)
    if unknown:
        return Verdict(False, f"Not yet: {cut}. {says_unknown(unknown)}")
    if len(pieces) == 1:
        return Verdict(True, f"Yes: {cut}. It is missed too much to be forgotten.")
    return Verdict(False, f"Not yet: {cut}, {plural(len(pieces), 'piece')}.")


PATH = GuidedPath(
    lesson="unigram",
    title="How Unigram forgets",
    make=_make,
    stops=(
        Stop(
            "Here nothing is built up. Training begins with far too many pieces, 586, each with a "
            "probability, and takes away.",
            STORY,
            look="caption",
            holds=_forgets,
        ),
        Stop(
            "All ways to cut the text are weighed, and each piece gets its expected number of "
            "uses. The 310 pieces with less than half a use go.",
            STORY,
            step=_first("em"),
            look="caption",
            holds=_forgets,
        ),
        Stop(
            "The cut into `▁walke` and `d` has 64% of the probability of `▁walked`. Each piece "
            "counts for the share of the ways that hold it.",
            {**STORY, "section": "EM step", "em": "0"},
            {"em_word": WEIGHED},
            step=_first("em"),
            look="section",
            holds=_weighs,
        ),
        Stop(
            "Counting again with the new probabilities makes the text more probable. The "
            "objective, what a word costs on average, falls.",
            STORY,
            step=lambda _: 2,
            look="charts",
            holds=_falls_in_between,
        ),
        Stop(
            "Now used pieces must go, too. Not the rarest go, but those that other pieces spell "
            "almost as well. Which of these goes?",
            STORY,
            step=_first("prune"),
            look="caption",
            asks=True,
            holds=_drops_what_others_spell,
        ),
        Stop(
            "`▁h` went, used 4 times, and `▁mend` stayed, used 2 times. With fewer pieces the text "
            "takes more tokens and is less probable, so the objective rises.",
            STORY,
            step=_first("em", after="prune"),
            look="charts",
            holds=lambda shown: _rises(shown) and _drops_what_is_used_more(shown),
        ),
        Stop(
            "What is kept is a probability for every piece. So all ways to cut a text can be "
            "compared, and the best one is taken.",
            {**STORY, "section": "Lattice"},
            {"lattice_text": WORD},
            step=lambda shown: len(shown.model.trace),
            look="section",
            encoded=True,
            holds=lambda shown: len(shown.model.nbest(WORD, 3)) == 3,
        ),
        Stop("", STORY, step=lambda shown: len(shown.model.trace)),
    ),
    remember="Unigram starts with too much and drops what is needed least.",
    challenge=Challenge(
        f"Find a word of {LONG_WORD} letters or more that it kept as **one piece**.", _check
    ),
)
