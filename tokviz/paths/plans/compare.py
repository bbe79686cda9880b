"""A plan for a fair comparison."""

from tokviz.paths.compare import FAIR, HAS_UNIGRAM_LEARNED, IS_FEWER_BETTER, LOST, result
from tokviz.paths.gpt2 import gpt2_tokens
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop
from tokviz.samples import EVENING, sample
from tokviz.samples.parallel import PARALLEL

PRICES = "The price of a language"
RELATIVE = {"unit": "times"}
"""The section that has it, and what is set there to see how many times the tokens of English."""
ENGLISH, ARMENIAN = (
    next(row.text for row in PARALLEL if row.language == language)
    for language in ("English", "Armenian")
)
OWN_TEXT = {**FAIR, "held": "own", "section": "What is lost"}


def _size(shown: Shown, name: str, text: str) -> int:
    return len(shown.model[name].encode(text))


def _short_and_exact(shown: Shown) -> tuple[int, int]:
    return _size(shown, "Word level", EVENING.text), _size(shown, "Regex BPE", EVENING.text)


def _only_white_space_is_lost(shown: Shown) -> bool:
    text, model = EVENING.text, shown.model["Word level"]
    back = model.decode(model.encode(text))
    same_words = "".join(back.split()) == "".join(text.split())
    return same_words and back != text and result(shown, "Regex BPE", text).exact


def _per_word(shown: Shown) -> list[str]:
    texts = (sample("harbour").text, EVENING.text)
    return [f"{_size(shown, 'Regex BPE', text) / len(text.split()):.2f}" for text in texts]


def _in_six_languages(shown: Shown) -> tuple[int, int, int, int]:
    text, unigram = sample("languages").text, shown.model["Unigram"]
    size = _size(shown, "Unigram", text)
    return size, _size(shown, "Regex BPE", text), unigram.encode(text).count(unigram.unk_id), size


def _armenian_and_english(_: Shown) -> tuple[int | str, ...]:
    """Tokens of both, the Armenian's bytes, how many times the tokens, the characters of both."""
    cheap, dear = gpt2_tokens(ENGLISH), gpt2_tokens(ARMENIAN)
    size, times = len(ARMENIAN.encode()), f"{dear / cheap:.2f}"
    return cheap, dear, size, times, len(ARMENIAN), len(ENGLISH)


PLAN = Plan(
    can="judge a comparison of two tokenizers: whether both give the text back, and whether the "
    "text was new to both.",
    questions=(
        Question(
            asks="The same two sentences are 18 tokens of GPT-2 in English, 121 in Armenian. Why?",
            answer="No merge fits: GPT-2's web pages had hardly any Armenian. In Armenian the "
            "sentences are 121 bytes, and each byte is a token of its own. Services charge by the "
            "token, so the same costs 6.72 times as much.",
            wrong=(
                Wrong(
                    "Armenian takes more characters to say the same.",
                    "What costs more looks longer. But the Armenian has 67 characters, the "
                    "English 77.",
                ),
                Wrong(
                    "GPT-2 writes “unknown” for each Armenian letter.",
                    "It has no tokens for these letters. But with bytes nothing is unknown.",
                ),
            ),
            seen=Stop(
                "the price of each language",
                {**FAIR, "section": PRICES, **RELATIVE},
                holds=lambda _: gpt2_tokens(ARMENIAN) == len(ARMENIAN.encode()),
            ),
            numbers=_armenian_and_english,
        ),
        Question(
            asks=IS_FEWER_BETTER,
            answer="Only if both give the text back. Here Word level needs 155 tokens and Regex "
            "BPE 223, but from Word level not all spaces and line ends come back.",
            wrong=(
                Wrong(
                    "Yes, fewer tokens cost less.",
                    "A price is easy to compare. What was lost does not show in the number.",
                ),
                Wrong(
                    "No, more tokens keep more of the text.",
                    "Small pieces look exact. But long ones may give the text back as well.",
                ),
            ),
            seen=Stop(
                "what is lost",
                LOST,
                holds=_only_white_space_is_lost,
            ),
            numbers=_short_and_exact,
        ),
        Question(
            asks=HAS_UNIGRAM_LEARNED,
            answer="No, much of it is unknown to Unigram. It learned from an English story: 34 of "
            "its 106 tokens say “unknown”, one for each stretch that it cannot spell. Regex BPE "
            "spells every byte.",
            wrong=(
                Wrong(
                    "Yes, that is why it needs so few.",
                    "Few tokens are a good sign only where nothing is unknown.",
                ),
                Wrong(
                    "No, but it has each word as one token.",
                    "So few tokens look like whole words. Many of them say “unknown”.",
                ),
            ),
            seen=Stop("six languages", {**FAIR, "held": "languages"}),
            numbers=_in_six_languages,
        ),
        Question(
            asks="Why measure on a text that no tokenizer learned from?",
            answer="Because they know the other text by heart. Regex BPE needs 1.67 tokens for "
            "each word of the story that it learned from, and 1.78 for each word of new "
            "sentences, which are what users will write.",
            wrong=(
                Wrong(
                    "For no reason: merges are merges.",
                    "The merges are the same. But they were made to fit that one text.",
                ),
                Wrong(
                    "So that all of them learn from it.",
                    "They learned before. A text that is measured is cut, and changes nothing.",
                ),
            ),
            seen=Stop(
                "the numbers on both texts",
                {**FAIR, "section": "The numbers"},
            ),
            numbers=_per_word,
        ),
    ),
    home=Stop(
        "Put in the last message that you wrote. Who gives it back, and who needs the fewest "
        "tokens among those?",
        OWN_TEXT,
        {"held_text": "see you  at 8:30?? i'll bring café crêpes :-)"},
    ),
)
