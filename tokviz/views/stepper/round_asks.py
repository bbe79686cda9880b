"""What to ask before Unigram drops pieces: which of a few goes, as the training recorded it."""

from tokviz.text.labels import plural, short_label
from tokviz.traces.rounds import (
    FATES,
    TOO_MANY,
    EmStep,
    PruneStep,
    RoundChoice,
    UnigramStep,
    UnigramTrace,
)
from tokviz.views.stepper.stepper import Ask, Chip, Option, Standing

OPTIONS = 4
LONGEST_NAME = 24
"""Letters of the piece that goes, in the sentence that tells it."""


def round_ask(trace: UnigramTrace, k: int) -> Ask | None:
    """The question before step ``k``, or None where no piece is judged against others.

    Of the pieces that go, the one in the middle is offered; of those that stay, one just as low,
    the next in line, one that is far from it and one that may not go.
    """
    step, choice = trace.steps[k], trace.choice(k)
    worth = _worth(trace, k)
    goes = sorted(_judged(step, choice) & worth.keys(), key=lambda seed: (worth[seed], seed))
    rules, gone = dict(choice.barred), {seed for seed, _ in choice.dropped}
    stay = sorted(worth.keys() - gone - rules.keys() - set(choice.tied), key=worth.__getitem__)
    middle = stay[len(stay) // 2 :][:1]
    others = dict.fromkeys([*choice.tied[:1], *stay[:1], *middle, *list(rules)[:1], *stay[1:]])
    if not goes or not others:
        return None
    pruning = isinstance(step, PruneStep)
    noted = _uses(step)
    answer = goes[len(goes) // 2]
    one_that_goes = short_label(trace.seeds[answer], LONGEST_NAME)

    def option(seed: int) -> Option:
        standing: Standing = "won" if seed in gone else "tied" if seed in choice.tied else ""
        why = rules.get(seed, f"its {'loss' if pruning else 'probability'} is larger")
        said = f"stays: {why}; “{one_that_goes}” goes"
        return Option([Chip(trace.seeds[seed])], standing, said, noted.get(seed, ""))

    act, count = "pruning" if pruning else "last drop", len(gone)
    say = [f"The {act} drops {plural(count, 'piece')}. Which of these goes?"]
    offered = [answer, *others][:OPTIONS]
    return Ask(say, [option(seed) for seed in offered], answered=k + 1)


def _judged(step: UnigramStep, choice: RoundChoice) -> set[int]:
    """The dropped pieces that were measured against others; if there are none, all."""
    if isinstance(step, EmStep):
        return set()
    reasons = [FATES["least missed"], TOO_MANY]
    return {n for n, why in choice.dropped if why in reasons} or {n for n, _ in choice.dropped}


def _worth(trace: UnigramTrace, k: int) -> dict[int, float]:
    """What each piece before step ``k`` is judged by: its loss, or its log-probability."""
    step = trace.steps[k]
    if isinstance(step, PruneStep):
        return dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
    return dict(zip(trace.pieces(k).tolist(), trace.log_probs(k).tolist(), strict=True))


def _uses(step: UnigramStep) -> dict[int, str]:
    """How often the text uses each piece, for whoever has to guess."""
    if not isinstance(step, PruneStep):
        return {}
    uses = zip(step.judged.tolist(), step.counts.tolist(), strict=True)
    return {seed: f"used {count:,.0f} time{'' if count == 1 else 's'}" for seed, count in uses}
