"""A plan for the closed list of words."""

from tokviz.algorithms.word_level import WordLevel
from tokviz.paths.plans.plan import Plan, Question
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
    can="say of each word of a sentence whether a closed list can write it, and what stands in "
    "the text for one that it cannot.",
    questions=(
        Question(
            asks="“Hello” and “tea” are not on the list. Do their numbers tell them apart?",
            answer="No. Both become 95, the one number for all that is unknown, and the way back "
            "writes the same for both.",
            wrong="Yes, each word has a number of its own.",
            tempts="That is true of the words on the list only.",
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
            answer="Two, with the numbers 24 and 83. `T` and `t` are different code points, and "
            "the list compares nothing else. 4 words of this page stand on it twice.",
            wrong="One: it is the same word.",
            tempts="A reader passes over a capital at the start of a sentence.",
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
            answer="No. Names, slips of the pen and words of tomorrow are on no list. Even here, "
            "where one writer goes on with one story, 25 of the last 181 words and marks did not "
            "stand before.",
            wrong="Yes, no language has so many words.",
            tempts="A dictionary looks complete, but a text may hold anything.",
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
