"""A plan for a vocabulary that a real model has."""

from tokviz.paths.any_tokenizer import WHAT_IT_GETS, WORD, end
from tokviz.paths.gpt2 import gpt2_model, of_gpt2
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop

GREETING = "안녕하세요"
BYTES = 256


def _counted(_: Shown) -> tuple[int, ...]:
    """All tokens, the bytes, the merges, and again with what is left; each merge makes a token."""
    size, special = len(gpt2_model().vocab), len(gpt2_model().special_tokens)
    merges = size - BYTES - special
    return size, BYTES, merges, size, BYTES, merges, special


def _ids(text: str) -> tuple[int | str, ...]:
    """How many tokens, and their ids."""
    ids = gpt2_model().encode(text)
    return len(ids), *map(str, ids)


PLAN = Plan(
    can="say what a model gets in place of a text, and tell from a cut what the tokenizer's text "
    "had often.",
    questions=(
        Question(
            asks=WHAT_IT_GETS,
            answer="One number or a few, and no letters. After a space it is 1 number, 41236; at "
            "the start of a text 3 numbers, 301, 1831, 8396. The model must have learned the "
            "spelling elsewhere.",
            wrong=(
                Wrong(
                    "The ten letters, one by one.",
                    "We see letters when we read. The tokenizer reads, the model does not.",
                ),
                Wrong(
                    "A number for each of its letters.",
                    "A model does get numbers. But the tokenizer joined the letters before.",
                ),
            ),
            seen=Stop(
                "“strawberry” at the start and after a space",
                {},
                {"text": f"{WORD} {WORD}"},
                step=end,
                holds=lambda shown: of_gpt2(shown.text) == [*of_gpt2(WORD), f" {WORD}"],
            ),
            numbers=lambda _: (*_ids(f" {WORD}"), *_ids(WORD)),
        ),
        Question(
            asks="GPT-2 has 50,257 tokens: 256 bytes, 50,000 merges, and what else?",
            answer="A token that says where a text ends. It is `<|endoftext|>`, and no merge "
            "makes it: 50,257 − 256 − 50,000 = 1.",
            wrong=(
                Wrong(
                    "A token for all that is unknown.",
                    "A list of words needs one. With bytes nothing is unknown.",
                ),
                Wrong(
                    "A token for the space.",
                    "A text is full of spaces. But the space is among the bytes already.",
                ),
            ),
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
            answer="The Korean reader: GPT-2's web pages had little Korean. “안녕하세요” is 14 "
            "tokens, “hello” is 1. So few merges fit that nearly every byte is paid for.",
            wrong=(
                Wrong(
                    "Both pay the same: five characters each.",
                    "Both do have five. But the price is for tokens, not characters.",
                ),
                Wrong(
                    "The English reader: a Korean character is a syllable.",
                    "It does hold more. But GPT-2 cuts it into bytes, and few of them are joined.",
                ),
            ),
            seen=Stop("the Korean greeting", {"sample": "korean"}, step=end),
            numbers=lambda _: (
                len(gpt2_model().encode(GREETING)),
                len(gpt2_model().encode("hello")),
            ),
        ),
    ),
    home=Stop(
        "Type a first name, a street and a town. Which of them is one token, and what does that "
        "tell about the text that its tokenizer learned from?",
        {},
        {"text": "Emma lives in Birmingham, Haruto in Kagoshima."},
    ),
)
