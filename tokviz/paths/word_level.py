"""Where an unknown word goes, and what of a text does not come back."""

from collections.abc import Callable
from functools import cache

from tokviz.algorithms.word_level import UnknownWordError, WordLevel
from tokviz.paths.stops import Challenge, GuidedPath, Settings, Shown, Stop, Verdict
from tokviz.text.labels import named, plural

TRAINING_STEPS = 3
UNKNOWN = "*|unk|*"
TEA = "Hello, do you like tea?"
SECOND = {"sample": "page", "version": "2"}
KNOWN_WORDS = 5


@cache
def _train(text: str, version: str) -> WordLevel:
    if version == "1":
        return WordLevel.train(text)
    return WordLevel.train(text, unk_token=UNKNOWN, special_tokens=("*|endoftext|*",))


def _make(text: str, settings: Settings) -> WordLevel:
    return _train(text, settings["version"])


def looks_up(word: str) -> Callable[[Shown], int]:
    """Finds the step that looks up this word of the new text."""

    def step(shown: Shown) -> int:
        looked_up = [each.word for each in shown.model.encode_trace(TEA).steps]
        return TRAINING_STEPS + looked_up.index(word) + 1

    return step


def _fails(shown: Shown) -> bool:
    try:
        shown.model.encode(TEA)
    except UnknownWordError as error:
        return "Hello" in str(error)
    return False


def _check(said: str, shown: Shown) -> Verdict:
    steps = shown.model.encode_trace(said).steps
    words = [step.word for step in steps if any(map(str.isalnum, step.word))]
    unknown = [step.word for step in steps if not step.known]
    if unknown:
        return Verdict(False, f"Not yet: “{named(unknown[0])}” is not on the list.")
    if not words:
        return Verdict(False, "Not yet: no word so far.")
    if len(set(words)) < KNOWN_WORDS:
        so_far = plural(len(set(words)), "different word")
        return Verdict(False, f"Not yet: {so_far} so far, all known.")
    return Verdict(True, f"Yes: all {len(words):,} words are on the list.")


PATH = GuidedPath(
    lesson="word_level",
    title="Where an unknown word goes",
    make=_make,
    stops=(
        Stop(
            "The text is cut into words and punctuation marks: 214 of them. The marks no longer "
            "stick to the words.",
            SECOND,
            {"new_text": TEA},
            step=lambda _: 1,
            look="caption",
            holds=lambda shown: len(shown.model.trace.words) == 214,
        ),
        Stop(
            "Equal words are one, so 94 are left. They are sorted, and each gets its place as its "
            "number; two special tokens come last.",
            SECOND,
            {"new_text": TEA},
            step=lambda _: TRAINING_STEPS,
            look="caption",
            holds=lambda shown: (
                len(shown.model.trace.distinct) == 94
                and [*shown.model.vocab.values()][94:] == ["*|endoftext|*", UNKNOWN]
                and list(shown.model.trace.distinct) == sorted(shown.model.trace.distinct)
            ),
        ),
        Stop(
            "Now the list is closed: no word comes to it any more. The first word of a new text "
            "is “Hello”. Which number does it get?",
            {"sample": "page", "version": "1"},
            {"new_text": TEA},
            step=looks_up("Hello"),
            look="caption",
            asks=True,
            holds=_fails,
        ),
        Stop(
            "“Hello” is not on the list, so the first version stops with an error. The second has "
            "one number for all such words, and does not say which it was.",
            SECOND,
            {"new_text": TEA},
            step=looks_up("Hello"),
            look="caption",
            holds=lambda shown: shown.model.encode("Hello") == [shown.model.unk_id],
        ),
        Stop(
            "“tea” becomes the same number. The way back tells what was lost: two words that "
            "nobody can guess.",
            SECOND,
            {"new_text": TEA},
            step=looks_up("tea"),
            look="below",
            holds=lambda shown: (
                shown.model.encode_trace(TEA).num_unknown == 2
                and shown.model.decode(shown.model.encode(TEA)).count(UNKNOWN) == 2
            ),
        ),
        Stop("", SECOND, {"new_text": TEA}, step=lambda _: TRAINING_STEPS),
    ),
    remember="A closed list cannot spell: all words that are not on it get the same number.",
    challenge=Challenge(
        f"Type a sentence of **{KNOWN_WORDS} different words**, **all on the list**.",
        _check,
    ),
)
