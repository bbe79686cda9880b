"""What to ask before a word gets its number: which one, or none. The answers are as recorded.

Whitespace: the number that the word has, or the next. Word level: who comes first when the words
are sorted, who takes the last number, and then for each word of a new text its number.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from tokviz.text.direction import isolated
from tokviz.text.labels import short_label
from tokviz.traces.words import LookUpStep, WordLevelTrace, WordStep
from tokviz.views.stepper.stepper import Ask, Chip, Option, Standing

OPTIONS = 4
LONGEST_NAME = 40


def number_ask(steps: Sequence[WordStep], k: int, size: int) -> Ask | None:
    """Before step ``k + 1`` of a whitespace replay, which numbers the word ``steps[k]``.

    ``size``: words on the list by then. None where there is but one number to choose. A word that
    differs in case or punctuation alone is the first of the others.
    """
    step, met = steps[k], {each.token_id: each.word for each in reversed(steps[:k])}
    latest = [each.token_id for each in reversed(steps[:k])]
    alike = [number for number, word in met.items() if _bare(word) == _bare(step.word)]
    numbers = list(dict.fromkeys([step.token_id, size, *alike, *latest]))[:OPTIONS]

    def option(number: int) -> Option:
        said = "is for a new word, and this one is on the list"
        if number in met:
            said = _names(met[number])
        return Option([f"{number:,}"], _standing(number == step.token_id), said)

    return _which_number(step.word, list(map(option, numbers)), answered=k + 1)


def _bare(word: str) -> str:
    """The letters and digits of a word, without case; of one that has none, all of it."""
    return "".join(filter(str.isalnum, word)).casefold() or word


def sort_ask(trace: WordLevelTrace) -> Ask | None:
    """Before the words are sorted: which of a few comes first."""
    if not trace.distinct:
        return None
    last = len(trace.distinct) - 1
    places = dict.fromkeys(round(last * share) for share in (0, 0.35, 0.7, 1))
    options = [
        Option([Chip(trace.distinct[place])], _standing(place == 0), "comes later, by code point")
        for place in places
    ]
    say = ["The words are sorted by code point. Which of these comes first?"]
    return _ask(say, options, answered=2)


def last_number_ask(trace: WordLevelTrace) -> Ask | None:
    """Before the words are numbered: which entry takes the last number; special tokens do."""
    words, last = len(trace.distinct), len(trace.vocab) - 1
    if last < words:
        return None
    places = dict.fromkeys([last, words - 1, 0, words])
    options = [
        Option([Chip(trace.vocab[place])], _standing(place == last), f"takes number {place:,}")
        for place in places
        if place >= 0
    ]
    return _ask([f"Which entry takes the last number, {last:,}?"], options, answered=3)


def look_up_ask(
    trace: WordLevelTrace, step: LookUpStep, unk_token: str | None, *, answered: int
) -> Ask | None:
    """Before a word is looked up: its number, one near it on the list, or unknown."""
    vocab: Mapping[int, str] = trace.vocab
    if step.known and step.token_id is not None:
        place = step.token_id
    else:
        place = bisect_left(trace.distinct, step.word)
    near = [n for n in (place, place - 1, place + 1) if vocab.get(n, unk_token) != unk_token]
    options = [
        Option(
            [f"{n:,}"],
            _standing(step.known and n == place),
            _names(vocab[n]),
        )
        for n in near
    ]
    unknown = "unknown" if unk_token is not None else "no number: KeyError"
    said = "is for words that are not on the list, and this one is"
    options.append(Option([unknown], _standing(not step.known), said))
    return _which_number(step.word, options, answered=answered)


def _names(word: str) -> str:
    return f"is the number of “{isolated(short_label(word, LONGEST_NAME))}”"


def _which_number(word: str, options: list[Option], *, answered: int) -> Ask | None:
    say: list[str | Chip] = ["The next word is ", Chip(word), ". Which number does it get?"]
    return _ask(say, options, answered=answered)


def _ask(say: Sequence[str | Chip], options: list[Option], *, answered: int) -> Ask | None:
    return Ask(say, options, answered) if len(options) > 1 else None


def _standing(won: bool) -> Standing:
    return "won" if won else ""
