"""Why GPT-2 cuts numbers, Korean and indentation as it does."""

import re
from functools import cache

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.paths.gpt2 import gpt2_model, gpt2_tokens, of_gpt2
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Shown,
    Stop,
    Verdict,
    learned,
    makes,
    plain,
    with_merges,
)
from tokviz.samples import sample
from tokviz.text.characters import text_rows
from tokviz.text.labels import plural

SIZE = {"merges": "40", "min_count": "2", "pattern": "GPT-2"}
RHYME = {"sample": "rhyme", **SIZE}
CODE = {"sample": "code", **SIZE}
BESIDE = "Encode new text"
INDENTED = "        return low"
KOREAN = "안녕하세요"


@cache
def _train(text: str, merges: int, min_count: int) -> RegexBPE:
    return RegexBPE.train(
        text, num_merges=merges, min_count=min_count, special_tokens=("<|endoftext|>",)
    )


def _goes_on_after_the() -> int:
    """How often a word of the rhyme goes on after `` the``, as “they” and “then” do."""
    ends: list[str] = re.findall(r" the(\w+)", sample("rhyme").text)
    assert set(ends) == {"y", "n"}
    return len(ends)


def _keeps_marks_apart(shown: Shown) -> bool:
    letters_and_marks = (
        token
        for token in learned(shown)
        if any(map(str.isalpha, token)) and any(mark in token for mark in '.,"?\n')
    )
    return not any(letters_and_marks)


def _check(said: str, _: Shown) -> Verdict:
    characters = len(text_rows(said).graphemes)
    tokens = gpt2_tokens(said)
    words = f"{plural(tokens, 'token')} for {plural(characters, 'character')}."
    if tokens > characters:
        return Verdict(True, f"Yes: {words} GPT-2's web pages had little text like it.")
    asks = "What did GPT-2's web pages, of 2017 and before, have little of?"
    return Verdict(False, f"Not yet: {words} {asks}")


PATH = GuidedPath(
    lesson="regex_bpe",
    title="Why GPT-2 cuts numbers, Korean and indentation as it does",
    make=with_merges(_train),
    stops=(
        Stop(
            "A split pattern cuts first: words, each with the space before it, and punctuation. No "
            "merge ever crosses such a border.",
            RHYME,
            look="text",
            holds=_keeps_marks_apart,
        ),
        Stop(
            "This is the pattern, part by part, with what each cut out of the text you saw.",
            {**RHYME, "section": "Split pattern"},
            look="section",
        ),
        Stop(
            "So a token may begin with a space, and none is a word with its full stop. Which pair "
            "is joined next?",
            RHYME,
            step=makes(" the"),
            look="caption",
            asks=True,
            holds=_keeps_marks_apart,
        ),
        Stop(
            "`·the` is one token; 5 times it begins “they” or “then”. Numbers are merged like "
            "words, if frequent: `2024` and `2025` are tokens here, other years are not.",
            {"sample": "numbers", **SIZE},
            step=makes("2024"),
            look="caption",
            holds=lambda shown: (
                {"2024", "2025"} <= learned(shown)
                and not {"1999", "2026"} & learned(shown)
                and _goes_on_after_the() == 5
            ),
        ),
        Stop(
            "GPT-2's tokenizer learned from web pages in the same way: 1234567 becomes 123, 45 and "
            "67, with no regard to thousands. That makes arithmetic hard for the model.",
            {"sample": "numbers", **SIZE, "section": BESIDE, "encoder": "GPT-2"},
            {"new_text": "1234567"},
            step=makes("2024"),
            look="section",
            encoded=True,
            holds=lambda _: of_gpt2("1234567") == ["123", "45", "67"],
        ),
        Stop(
            "GPT-2's web pages had little code: it pays a token for each space but the last, which "
            "goes to the word. Trained on code, four spaces are one token after 2 merges.",
            {**CODE, "section": BESIDE, "encoder": "GPT-2"},
            {"new_text": INDENTED},
            step=makes("    "),
            look="section",
            encoded=True,
            holds=lambda shown: (
                plain(shown.model.trace.steps[1].token) == "    "
                and of_gpt2(INDENTED) == [*" " * 7, " return", " low"]
            ),
        ),
        Stop(
            "And little Korean: 5 characters, 15 bytes, 14 tokens. Only one merge of all 50,000 "
            "fits.",
            {**RHYME, "section": BESIDE, "encoder": "GPT-2"},
            {"new_text": KOREAN},
            step=makes(" the"),
            look="section",
            encoded=True,
            holds=lambda _: (
                (len(KOREAN), len(KOREAN.encode()), gpt2_tokens(KOREAN)) == (5, 15, 14)
                and len(gpt2_model().encode_trace(KOREAN)) == 1
            ),
        ),
        Stop("", RHYME, step=makes(" the")),
    ),
    remember="The pattern says what can never be joined; the training text says what is joined.",
    challenge=Challenge(
        "Find a short text that costs GPT-2 **more tokens than characters**.",
        _check,
    ),
)
