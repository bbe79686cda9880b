"""A plan for split patterns."""

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.paths.gpt2 import gpt2_model, gpt2_tokens, of_gpt2
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.regex_bpe import BESIDE, CODE, INDENTED, RHYME, SIZE
from tokviz.paths.stops import Shown, Stop, makes, plain, rank_of

ENDS = "The end. An end. No end. My end."


def _tokens(model: ByteBPE) -> set[str]:
    return set() if model.trace is None else {plain(step.token) for step in model.trace.steps}


def _only_the_pattern_bars_it(shown: Shown) -> bool:
    without = ByteBPE.train(shown.text, num_merges=40, min_count=2)
    return " end" in _tokens(shown.model) and any("end." in token for token in _tokens(without))


def _has_no_runs_of_spaces(_: Shown) -> bool:
    return not any(
        len(token) > 1 and not token.strip(b" ") for token in gpt2_model().vocab.values()
    )


PLAN = Plan(
    can="say which neighbours a split pattern keeps apart for ever, and why `·the` and `the` are "
    "two tokens.",
    questions=(
        Question(
            asks=f"In “{ENDS}” the full stop stands behind “end” 4 times. Why is `end.` no token?",
            answer="The pattern cuts between them. The full stop is a pre-token of its own, and "
            "no merge joins two pre-tokens. Byte BPE, without a pattern, does join them.",
            wrong=(
                Wrong(
                    "They do not stand there often enough.",
                    "In the lesson before, the count alone decided.",
                ),
                Wrong(
                    "Punctuation is left out before the merges.",
                    "Some programs do that. Here the full stop stays, as a token of its own.",
                ),
            ),
            seen=Stop(
                "the merge of `·end`",
                SIZE,
                {"text": ENDS},
                step=makes(" end"),
                holds=_only_the_pattern_bars_it,
            ),
            numbers=lambda shown: (shown.text.count("end."),),
        ),
        Question(
            asks="Does GPT-2 give `the` one number wherever it stands?",
            answer="No, behind a space it has another. At the start of a text it is 1169. Behind "
            "a space the space belongs to it, and `·the` is another token, 262.",
            wrong=(
                Wrong(
                    "Yes, the same word has the same number.",
                    "We do not read the space as part of the word. The pattern does.",
                ),
                Wrong(
                    "No, each place of a text has its own.",
                    "A model is told the places as well. But a token's number says only which it "
                    "is.",
                ),
            ),
            seen=Stop(
                "“the the” through GPT-2",
                {**RHYME, "section": BESIDE, "encoder": "GPT-2"},
                {"new_text": "the the"},
                step=makes(" the"),
                encoded=True,
                holds=lambda _: of_gpt2("the the") == ["the", " the"],
            ),
            numbers=lambda _: tuple(map(str, gpt2_model().encode("the the"))),
        ),
        Question(
            asks="GPT-2 pays 7 tokens for 8 spaces of indentation before a word. What is to blame?",
            answer="The text that its tokenizer learned from. The pattern keeps the first 7 "
            "together, the last goes to the word, so they could be one token. But it learned no "
            "token of two spaces or more. From code, four spaces are a token here after 2 merges.",
            wrong=(
                Wrong(
                    "The pattern: it cuts at every space.",
                    "It does cut before a word. Yet a run of spaces stays one pre-token.",
                ),
                Wrong(
                    "The merges: they cannot join spaces.",
                    "No merge joins two pre-tokens. But this run of spaces is one.",
                ),
            ),
            seen=Stop(
                "the merge of four spaces",
                CODE,
                step=makes("    "),
                holds=_has_no_runs_of_spaces,
            ),
            numbers=lambda shown: (
                gpt2_tokens(INDENTED) - len(INDENTED.split()),
                *((run := INDENTED.index("r")), run - 1),
                rank_of(shown.model.trace, "    ") + 1,
            ),
        ),
    ),
    home=Stop(
        "Type a price, a date and a shout!!! Which of their parts can never be one token?",
        SIZE,
        {"text": "On 24/12/2026 it cost $19.99!!! Only $9.99 on 25/12/2026!!!"},
    ),
)
