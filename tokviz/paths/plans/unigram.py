"""A plan for the vocabulary that forgets."""

from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop
from tokviz.paths.unigram import STORY
from tokviz.traces.rounds import UnigramTrace

WORD, ONE, THREE = "light", "▁light", ("▁", "l", "ight")
USED, RARE = "▁them", "ight"
"""In the best cut of the text the first is used more often, and yet it goes."""


def _end(shown: Shown) -> int:
    return len(shown.model.trace)


def _prune(shown: Shown) -> int:
    return [step.kind for step in shown.model.trace.steps].index("prune") + 1


def _singles(shown: Shown) -> list[str]:
    trace: UnigramTrace = shown.model.trace
    return list(trace.seeds[: trace.alphabet_size])


def _left_out(shown: Shown) -> set[str]:
    """Characters of the text that are not in the alphabet, white space aside."""
    return {*shown.text} - {*_singles(shown)} - {*" \n"}


def _once(shown: Shown) -> list[str]:
    """Characters that stand once in the text, by code point: in a tie coverage takes them so."""
    return sorted(each for each in {*shown.text} if shown.text.count(each) == 1)


def _log_prob(shown: Shown, piece: str) -> float:
    trace: UnigramTrace = shown.model.trace
    last = trace.steps[-1]
    at = [trace.seeds[number] for number in last.pieces].index(piece)
    return float(last.log_probs[at])


def _two_cuts(shown: Shown) -> tuple[str, ...]:
    """What one piece costs, what each of the three costs, and what these cost together."""
    costs = [-_log_prob(shown, piece) for piece in (ONE, *THREE)]
    return (*(f"{cost:.2f}" for cost in costs), f"{sum(costs[1:]):.2f}")


def _are_the_best(shown: Shown) -> bool:
    cuts = [cut for cut, _ in shown.model.nbest(WORD, 2)]
    return cuts == [[ONE], [*THREE]] and all(
        score <= 0 for score in shown.model.trace.steps[-1].log_probs
    )


def _uses(shown: Shown) -> tuple[int, int]:
    """How often a piece is used that is dropped, and how often one that stays."""
    trace: UnigramTrace = shown.model.trace
    step = trace.steps[_prune(shown) - 1]
    assert step.kind == "prune"
    names = [trace.seeds[number] for number in step.judged]
    gone, stays = (({trace.seeds[n] for n in some}) for some in (step.dropped, step.pieces))
    assert USED in gone
    assert RARE in stays
    assert any(len(piece) > len(USED) for piece in stays)
    return int(step.counts[names.index(USED)]), int(step.counts[names.index(RARE)])


PLAN = Plan(
    can="compare two cuts of a word by the probabilities of their pieces, and say which pieces "
    "training drops first.",
    questions=(
        Question(
            asks="Training drops piece after piece. Why are all code points of the alphabet on "
            "the final list, even those that were dropped on the way?",
            answer="Because nothing shorter could spell them. Without its piece, a code point may "
            "be unknown. The last step brings back what is missing: all 41 are there. Of the 4 "
            "code points that stand once in the text, coverage left out the last by code point, "
            "`U`.",
            wrong=(
                Wrong(
                    "Because single code points are the most frequent pieces.",
                    "Many are. But most of the rare ones are there as well.",
                ),
                Wrong(
                    "Because the list must get its full size again.",
                    "Training has a size as its goal. But only single code points come back.",
                ),
            ),
            seen=Stop(
                "the pieces that are left",
                STORY,
                step=_end,
                look="vocabulary",
                holds=lambda shown: (
                    set(_singles(shown)) <= set(shown.model.vocab.values())
                    and _left_out(shown) == {*_once(shown)[-1:]} == {"U"}
                ),
            ),
            numbers=lambda shown: (len(_singles(shown)), len(_once(shown))),
        ),
        Question(
            asks="Why does a cut into few pieces mostly win, though no rule asks for few?",
            answer="Each further piece makes the product smaller. Probabilities are multiplied, "
            "and none is above one. Logarithms add: −4.76 for `▁light`, but for `▁`, `l`, `ight` "
            "it is −2.73 − 7.89 − 6.86 = −17.48.",
            wrong=(
                Wrong(
                    "The longest piece that fits is taken, as in WordPiece.",
                    "The result is often the same. Here it comes from the numbers alone.",
                ),
                Wrong(
                    "A long piece is more probable than a short one.",
                    "Some are. But `▁` alone is more probable than `▁light`.",
                ),
            ),
            seen=Stop(
                "“light” and all its cuts",
                {**STORY, "section": "Lattice"},
                {"lattice_text": WORD},
                step=_end,
                holds=_are_the_best,
            ),
            numbers=_two_cuts,
        ),
        Question(
            asks="Can a piece be dropped that is used more often than one that stays?",
            answer="Yes, if others spell it nearly as well. `▁them` is used 3 times and goes, "
            "`ight` is used 1 time and stays. What counts is how much less probable the text "
            "becomes without the piece.",
            wrong=(
                Wrong(
                    "No, the rarest pieces always go first.",
                    "Counts decide in BPE. Here a piece goes that others spell nearly as well.",
                ),
                Wrong(
                    "Yes, for the longest pieces go first.",
                    "A long piece looks easy to replace. But longer ones than `▁them` stay.",
                ),
            ),
            seen=Stop("the first step that prunes", STORY, step=_prune, look="text"),
            numbers=_uses,
        ),
    ),
    home=Stop(
        "Write a word that can be read in two ways, as “windows”: window + s, or wind + ows. How "
        "is it cut, and what is the second best cut?",
        {**STORY, "section": "Lattice"},
        {"lattice_text": "windows"},
        step=_end,
    ),
)
