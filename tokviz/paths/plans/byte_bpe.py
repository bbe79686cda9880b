"""A plan for merges of bytes."""

from tokviz.paths.byte_bpe import LOW
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop, makes
from tokviz.traces.merges import MergeTrace

TRAINED = {"merges": "12", "min_count": "2"}


def _counts(shown: Shown) -> list[int]:
    return [step.count for step in shown.model.trace.steps]


def _never_rise_and_begin_alike(shown: Shown) -> bool:
    counts = _counts(shown)
    return counts == sorted(counts, reverse=True) and counts[0] == counts[1]


def _counted_and_joined(shown: Shown) -> tuple[int, ...]:
    """What is right; as often as it is joined, and joined as often as it stands."""
    trace: MergeTrace = shown.model.trace
    stands, joins = trace.steps[0].count, trace.num_tokens(0) - trace.num_tokens(1)
    return stands, joins, joins, joins, stands, stands


def _list_and_text(shown: Shown) -> tuple[int, ...]:
    trace: MergeTrace = shown.model.trace
    size, merges = len(trace.vocab), len(trace)
    before = size - merges
    right = (size, before, merges, trace.num_tokens(0), trace.num_tokens(merges))
    return merges, *right, merges, before - merges


PLAN = Plan(
    can="say from the counts which pair is joined next, and how many tokens the text has then.",
    questions=(
        Question(
            asks="How often does the pair `aa` occur in “aaaa”, and how many joins does it give?",
            answer="It occurs 3 times and gives 2 joins. Each `a` but the last has one behind it, "
            "but an `a` that was joined is gone and cannot be joined again.",
            wrong=(
                Wrong(
                    "It occurs 2 times and gives 2 joins.",
                    "We see two pairs side by side and pass over the one in the middle.",
                ),
                Wrong(
                    "It occurs 3 times and gives 3 joins.",
                    "Each pair that was counted looks free. But two of them share an `a`.",
                ),
            ),
            seen=Stop("the merge of `aa`", TRAINED, {"text": "aaaa"}, step=makes("aa")),
            numbers=_counted_and_joined,
        ),
        Question(
            asks="After 12 merges, how many tokens has the vocabulary?",
            answer="268: the 256 bytes and 12 more. A merge takes nothing from the list. Only the "
            "text gets shorter, here from 94 tokens to 22.",
            wrong=(
                Wrong(
                    "12: one for each merge.",
                    "A merge makes one token. But the bytes were tokens before it.",
                ),
                Wrong(
                    "244: each merge makes one token of two.",
                    "That is what happens in the text. The parts stay on the list.",
                ),
            ),
            seen=Stop("the text after all merges", LOW, step=lambda shown: len(shown.model.trace)),
            numbers=_list_and_text,
        ),
        Question(
            asks="Can the pair of the second merge occur more often than that of the first?",
            answer="No, at most as often. An old pair only loses places, and the first was the "
            "best of them. A new pair has the new token in it, which occurs no more often than "
            "its pair did. So the counts never rise: here from 9 down to 3.",
            wrong=(
                Wrong(
                    "Yes, if the new token is a frequent one.",
                    "A new token makes new pairs. Yet each of them holds a pair that was counted.",
                ),
                Wrong(
                    "No, it always occurs less often.",
                    "Most counts do fall. But here the second merge has the same count as the "
                    "first.",
                ),
            ),
            seen=Stop(
                "the last merge and its count",
                LOW,
                step=lambda shown: len(shown.model.trace),
                holds=_never_rise_and_begin_alike,
            ),
            numbers=lambda shown: (_counts(shown)[0], _counts(shown)[-1]),
        ),
    ),
    home=Stop(
        "Type a tongue twister. Guess the first token that is learned; then play it.",
        TRAINED,
        {"text": "she sells sea shells by the sea shore"},
    ),
)
