"""A vocabulary remembers the text that it was learned from: GPT-2's, looked at closely."""

from tokviz.paths.gpt2 import gpt2_model, of_gpt2
from tokviz.paths.stops import Challenge, GuidedPath, Settings, Shown, Stop, Verdict
from tokviz.samples.brought import BROUGHT
from tokviz.text.labels import named, plural

WORD = "strawberry"
SPELLED = " ".join(WORD)
WHAT_IT_GETS = f"A model is asked how many r's “{WORD}” has. What does it get to look at?"
"""Of the lesson's plan."""
LONG_WORD = 12
MARK = "<|im_start|>"


def _make(_: str, __: Settings) -> object:
    return gpt2_model()


def end(shown: Shown) -> int:
    return len(gpt2_model().encode_trace(shown.text))


def _pays_for_spaces(shown: Shown) -> bool:
    return of_gpt2(shown.text).count(" ") == 13 and "    " not in of_gpt2(shown.text)


def _check(said: str, _: Shown) -> Verdict:
    word = said.strip()
    if not word.isalpha() or len(word) < LONG_WORD:
        return Verdict(False, f"Not yet: one word of {LONG_WORD} letters or more.")
    tokens = of_gpt2(f" {word}")
    if 1 in (len(tokens), len(of_gpt2(word))):  # at the start of a text no space stands before it
        return Verdict(True, f"Yes: “{word}” is one token of {len(word):,} letters.")
    cut = " + ".join(map(named, gpt2_model().tokenize(f" {word}")))
    return Verdict(False, f"Not yet: {cut}, {plural(len(tokens), 'token')}.")


PATH = GuidedPath(
    lesson="any_tokenizer",
    samples=BROUGHT,
    title="What a vocabulary remembers",
    make=_make,
    stops=(
        Stop(
            "A user name, one token of GPT-2's 50,257: the tokenizer's text had it often. "
            "Models with this vocabulary answered it strangely: their texts may hardly have it.",
            {"sample": "magikarp"},
            step=end,
            look="text",
            holds=lambda shown: len(of_gpt2(shown.text)) == 1 and len(gpt2_model().vocab) == 50_257,
        ),
        Stop(WHAT_IT_GETS, {"sample": "magikarp"}, step=end, puts=True),
        Stop(
            "One number or a few, and no letters: three at the start of a text (`st`, `raw`, "
            "`berry`), one after a space. Each letter is a token only if spelled out.",
            {},
            {"text": f"{WORD} {WORD} {SPELLED}"},
            step=end,
            look="text",
            holds=lambda shown: (
                of_gpt2(shown.text)
                == ["st", "raw", "berry", f" {WORD}", *(f" {letter}" for letter in WORD)]
            ),
        ),
        Stop(
            "1234567 is cut into 123, 45, 67, but 1469134 into 14, 69, 134. The digit of the "
            "hundreds is now in the second token, now in the third.",
            {"sample": "digits"},
            step=end,
            look="text",
            holds=lambda shown: (
                of_gpt2(shown.text)[:3] == ["123", "45", "67"]
                and of_gpt2(shown.text)[-3:] == [" 14", "69", "134"]
            ),
        ),
        Stop(
            "Indentation: GPT-2 pays a token for each space of it but the last, 13 here. Later "
            "vocabularies learned from code and have tokens for whole runs.",
            {"sample": "indented"},
            step=end,
            look="text",
            holds=_pays_for_spaces,
        ),
        Stop(
            "Five Korean characters fall into 14 tokens, most of them single bytes. Other "
            "languages pay more, in money and in room for text.",
            {"sample": "korean"},
            step=end,
            look="text",
            holds=lambda shown: (
                len(of_gpt2(shown.text)) == 14
                and sum(len(token) == 1 for token in gpt2_model().tokenize(shown.text)) > 7
            ),
        ),
        Stop(
            "A chat is one text too: marks say who speaks. Most chat models have a token for each "
            f"mark. GPT-2 has none and cuts `{MARK}` into 7, as if a user had typed it.",
            {"sample": "korean", "section": "A chat"},
            {"chat_user": "안녕하세요"},
            step=end,
            look="section",
            holds=lambda _: len(of_gpt2(MARK)) == 7 and MARK not in gpt2_model().special_tokens,
        ),
        Stop("", {"sample": "prose"}, step=end),
    ),
    remember="A vocabulary remembers the text it was learned from, and the rest pays for it.",
    challenge=Challenge(
        f"Find a word of {LONG_WORD} letters or more that is **one token** of GPT-2's.", _check
    ),
)
