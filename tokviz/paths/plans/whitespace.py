"""A plan for cutting at spaces."""

import re

from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop
from tokviz.paths.whitespace import all_white_space_cuts, back_of, words_of

NO, TWICE = "no, no, no!", "a b and a  b"


def _half_and_whole(shown: Shown) -> tuple[int, ...]:
    words = words_of(shown.text)
    half = len(words) // 2
    early, all_of_them = (sum(each.is_new for each in part) for part in (words[:half], words))
    return half, early, len(words), all_of_them


def _without_and_beside_punctuation(_: Shown) -> tuple[int, int, int]:
    """Different tokens; different words, punctuation aside; these and the punctuation."""
    parts = set(re.findall(r"\w+|[^\w\s]", NO))
    words = {part for part in parts if part.isalpha()}
    return sum(each.is_new for each in words_of(NO)), len(words), len(parts)


PLAN = Plan(
    can="cut a sentence at its spaces, number the tokens, and name three things that go wrong.",
    questions=(
        Question(
            asks="How many different tokens has “no, no, no!”?",
            answer="2: `no,` and `no!`. A comma or an exclamation mark stays on its word, for "
            "only white space cuts: spaces, tabs and line ends.",
            wrong=(
                Wrong(
                    "1: the word is always `no`.",
                    "We read punctuation as something beside the word.",
                ),
                Wrong(
                    "3: `no`, `,` and `!`.",
                    "Many tokenizers cut so. Here only white space cuts.",
                ),
            ),
            seen=Stop(
                "the text as tokens",
                {},
                {"text": NO},
                step=lambda _: 3,
                holds=lambda _: (
                    [each.word for each in words_of(NO)] == ["no,", "no,", "no!"]
                    and all_white_space_cuts()
                ),
            ),
            numbers=_without_and_beside_punctuation,
        ),
        Question(
            asks="Two texts give the same list of tokens. Are they the same text?",
            answer="Not always: the spaces may differ. With one space or two between `a` and `b` "
            "the tokens are the same, and on the way back both get one space.",
            wrong=(
                Wrong(
                    "Yes: the same tokens, so the same text.",
                    "For the words that is right. Nobody thinks of what stands between them.",
                ),
                Wrong(
                    "Not always: the words may stand in another order.",
                    "A count of the words would forget their order. A list keeps it.",
                ),
            ),
            seen=Stop(
                "both in one text",
                {},
                {"text": TWICE},
                step=lambda _: 5,
                holds=lambda _: back_of("a b") == back_of("a  b") == "a b",
            ),
        ),
        Question(
            asks="We read twice as much of a story. Is the list of words twice as long?",
            answer="No, but it grows: new words keep coming. The first 375 words of the story "
            "have 205 different ones, all 750 have 319, for known words come again.",
            wrong=(
                Wrong(
                    "No, it stays as it is: all words are on it.",
                    "The frequent words soon are. Rare words, names and slips never end.",
                ),
                Wrong(
                    "Yes, twice the text has twice the words.",
                    "That is so where each word counts. On the list each stands once.",
                ),
            ),
            seen=Stop("how the list grows", {"sample": "harbour"}, look="charts"),
            numbers=_half_and_whole,
        ),
    ),
    home=Stop(
        "Type what you say to a friend in a message. Which words stand on the list twice, and why?",
        {},
        {"text": "Yes! Yes, I know: you know... I know you know."},
    ),
)
