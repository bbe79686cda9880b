"""A plan for a vocabulary that a real model has."""

from tokviz.paths.any_tokenizer import WORD, end, tokens_of
from tokviz.paths.gpt2 import gpt2_model
from tokviz.paths.plans.plan import Plan, Question
from tokviz.paths.stops import Shown, Stop

GREETING = "안녕하세요"
BYTES = 256


def _counted(_: Shown) -> tuple[int, ...]:
    """All tokens, the bytes, the merges and what is left; each merge makes a token of its own."""
    size, special = len(gpt2_model().vocab), len(gpt2_model().special_tokens)
    merges = size - BYTES - special
    return size, BYTES, merges, special, size, BYTES, merges


def _ids(text: str) -> tuple[int | str, ...]:
    """How many tokens, and their ids."""
    ids = gpt2_model().encode(text)
    return len(ids), *map(str, ids)


PLAN = Plan(
    can="say what a model gets in place of a text, and tell from a cut what the tokenizer's text "
    "had often.",
    questions=(
        Question(
            asks="A model is asked how many r's “strawberry” has. What does it get to look at?",
            answer="After a space the 1 number 41236, at a text's start the 3 numbers 301, 1831, "
            "8396. No letter is in any of them: how the word is spelled, the model must have "
            "learned elsewhere.",
            wrong="The ten letters.",
            tempts="We see letters when we read. The tokenizer reads, the model does not.",
            seen=Stop(
                "“strawberry” at the start and after a space",
                {},
                {"text": f"{WORD} {WORD}"},
                step=end,
                holds=lambda shown: tokens_of(shown.text) == [*tokens_of(WORD), f" {WORD}"],
            ),
            numbers=lambda _: (*_ids(f" {WORD}"), *_ids(WORD)),
        ),
        Question(
            asks="GPT-2 has 50,257 tokens: 256 bytes, 50,000 merges, and what else?",
            answer="1 special token, `<|endoftext|>`: 50,257 − 256 − 50,000. It says where a text "
            "ends, and no merge makes it.",
            wrong="The punctuation marks, or “unknown”.",
            tempts="Marks are among the bytes already, and with bytes nothing is unknown.",
            seen=Stop(
                "what it is",
                {"sample": "prose", "section": "What it is"},
                step=end,
                holds=lambda _: set(gpt2_model().special_tokens) == {"<|endoftext|>"},
            ),
            numbers=_counted,
        ),
        Question(
            asks="Each token costs the same. Who pays more for a greeting, an English or a Korean "
            "reader?",
            answer="The Korean: “안녕하세요” is 14 tokens, “hello” is 1. GPT-2 learned from "
            "little Korean, so few merges fit and nearly every byte is paid for.",
            wrong="Both pay the same: five characters each.",
            tempts="The characters are as many. But GPT-2 counts what it learned to join.",
            seen=Stop("the Korean greeting", {"sample": "korean"}, step=end),
            numbers=lambda _: (
                len(gpt2_model().encode(GREETING)),
                len(gpt2_model().encode("hello")),
            ),
        ),
    ),
    home=Stop(
        "Type your name, your street and your town. Which of them is one token, and what does that "
        "tell about the text that GPT-2 learned from?",
        {},
        {"text": "Emma lives in Birmingham, Haruto in Kagoshima."},
    ),
)
