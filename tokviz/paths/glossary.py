"""The words of the field, each with a plainer word beside it and explained in a sentence or two.

``with_terms`` makes links of them in a text of ours; the page explains the word that is pressed.
"""

import re
from dataclasses import dataclass
from functools import cache

PREFIX = "#word-"
"""How the link of a word begins; the rest is its key."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the field.

    ``plainer`` is the beginner's word for it; ``forms`` are other ways in which our texts write it.
    """

    word: str
    plainer: str
    meaning: str
    forms: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in links: letters and hyphens."""
        return self.word.lower().replace(" ", "-").replace("/", "")


TERMS = (
    Term(
        "token",
        "a piece of text with a number",
        "What a model reads instead of letters: a word, a part of one, a character or a byte. "
        "Equal tokens have equal numbers.",
        ("tokens",),
    ),
    Term(
        "token id",
        "its number",
        "The number of a token in the vocabulary. Under it the model looks up a list of numbers, "
        "a vector: that is all it sees of the token.",
        ("token ids",),
    ),
    Term(
        "tokenizer",
        "what cuts text",
        "A program that cuts a text into tokens and gives their numbers, and makes text of numbers "
        "again. It is made before the model learns anything, and then hardly ever changes.",
        ("tokenizers",),
    ),
    Term(
        "vocabulary",
        "the list of all tokens",
        "All tokens that a tokenizer knows, each with its number. A larger one makes texts shorter "
        "and the model larger.",
    ),
    Term(
        "pair",
        "two neighbours",
        "Two tokens that stand side by side in the text. Training counts all pairs; where the text "
        "is cut into words first, it counts only those inside a word.",
        ("pairs",),
    ),
    Term(
        "merge",
        "joining two into one",
        "A pair that was made one new token, everywhere in the text and for good.",
        ("merges", "merged", "merging"),
    ),
    Term(
        "rank",
        "the place in the order",
        "Which merge it was, counted from 0: what step 1 learns has rank 0 (256 in .tiktoken "
        "files, where the bytes come first). BPE encodes by ranks: the lowest first.",
        ("ranks",),
    ),
    Term(
        "tie",
        "a draw",
        "Several pairs stand equally often, or score the same. Then a rule has to say which goes "
        "first, and libraries have different rules.",
        ("ties", "tied"),
    ),
    Term(
        "pre-token",
        "a part of the text, before merges",
        "What a split pattern cuts the text into at first: words, numbers, punctuation. No merge "
        "crosses its border.",
        ("pre-tokens",),
    ),
    Term(
        "split pattern",
        "the rule for the first cut",
        "A regular expression that says where a text is cut before any merge: GPT-2's keeps words, "
        "numbers and punctuation apart.",
    ),
    Term(
        "piece",
        "a part of a word",
        "A token of SentencePiece's or WordPiece's vocabulary. Often a whole word, a stem or an "
        "ending.",
        ("pieces",),
    ),
    Term(
        "alphabet",
        "the letters to begin with",
        "The single characters (each code point for itself), or the 256 bytes, that training "
        "starts from.",
    ),
    Term(
        "character",
        "what you see as one",
        "What a reader takes for one letter or picture; Unicode calls it a grapheme. It may have "
        "several code points: tokenizers start from these, or from bytes, and count lengths in "
        "them.",
        ("characters",),
    ),
    Term(
        "code point",
        "a number of Unicode's",
        "A number in Unicode's list of letters and signs: U+0041 is A. Many accents, vowel signs "
        "and joiners have one of their own.",
        ("code points",),
    ),
    Term(
        "byte",
        "a number from 0 to 255",
        "What files are made of: eight bits. In UTF-8 a code point takes one to four of them. "
        "GPT-2's files and many tools write each byte as a letter; there Ġ is the space, Ċ a line "
        "end.",
        ("bytes",),
    ),
    Term(
        "UTF-8",
        "how text is stored",
        "The usual way to write code points as bytes: English letters take one, most other scripts "
        "two or three, most emoji three or four.",
    ),
    Term(
        "special token",
        "a mark that is no text",
        "A token for something other than text, such as the end of a document. It is never cut and "
        "never merged.",
        ("special tokens",),
    ),
    Term(
        "unknown token",
        "“no idea”",
        "Stands for whatever a tokenizer has no token for. What it was cannot be told any more.",
        ("unknown",),
    ),
    Term(
        "normalization",
        "tidying up first",
        "Rewriting a text before it is cut: look-alike letters, accents, double spaces. What it "
        "changes does not come back.",
        ("normalizing", "normalized"),
    ),
    Term(
        "probability",
        "how likely",
        "A share between 0 and 1. Unigram gives one to each piece; that of a cut is the product of "
        "its pieces'.",
        ("probabilities", "probable"),
    ),
    Term(
        "log-likelihood",
        "how well it fits",
        "The logarithm of how probable a text is under a model. Nearer to 0 is better. Unigram's "
        "objective is its negative, for each word.",
    ),
    Term(
        "EM step",
        "count, then weigh anew",
        "EM is expectation and maximization: count how often each piece is used, on average over "
        "all ways to cut the text, each way weighed by its probability. Then the counts become "
        "the new probabilities.",
        ("EM steps",),
    ),
    Term(
        "lattice",
        "all ways to cut",
        "A graph of every piece that fits somewhere in a text. Each way through it is one "
        "segmentation, and the best is found without trying them all.",
    ),
    Term(
        "pair score",
        "how well two belong together",
        "count(ab) ÷ (count(a) × count(b)), WordPiece's: high where both are seldom seen apart.",
    ),
    Term(
        "held out",
        "kept aside",
        "A text that a tokenizer did not learn from. A comparison is fair only on such a text.",
    ),
    Term(
        "fertility",
        "tokens for a word",
        "How many tokens a word takes on average. If nothing is unknown, a low number says that "
        "the vocabulary knows the language well.",
    ),
)

_BYTES = ("token", "vocabulary", "character", "code point", "byte", "UTF-8")
_WORDS = ("tokenizer", "token", "token id", "vocabulary", "unknown token", "special token")
_MERGES = ("token", "vocabulary", "pair", "merge", "rank", "tie", "alphabet")
ON_PAGE: dict[str, tuple[str, ...]] = {
    "text_to_bytes": _BYTES,
    "whitespace": ("tokenizer", "token", "token id", "vocabulary"),
    "word_level": _WORDS,
    "char_bpe": (*_MERGES, "unknown token"),
    "byte_bpe": (*_MERGES, "byte", "UTF-8"),
    "regex_bpe": (*_MERGES, "pre-token", "split pattern", "byte", "special token"),
    "wordpiece": (*_MERGES, "piece", "pair score", "unknown token", "normalization"),
    "sentencepiece_bpe": (
        *(*_MERGES, "character", "byte", "piece", "normalization"),
        "unknown token",
    ),
    "unigram": (
        *("piece", "vocabulary", "probability", "EM step", "log-likelihood", "lattice"),
        *("normalization", "unknown token"),
    ),
    "compare": ("tokenizer", "token", "held out", "fertility", "unknown token", "vocabulary"),
    "any_tokenizer": (
        *("tokenizer", "token", "token id", "vocabulary", "pre-token", "piece", "byte"),
        "special token",
    ),
}
"""The words that a lesson's page uses, by their names in the field."""


def terms_on(lesson: str) -> tuple[Term, ...]:
    """The words that a lesson's page uses."""
    return tuple(_by_form()[word.lower()] for word in ON_PAGE.get(lesson, ()))


def link_to(word: str, shown: str) -> str:
    """Markdown: a link that explains a word of the field. Raises KeyError for one we have not."""
    term = _by_form()[word.lower()]
    return f'[{shown}]({PREFIX}{term.key} "{term.plainer}")'


def with_terms(text: str) -> str:
    """Markdown of ours with a link at the first place of each word of the field.

    "Count each pair." -> 'Count each [pair](#word-pair "two neighbours").' What is bold, code or a
    link already stays as it is.
    """
    found: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = _by_form().get(match["form"].lower()) if match["form"] else None
        if term is None or term.word in found:
            return match[0]
        found.add(term.word)
        return link_to(term.word, match[0])

    return _pattern().sub(link, text)


@cache
def _by_form() -> dict[str, Term]:
    return {form.lower(): term for term in TERMS for form in (term.word, *term.forms)}


@cache
def _pattern() -> re.Pattern[str]:
    """A word of the field, the longest that fits; or what is to be left alone."""
    forms = "|".join(map(re.escape, sorted(_by_form(), key=len, reverse=True)))
    return re.compile(
        rf"`[^`]*`|\*\*.*?\*\*|\[[^\]]*\]\([^)]*\)|(?<![\w#-])(?P<form>{forms})(?![\w-])",
        re.IGNORECASE,
    )
