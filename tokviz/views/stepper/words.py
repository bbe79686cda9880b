"""The word lessons as replays for the stepper, from what the tokenizers recorded.

Whitespace: one word a step, new or met before. Word level: split, sort, number, and then one
look-up a step. Texts are long and screens are not, so what is not drawn is counted.
"""

from collections.abc import Sequence
from dataclasses import replace

from tokviz.text.labels import plural
from tokviz.text.lines import count_lines, first_lines
from tokviz.traces.words import (
    LookUpStep,
    LookUpTrace,
    WhitespaceTrace,
    WordLevelTrace,
    WordStep,
)
from tokviz.views.stepper.stepper import Chip, Lane, Moment, Place, Replay
from tokviz.views.stepper.word_asks import last_number_ask, look_up_ask, number_ask, sort_ask

MOST_WORDS = 400
"""Words that one replay shows."""
MOST_LINES = 20
"""Lines of the text that the first step shows."""
LOOK_UP = 4
"""The step at which looking up begins, after split, sort and number."""

UNNAMED = "unknown"
"""What the unknown token is called where the tokenizer is not there to say."""


def whitespace_replay(trace: WhitespaceTrace) -> Replay:
    """One word a step: it gets the next number if it is new, else the number it has."""
    steps = trace.steps[:MOST_WORDS]
    words = [chip for k, step in enumerate(steps, start=1) for chip in _word_chips(step, k)]
    met = {step.token_id: k for k, step in reversed([*enumerate(steps, start=1)])}
    earlier = [n for n, k in met.items() if not steps[k - 1].is_new]  # listed by another text
    listed = [
        Chip(steps[k - 1].word, n, note=str(n), first=0 if n in earlier else k)
        for n, k in sorted(met.items())
    ]
    place_of = {chip.number: place for place, chip in enumerate(listed)}
    before = "texts before this one filled the list" if earlier else "the list of words is empty"
    read = "Nothing is read yet" if steps else "The text has no word to read"
    moments = [Moment([f"{read}, and {before}."])]
    size = len(earlier)
    for k, step in enumerate(steps, start=1):
        moments[-1] = replace(moments[-1], ask=number_ask(steps, k - 1, size))
        size += step.is_new
        chip = Chip(step.word, step.token_id)
        say: list[str | Chip]
        if step.is_new:
            say = [chip, f" is new. It takes the next number, {step.token_id}."]
        else:
            say = [chip, f" is on the list already: number {step.token_id}."]
        why = [f"{plural(k, 'word')} read, {size:,} on the list."]
        moments.append(Moment(say, why, ((0, 2 * k - 1), (1, place_of[step.token_id]))))
    first = _first_of(len(steps), len(trace.steps), "words")
    lanes = (
        Lane("The words", words, f"each with its number once it is read{first and '; '}{first}"),
        Lane("The list of words so far", listed, "each word once, in the order of first sight"),
    )
    return Replay("Whitespace replay", lanes, moments)


def _word_chips(step: WordStep, k: int) -> tuple[Chip, Chip]:
    """The word before step ``k`` reads it, and from then on; both take the same room."""
    note = f"new: {step.token_id}" if step.is_new else str(step.token_id)
    return (
        Chip(step.word, note=note, look="unread", end=k),
        Chip(step.word, step.token_id, note, look="new" if step.is_new else "known", first=k),
    )


def word_level_replay(
    trace: WordLevelTrace,
    text: str | None = None,
    look_ups: LookUpTrace | None = None,
    *,
    unk_token: str | None = None,
) -> Replay:
    """Training in three steps, then the look-ups of a new text, up to the word that fails.

    Arguments:
        text: what the list was made from, for step 0; the trace does not hold it.
        look_ups: the new text, as ``encode_trace`` recorded it; without it training is all.
        unk_token: stands for words that are not on the list; None makes the first one an error.
    """
    steps = _until_it_fails(look_ups.steps)[:MOST_WORDS] if look_ups else []
    number_of = {word: token_id for token_id, word in trace.vocab.items()}
    vocab, place_of = _vocab_chips(trace, steps)
    lanes = (
        _text_lane(text),
        _split_lane(trace, number_of),
        _sorted_lane(trace, number_of),
        Lane(
            "3. Number: the vocabulary",
            vocab,
            plural(len(trace.vocab), "entry") if vocab else "",
            first=3,
        ),
        *(_look_up_lanes(look_ups, steps, unk_token) if look_ups else ()),
    )
    moments = [*_training_moments(trace), *_look_up_moments(steps, place_of, unk_token)]
    moments[1] = replace(moments[1], ask=sort_ask(trace))
    moments[2] = replace(moments[2], ask=last_number_ask(trace))
    for answered, step in enumerate(steps, start=LOOK_UP):
        ask = look_up_ask(trace, step, unk_token, answered=answered)
        moments[answered - 1] = replace(moments[answered - 1], ask=ask)
    return Replay("Word level replay", lanes, moments)


def look_up_replay(trace: LookUpTrace, *, unk_token: str = UNNAMED) -> Replay:
    """One text's look-ups alone: of words, or of characters. ``unk_token``: as it is called."""
    steps = _until_it_fails(trace.steps)[:MOST_WORDS]
    parts, tokens = _look_up_lanes(trace, steps, unk_token, first=1)
    lanes = (replace(parts, name="The text, cut apart", first=0), replace(tokens, first=0))
    cut = f"The text is cut into {plural(len(trace.steps), 'part')}. None is looked up yet."
    moments = [Moment([cut])]
    ids = dict.fromkeys((step.token_id for step in steps if step.token_id is not None), 0)
    for said in _look_up_moments(steps, ids, unk_token):
        now = [(lane - 4, at) for lane, at in said.now if lane >= 4]
        moments.append(replace(said, now=now))
    return Replay("Look-ups, one by one", lanes, moments)


def _until_it_fails(steps: Sequence[LookUpStep]) -> list[LookUpStep]:
    """The look-ups that encoding makes: the first word without a number ends it."""
    made: list[LookUpStep] = []
    for step in steps:
        made.append(step)
        if step.token_id is None:
            break
    return made


# ---- the lanes ------------------------------------------------------------------------------


def _text_lane(text: str | None) -> Lane:
    if text is None:
        not_kept = Chip("A trace keeps the words, not the text they stood in.", look="rest")
        return Lane("The text", [not_kept], end=1)
    chips = [Chip(line) for line in first_lines(text, MOST_LINES)]
    note = _first_of(len(chips), count_lines(text), "lines")
    return Lane("The text", chips, note, end=1, layout="lines")


def _split_lane(trace: WordLevelTrace, number_of: dict[str, int]) -> Lane:
    chips = [Chip(word, number_of[word]) for word in trace.words[:MOST_WORDS]]
    chips += _rest(len(trace.words) - len(chips))
    note = f"{plural(len(trace.words), 'word')} in reading order; same word, same colour"
    return Lane("1. Split: the words", chips, note if chips else "", first=1, end=3)


def _sorted_lane(trace: WordLevelTrace, number_of: dict[str, int]) -> Lane:
    chips = [Chip(word, number_of[word]) for word in trace.distinct[:MOST_WORDS]]
    chips += _rest(len(trace.distinct) - len(chips))
    note = f"{len(trace.distinct):,} different, in code point order"
    return Lane("2. Sort: each word once", chips, note if chips else "", first=2, end=3)


def _vocab_chips(
    trace: WordLevelTrace, steps: Sequence[LookUpStep]
) -> tuple[list[Chip], dict[int, int]]:
    """The vocabulary's chips and where each id stands among them.

    A long one is drawn only around what is looked up, and the rest is counted.
    """
    size = len(trace.vocab)
    shown = set(range(min(size, MOST_WORDS)))
    for step in steps:
        if step.token_id is not None:
            shown |= {step.token_id - 1, step.token_id, step.token_id + 1} & trace.vocab.keys()
    shown |= set(range(len(trace.distinct), size))  # the special tokens
    chips: list[Chip] = []
    place_of: dict[int, int] = {}
    expected = 0
    for token_id in sorted(shown):
        chips += _rest(token_id - expected)
        place_of[token_id] = len(chips)
        chips.append(Chip(trace.vocab[token_id], token_id, note=str(token_id)))
        expected = token_id + 1
    return chips, place_of


def _look_up_lanes(
    look_ups: LookUpTrace,
    steps: Sequence[LookUpStep],
    unk_token: str | None,
    first: int = LOOK_UP,
) -> tuple[Lane, Lane]:
    shown = look_ups.steps[:MOST_WORDS]
    words = [chip for k, step in enumerate(shown, first) for chip in _looked_up_chips(step, k)]
    ids = []
    for k, step in enumerate(steps, start=first):
        if step.known:
            ids.append(Chip(step.word, step.token_id, note=str(step.token_id), first=k))
        elif unk_token is not None and step.token_id is not None:
            note = f"unknown: {step.token_id}"
            ids.append(Chip(unk_token, step.token_id, note=note, look="unknown", first=k))
        else:
            ids.append(Chip(step.word, note="KeyError", look="miss", first=k))
    rest = _rest(len(look_ups.steps) - len(shown))
    note = "a dashed box: not on the list"
    return (
        Lane("4. Look up: the words of the new text", [*words, *rest], note, first=first),
        Lane("The tokens and their ids", ids, first=first),
    )


def _looked_up_chips(step: LookUpStep, k: int) -> tuple[Chip, Chip]:
    """The word before step ``k`` looks it up, and from then on."""
    before = Chip(step.word, look="unread", end=k)
    if step.known:
        return before, Chip(step.word, step.token_id, first=k)
    return before, Chip(step.word, look="unknown", first=k)


# ---- the words ------------------------------------------------------------------------------


def _training_moments(trace: WordLevelTrace) -> list[Moment]:
    words, distinct, size = len(trace.words), len(trace.distinct), len(trace.vocab)
    specials = [Chip(trace.vocab[token_id], token_id) for token_id in range(distinct, size)]
    ends = ["The special tokens come last: ", *_listed(specials), "."] if specials else []
    return [
        Moment(["The text, line by line."]),
        Moment(
            [f"Split: {plural(words, 'word')}."],
            ["Cut at white space, and around the pattern's punctuation. Spaces are dropped."],
        ),
        Moment(
            [f"Sort: {plural(distinct, 'different word')}."],
            ["By code point: most marks, digits, A to Z, a to z, the rest. Equal words are one."],
        ),
        Moment([_numbered(size)], ends),
    ]


def _numbered(size: int) -> str:
    if size < 2:
        return "Number: 1 entry, 0." if size else "No words."
    return f"Number: {size:,} entries, 0 to {size - 1:,}."


def _look_up_moments(
    steps: Sequence[LookUpStep], place_of: dict[int, int], unk_token: str | None
) -> list[Moment]:
    moments = []
    for at, step in enumerate(steps):
        word = Chip(step.word, step.token_id if step.known else None)
        now: list[Place] = [(4, 2 * at + 1), (5, at)]
        if step.token_id is not None:
            now.append((3, place_of[step.token_id]))
        say: list[str | Chip]
        why: list[str | Chip] = []
        if step.known:
            say = [word, f" is on the list: {step.token_id}."]
        elif unk_token is not None and step.token_id is not None:
            unknown = Chip(unk_token, step.token_id, look="unknown")
            say = [word, " is not on the list. It becomes ", unknown, f", {step.token_id}."]
            why = ["What the word was cannot be told from the number."]
        else:
            say = ["KeyError: ", word, " is not on the list, so it has no number."]
            why = ["Encoding ends here with an error. Version 2 gives such words a number."]
        moments.append(Moment(say, why, now))
    return moments


def _listed(chips: Sequence[Chip]) -> list[str | Chip]:
    words: list[str | Chip] = []
    for chip in chips:
        words += [", ", chip] if words else [chip]
    return words


def _rest(count: int) -> list[Chip]:
    return [Chip(f"… {count:,} more …", look="rest")] if count > 0 else []


def _first_of(shown: int, total: int, what: str) -> str:
    return f"the first {shown:,} of {total:,} {what}" if shown < total else ""
