"""Texts to try any tokenizer with: each shows at once what a vocabulary has, or lacks."""

from tokviz.samples import SampleText, sample
from tokviz.samples.characters import ShortText

BROUGHT: tuple[SampleText, ...] = (
    ShortText(
        "magikarp",
        "SolidGoldMagikarp",
        "With the space in front it is one token of GPT-2's: a user name that occurred often in "
        "the text its tokenizer learned from. Into how many parts does yours cut it?",
        " SolidGoldMagikarp",
    ),
    ShortText(
        "strawberry",
        "strawberry",
        "How many r's? A model sees the tokens, not the letters. Watch which parts the r's end in.",
        "strawberry",
    ),
    ShortText(
        "digits",
        "1234567",
        "Numbers: in threes from the left, digit by digit, or as the merges fall? Compare the cut "
        "with 1469134.",
        "1234567 + 234567 = 1469134",
    ),
    ShortText(
        "indented",
        "Indented code",
        "White space in front of each line: one token for each space, or one for a whole run?",
        "def low(x):\n    if x > 100:\n        return low(x - 1)\n    return x\n",
    ),
    ShortText(
        "korean",
        "안녕하세요",
        "“Hello” in Korean, 5 characters and 15 bytes. Few tokens, none unknown: the vocabulary "
        "learned from Korean. Many: it falls into bytes or parts of letters.",
        "안녕하세요",
    ),
    ShortText(
        "tea",
        "Hello, do you like …",
        "A tutorial prints its 31 ids of GPT-2's. `*|endoftext|*` is no special token there, so it "
        "is cut like any text: 7 tokens.",
        "Hello, do you like a cup of chinese tea? *|endoftext|* In the sunlit terraces"
        "of someunknowPlace.",
    ),
    *(sample(key) for key in ("prose", "languages")),
)
