"""A plan for pairs by their score."""

from fractions import Fraction

from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop, makes
from tokviz.paths.wordpiece import BY_SCORE, ENCODE


def _counted(shown: Shown, left: str, right: str) -> tuple[int, int, int]:
    """How often a pair stands before any merge, and each of its parts."""
    trace = shown.model.trace
    ids = {token: number for number, token in trace.vocab.items()}
    pair, tokens = (ids[left], ids[right]), trace.token_counts(0)
    return trace.pair_counts(0)[pair], int(tokens[pair[0]]), int(tokens[pair[1]])


def _two_scores(shown: Shown) -> tuple[int, ...]:
    often, rare = _counted(shown, "##e", "##r"), _counted(shown, "a", "##b")
    scores = [Fraction(pair, left * right) for pair, left, right in (rare, often)]
    return (*often, *rare, *rare, *scores[0].as_integer_ratio(), *often, *_ratio(scores[1]))


def _ratio(score: Fraction) -> tuple[int, int]:
    return score.numerator, score.denominator


PLAN = Plan(
    can="work out a pair's score from three counts, and cut a new word by the longest piece that "
    "fits.",
    questions=(
        Question(
            asks="The pieces `##f`, `##a`, `##c` and `##e` are known. Why is “face” still [UNK]?",
            answer="No piece begins a word with a small f. `##f` only goes on inside a word, and "
            "in the text no word starts with that letter.",
            wrong=(
                Wrong(
                    "The text never had the word.",
                    "It never had “Huge” either, and that is cut into 2 pieces.",
                ),
                Wrong(
                    "The pieces never stood side by side.",
                    "Training counts neighbours. A new word is cut into any pieces that fit.",
                ),
            ),
            seen=Stop(
                "“face”, cut",
                ENCODE,
                {"new_text": "face"},
                step=makes("Hugg"),
                encoded=True,
                holds=lambda shown: (
                    {"##f", "##a", "##c", "##e"} <= set(shown.model.vocab.values())
                    and not any(piece.startswith("f") for piece in shown.model.vocab.values())
                    and shown.model.tokenize("face") == ["[UNK]"]
                    and not {"face", "Huge"} & set(shown.text.split())
                    and not any(word.startswith("f") for word in shown.text.split())
                ),
            ),
            numbers=lambda shown: (len(shown.model.tokenize("Huge")),),
        ),
        Question(
            asks="It is the same letter: why are `h` and `##h` two pieces?",
            answer="`h` begins a word, `##h` goes on in one. So the way back knows where to put a "
            "space. In this text `h` stands once, `##h` 8 times.",
            wrong=(
                Wrong(
                    "There is no reason, it only makes the list longer.",
                    "On paper a gap shows where a word begins. A list of pieces has no gaps.",
                ),
                Wrong(
                    "`##h` comes from a merge, `h` does not.",
                    "The `##` looks like it. But both are there before the first merge.",
                ),
            ),
            seen=Stop(
                "the text in its first pieces",
                BY_SCORE,
                holds=lambda shown: (
                    shown.model.decode(shown.model.encode("this is")) == "this is"
                    and _counted(shown, "h", "##o")[1] == 1
                ),
            ),
            numbers=lambda shown: _counted(shown, "##h", "##i")[1:2],
        ),
        Question(
            asks="`##e` `##r` occurs 5 times, its parts 21 and 9 times. `a` `##b` occurs 2 times, "
            "its parts 5 and 2 times. Which pair does WordPiece join first?",
            answer="`a` `##b`, for its score is higher. It is 2 / (5 × 2) = 1/5; that of the "
            "other is 5 / (21 × 9) = 5/189, far less.",
            wrong=(
                Wrong(
                    "`##e` `##r`, for it occurs more often.",
                    "BPE chooses so. Here a pair scores low if its parts are everywhere.",
                ),
                Wrong(
                    "`a` `##b`, for it begins a word.",
                    "A word is cut from its beginning. But training looks at pairs everywhere.",
                ),
            ),
            seen=Stop(
                "the merge of `ab`",
                BY_SCORE,
                step=makes("ab"),
                look="pairs",
                holds=lambda shown: shown.model.trace.steps[0].token == "ab",
            ),
            numbers=_two_scores,
        ),
    ),
    home=Stop(
        "Write a word that begins like one of the text and ends like another. How is it cut?",
        ENCODE,
        {"new_text": "Huggers chapters trains"},
    ),
)
