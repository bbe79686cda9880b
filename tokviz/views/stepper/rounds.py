"""Unigram's training as a replay: a shrinking vocabulary, and one sentence cut anew at each step.

Step k shows the vocabulary after k steps of training, and what the step dropped. Before a pruning,
the pieces that it will drop fade, each with the loss that condemned it: how much log-likelihood per
word the text loses without the piece. The lane of pieces is in the order of their end, those that
stay first, so that the vocabulary shrinks from its end.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from tokviz.text.labels import plural
from tokviz.traces.rounds import (
    FATES,
    IRREPLACEABLE,
    NO_PIECE,
    REQUIRED,
    Cut,
    EmStep,
    PruneStep,
    RoundChoice,
    UnigramTrace,
)
from tokviz.views.stepper.round_asks import round_ask
from tokviz.views.stepper.stepper import Chip, Lane, Moment, Replay, Words
from tokviz.views.stepper.what_goes import loss_line, what_goes

SHOWN_PIECES = 260
"""Pieces that are drawn one by one; beyond that a class cannot read them anyway."""


def rounds_replay(trace: UnigramTrace, cuts: Sequence[Cut] = ()) -> Replay:
    """The replay of a training.

    Arguments:
        cuts: (len(trace) + 1,) the reader's sentence in pieces after each step; by default the
            beginning of the text, where training recorded it.
    """
    numbers = [_facts(trace, k) for k in range(len(trace) + 1)]
    facts = Lane(
        "So far",
        [
            Chip(fact, look="fact", first=k, end=k + 1)
            for k, row in enumerate(numbers)
            for fact in row
        ],
    )
    ids = piece_numbers(trace)
    watched = [_sentence("A sentence to watch", trace, cuts, ids)] if cuts else []
    if trace.sentence and not cuts:
        watched = [_sentence("The text's beginning", trace, trace.sentence, ids)]
    lanes = [facts, *watched, what_goes(trace, ids), _vocabulary(trace, ids)]
    moments = [_opening(trace), *(_moment(trace, k) for k in range(len(trace)))]
    return Replay("Training in rounds", lanes, moments, trace.markers)


def _facts(trace: UnigramTrace, k: int) -> list[str]:
    """The size of the vocabulary, and what was measured last, with the pieces of that time.

    At the end that is no measure of the tokenizer that came out, and is left out.
    """
    facts = [plural(trace.num_pieces(k), "piece")]
    measured = [(at, step) for at, step in enumerate(trace.steps[:k], 1) if step.kind == "em"]
    if measured and k < len(trace):
        at, step = measured[-1]
        size = plural(trace.num_pieces(at - 1), "piece")
        found = f"objective {_objective(step)}, {plural(step.num_tokens, 'token')}"
        facts.append(f"before step {at:,}, {size}: {found}")
    return facts


def _sentence(
    title: str, trace: UnigramTrace, cuts: Sequence[Cut], numbers: Mapping[str, int]
) -> Lane:
    """A sentence at each step; equal neighbours in time share their chips."""
    back = {trace.seeds[seed] for seed in trace.restored}
    known = [trace.vocabulary(k).keys() for k in range(len(trace) + 1)]
    rows = [[(piece, piece in known[k]) for piece in cut] for k, cut in enumerate(cuts)]
    opens = [0, *(k for k, (before, now) in enumerate(pairwise(rows), 1) if before != now)]
    ends: list[int | None] = [*opens[1:], None]
    chips: list[Chip] = []
    for first, end in zip(opens, ends, strict=True):
        for piece, is_known in rows[first]:
            if is_known:
                chips.append(Chip(piece, numbers[piece], first=first, end=end))
                continue
            note = "later" if piece in back else "none"
            chips.append(Chip(piece, NO_PIECE, note, "unknown", first=first, end=end))
    what = "cut the most probable way at this step"
    if any(chip.look == "unknown" for chip in chips):
        what += "; hatched: no piece now, “later” comes back at the end"
    return Lane(title, chips, what, layout="letters")


def _vocabulary(trace: UnigramTrace, numbers: Mapping[str, int]) -> Lane:
    """The pieces, those that stay longest first; a piece goes at the step that drops it."""
    last = len(trace)
    kept = set(trace.pieces(last).tolist())
    ends: dict[int, int] = {}
    for k in range(last, 0, -1):
        gone = set(trace.pieces(k - 1).tolist()) - set(trace.pieces(k).tolist())
        ends |= dict.fromkeys(gone, k)
    order = sorted(
        range(len(trace.seeds)), key=lambda seed: (seed not in kept, -ends.get(seed, last), seed)
    )
    chips = []
    for seed in order[:SHOWN_PIECES]:
        piece = trace.seeds[seed]
        chips.append(Chip(piece, numbers[piece], end=ends.get(seed)))
        if seed in kept and seed in ends:
            chips.append(Chip(piece, numbers[piece], "back", "new", first=last))
    note = "in the order in which they go, those that stay first"
    if hidden := len(order[SHOWN_PIECES:]):
        note += f"; {hidden:,} that go early are not drawn"
    return Lane("The vocabulary", chips, note, tells=True)


def piece_numbers(trace: UnigramTrace) -> dict[str, int]:
    """A number for every seed: its id in the finished vocabulary, or one beyond all ids."""
    ids = {piece: token_id for token_id, piece in trace.vocab.items()}
    beyond = len(trace.vocab)
    return {piece: ids.get(piece, beyond + seed) for seed, piece in enumerate(trace.seeds)}


# ---- what to say ----------------------------------------------------------------------------


def _opening(trace: UnigramTrace) -> Moment:
    if not trace.seeds:
        return Moment(["The text is empty once it is normalized: no pieces."])
    which, many = "every substring that may be", "Far too many, on purpose"
    if len(trace.seeds) == trace.alphabet_size:
        which, many = "no substring that is", "A longer text begins with far too many, on purpose"
    elif not any(len(step.dropped) for step in trace.steps):
        many = "This text has none to spare, so training takes none away"
    elif len(trace.seeds) < 2 * trace.num_pieces(len(trace)):  # a short text has none to spare
        many = "From here on, training takes away"
    return Moment(
        [
            f"{plural(len(trace.seeds), 'seed piece')}: "
            f"{plural(trace.alphabet_size, 'code point')}, and {which} worth a place of its own. "
            f"{many}."
        ],
        ["Their first probabilities come from how much text each one covers."],
        ask=round_ask(trace, 0) if len(trace) else None,
    )


def _moment(trace: UnigramTrace, k: int) -> Moment:
    say, why = _told(trace, k)
    if k + 1 == len(trace):
        return Moment(say, [*why, f" {trace.stop_reason}"])
    coming = trace.steps[k + 1]
    ahead = [_warning(len(coming.dropped))] if isinstance(coming, PruneStep) else []
    return Moment(say, why, ahead=ahead, ask=round_ask(trace, k + 1))


def _warning(victims: int) -> str:
    if not victims:
        return " Next comes a pruning, but it drops no piece."
    return f" Next, a pruning drops {plural(victims, 'piece')}: below, in dotted boxes."


def _told(trace: UnigramTrace, k: int) -> tuple[Words, Words]:
    """The caption of a step and its reason."""
    step, choice = trace.steps[k], trace.choice(k)
    size, round_ = f"{len(step.pieces):,}", step.round + 1
    if isinstance(step, EmStep):
        rare = len(step.dropped)
        gone = "Each has half a use or more"
        if rare:
            gone = f"{plural(rare, 'piece')} with less than half a use {_go(rare)}"
        return (
            [
                f"Round {round_}, EM step: count each piece over all segmentations, and make the "
                f"counts probabilities. {gone}; {_stay(len(step.pieces))}."
            ],
            [f"Objective before it: {_objective(step)} (lower is better)."],
        )
    if isinstance(step, PruneStep):
        say = (
            f"Round {round_}, pruning: {plural(len(step.dropped), 'piece')} dropped, "
            f"{_stay(len(step.pieces))}."
        )
        return [say], [f"{_reasons(choice, loss_line(step))}{_spared(choice)}"]
    come = "comes" if len(step.restored) == 1 else "come"
    restored = "Every code point that is covered has its piece"
    if back := len(step.restored):
        restored = (
            f"{plural(back, 'code point')} {come} back: all that are covered must have a piece"
        )
    special = len(trace.vocab) - len(step.pieces)
    all_of_them = f"{size} pieces; with {plural(special, 'special token')}, {len(trace.vocab):,}"
    return (
        [
            f"The last drop, to size. {restored}; the most probable others stay, which makes "
            f"{all_of_them}."
        ],
        [f"{_reasons(choice)}{_spared(choice)}"],
    )


def _objective(step: EmStep) -> str:
    """With four decimals; what is rounded to nothing has no minus sign."""
    return f"{round(step.objective, 4) + 0.0:.4f}"


def _reasons(choice: RoundChoice, line: str = "") -> str:
    """Why pieces went, the most frequent reason first. ``line`` is told behind the least losses."""
    counts = Counter(reason for _, reason in choice.dropped).most_common()
    more = {FATES["least missed"]: line}
    return " ".join(f"{n:,} {_go(n)}: {reason}{more.get(reason, '')}." for reason, n in counts)


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _stay(number: int, which: str = "") -> str:
    return f"{number:,} {which}{'stays' if number == 1 else 'stay'}"


def _spared(choice: RoundChoice) -> str:
    """Who stood equal or lower, and stayed."""
    words = ""
    if equal := len(choice.tied):
        words = f" {_stay(equal, 'just as low ')}: {choice.ties}."
    rules = Counter(rule for _, rule in choice.barred)
    for rule, of_many in ((IRREPLACEABLE, "nothing can replace them"), (REQUIRED, REQUIRED)):
        if number := rules[rule]:
            words += f" {number:,} may not go: {rule if number == 1 else of_many}."
    return words
