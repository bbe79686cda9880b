"""A plan for the closed list of words."""

from tokviz.algorithms.word_level import WordLevel
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop
from tokviz.paths.word_level import SECOND, TEA, TRAINING_STEPS, UNKNOWN, looks_up

CAPITALS = "The clock and the table"
HOME = "My grandmother drinks tea, and I listen to the wind."


def _twice(shown: Shown) -> list[str]:
    """Words of the list that stand there with a small letter, too."""
    words = set(shown.model.vocab.values())
    return [word for word in words if word != word.lower() and word.lower() in words]


def _new_in_the_last_fifth(shown: Shown) -> tuple[int, int]:
    """How many of its words the rest of the text has not, and how many it has."""
    model: WordLevel = shown.model
    words = [word for word in model.split(shown.text) if model.is_word(word)]
    cut = len(words) - len(words) // 5
    known = set(words[:cut])
    return sum(word not in known for word in words[cut:]), len(words) - cut


PLAN = Plan(
    can="say of each word of a sentence whether a closed list can write it, and what is written "
    "for a word that is not on it.",
    questions=(
        Question(
            asks="“Hello” and “tea” are not on the list. Do their numbers tell them apart?",
            answer="No, both get the one number for unknown words. It is 95, and the way back "
            "writes the same for both.",
            wrong=(
                Wrong(
                    "Yes, each gets a new number at the end of the list.",
                    "That was so one lesson before. This list is closed.",
                ),
                Wrong(
                    "No, they get no number: unknown words are left out.",
                    "Some programs do leave them out. This list has one number for all of them.",
                ),
            ),
            seen=Stop(
                "the look-up of “tea”",
                SECOND,
                {"new_text": TEA},
                step=looks_up("tea"),
                holds=lambda shown: (
                    shown.model.encode("Hello") == shown.model.encode("tea")
                    and shown.model.decode(shown.model.encode("tea")) == UNKNOWN
                ),
            ),
            numbers=lambda shown: shown.model.encode("Hello"),
        ),
        Question(
            asks="Are “The” and “the” one entry of the list, or two?",
            answer="Two, for `T` and `t` are two code points. Their numbers are 24 and 83. The "
            "list compares nothing else, and 4 words of this page stand on it twice.",
            wrong=(
                Wrong(
                    "One, for it is the same word.",
                    "A reader passes over a capital at the start of a sentence.",
                ),
                Wrong(
                    "One, for capitals are made small first.",
                    "Some tokenizers do that. This one takes the text as it is.",
                ),
                Wrong(
                    "Two, for one of them begins a sentence.",
                    "A capital often says so. But the list knows words only, and no sentences.",
                ),
            ),
            seen=Stop(
                "both words looked up",
                SECOND,
                {"new_text": CAPITALS},
                step=lambda _: TRAINING_STEPS + 1,
            ),
            numbers=lambda shown: (*shown.model.encode("The the"), len(_twice(shown))),
        ),
        Question(
            asks="Would a list of a million words leave nothing unknown?",
            answer="No, nobody can list the words of tomorrow. Names and slips of the pen are "
            "missing as well. Even here, where one writer goes on with one story, 25 of the last "
            "181 words and marks did not stand before.",
            wrong=(
                Wrong(
                    "Yes, no language has so many words.",
                    "A dictionary looks complete, but a text may hold anything.",
                ),
                Wrong(
                    "No, but one of ten million would.",
                    "A longer list leaves less unknown, but never nothing.",
                ),
            ),
            seen=Stop(
                "what is unknown in the story's last fifth",
                {"sample": "harbour", "version": "2"},
                look="below",
            ),
            numbers=_new_in_the_last_fifth,
        ),
    ),
    home=Stop(
        "Write two sentences on your day. Count the words that you expect to be unknown; then "
        "look.",
        SECOND,
        {"new_text": HOME},
    ),
)
