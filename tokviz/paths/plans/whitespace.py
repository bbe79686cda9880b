"""A plan for cutting at spaces."""

from tokviz.paths.plans.plan import Plan, Question
from tokviz.paths.stops import Shown, Stop
from tokviz.paths.whitespace import all_white_space_cuts, back_of, words_of

NO, TWICE = "no, no, no!", "a b and a  b"


def _half_and_whole(shown: Shown) -> tuple[int, ...]:
    words = words_of(shown.text)
    half = len(words) // 2
    early, all_of_them = (sum(each.is_new for each in part) for part in (words[:half], words))
    return half, early, len(words), all_of_them


PLAN = Plan(
    can="cut a sentence at its spaces, number the tokens, and name three things that go wrong.",
    questions=(
        Question(
            asks="How many different tokens has “no, no, no!”?",
            answer="2: `no,` and `no!`. A comma or an exclamation mark stays on its word, for "
            "only white space cuts: spaces, tabs and line ends.",
            wrong="One: the word is always no.",
            tempts="We read punctuation as something beside the word.",
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
            numbers=lambda _: (sum(each.is_new for each in words_of(NO)),),
        ),
        Question(
            asks="Two texts give the same list of tokens. Are they the same text?",
            answer="Not always. Put one space or two between `a` and `b`: the tokens are the same, "
            "and on the way back both get one space.",
            wrong="Yes: the same tokens, so the same text.",
            tempts="For the words that is right. Nobody thinks of what stands between them.",
            seen=Stop(
                "both in one text",
                {},
                {"text": TWICE},
                step=lambda _: 5,
                holds=lambda _: back_of("a b") == back_of("a  b") == "a b",
            ),
        ),
        Question(
            asks="We read a story twice as far. Is the list of words twice as long?",
            answer="No, but it is longer. The first 375 words of the story have 205 different "
            "ones, all 750 have 319. Known words come again, and new ones keep coming.",
            wrong="No, soon all words are on it.",
            tempts="The frequent words soon are. Rare words, names and slips never end.",
            seen=Stop("how the list grows", {"sample": "harbour"}),
            numbers=_half_and_whole,
        ),
    ),
    home=Stop(
        "Type what you say to a friend in a message. Which words stand on the list twice, and why?",
        {},
        {"text": "Yes! Yes, I know: you know... I know you know."},
    ),
)
