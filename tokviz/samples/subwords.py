"""Sample texts of the lessons on words and on parts of words, each with a printed result.

The sentences of the seed lessons and the four sentences of the Hugging Face course have printed
results, so what the pages show for them can be checked there.
"""

from tokviz.samples import SAMPLES, SampleText, sample
from tokviz.samples.characters import ShortText

SIMPLE = ShortText(
    "simple",
    "this is a simple …",
    "One sentence. After 10 merges, stopping when all pairs are below 1, “example” is e, x, a, "
    "mple; “this” shows what an end of word changes.",
    "this is a simple BPE tokenizer example",
)
COURSE = ShortText(
    "course",
    "The Hugging Face course",
    "Four sentences with a printed result: 70 tokens, and “Hugging” becomes Hugg, ##i, ##n, ##g.",
    "This is the Hugging Face Course.\n"
    "This chapter is about tokenization.\n"
    "This section shows several tokenizer algorithms.\n"
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)
WORDS = ShortText(
    "simple",
    "this is a simple …",
    "Six words. A tutorial's first tokenizer cuts it at the spaces, and that is all it does.",
    "this is a simple tokenizer example",
)
HELLO = ShortText(
    "hello",
    "Hello world how are you",
    "Five pre-tokens, each with the space before it. “Split pattern” below shows which part of the "
    "pattern made each.",
    "Hello world how are you",
)
WHITESPACE: tuple[SampleText, ...] = (SAMPLES[0], WORDS, *SAMPLES[1:])
REGEX_BPE: tuple[SampleText, ...] = (*SAMPLES, HELLO)
CHARACTER_BPE: tuple[SampleText, ...] = (
    sample("low"),
    SIMPLE,
    *(row for row in SAMPLES if row.key != "low"),
)
WORDPIECE: tuple[SampleText, ...] = (COURSE, *SAMPLES)
