"""A plan for merges of bytes."""

from tokviz.paths.byte_bpe import LOW
from tokviz.paths.plans.plan import Plan, Question
from tokviz.paths.stops import Shown, Stop, makes
from tokviz.traces.merges import MergeTrace

TRAINED = {"merges": "12", "min_count": "2"}


def _counts(shown: Shown) -> list[int]:
    return [step.count for step in shown.model.trace.steps]


def _counted_and_joined(shown: Shown) -> tuple[int, int]:
    trace: MergeTrace = shown.model.trace
    return trace.steps[0].count, trace.num_tokens(0) - trace.num_tokens(1)


def _list_and_text(shown: Shown) -> tuple[int, ...]:
    trace: MergeTrace = shown.model.trace
    size, merges = len(trace.vocab), len(trace)
    return merges, size, size - merges, merges, trace.num_tokens(0), trace.num_tokens(merges)


PLAN = Plan(
    can="say from the counts which pair is joined next, and how many tokens the text has then.",
    questions=(
        Question(
            asks="How often does the pair `aa` stand in “aaaa”, and how many joins does it give?",
            answer="It stands 3 times, and it gives 2 joins. Each `a` but the last has one behind "
            "it, but an `a` that was joined is gone and cannot be joined again.",
            wrong="Twice, and two joins.",
            tempts="We see two pairs side by side and pass over the one in the middle.",
            seen=Stop("the merge of `aa`", TRAINED, {"text": "aaaa"}, step=makes("aa")),
            numbers=_counted_and_joined,
        ),
        Question(
            asks="Can the pair of the second merge stand more often than that of the first?",
            answer="No. An old pair only loses places, and the first was the best of them. A new "
            "pair has the new token in it, which stands no more often than its pair did. So the "
            "counts never rise: here from 9 down to 3.",
            wrong="Yes, if the new token is a frequent one.",
            tempts="A new token makes new pairs. Yet each of them holds a pair that was counted.",
            seen=Stop(
                "the last merge and its count",
                LOW,
                step=lambda shown: len(shown.model.trace),
                holds=lambda shown: _counts(shown) == sorted(_counts(shown), reverse=True),
            ),
            numbers=lambda shown: (_counts(shown)[0], _counts(shown)[-1]),
        ),
        Question(
            asks="After 12 merges, how many tokens has the vocabulary?",
            answer="268: the 256 bytes and 12 more. A merge takes nothing from the list. Only the "
            "text gets shorter, here from 94 tokens to 22.",
            wrong="Fewer than at the start: two become one.",
            tempts="That is what happens in the text. The parts stay on the list.",
            seen=Stop("the text after all merges", LOW, step=lambda shown: len(shown.model.trace)),
            numbers=_list_and_text,
        ),
    ),
    home=Stop(
        "Type a tongue twister. Guess the first token that is learned; then play it.",
        TRAINED,
        {"text": "she sells sea shells by the sea shore"},
    ),
)
