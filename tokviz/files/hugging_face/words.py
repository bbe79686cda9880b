"""WordPiece and word level as a ``tokenizer.json``."""

from collections.abc import Mapping
from typing import Any

from tokviz.files.hugging_face.pipeline import by_spelling, pipeline, replace, split

WHITE_SPACE = (
    r"[\t-\r\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
)
"""The white space of ``str.split`` and of Python's own ``\\s``."""
NO_UNKNOWN = "no unknown token"
"""Named where a word list has none: no word has a space, so the library, too, refuses the word."""
PUNCTUATION = r"""[,.:;?_!=\-"<>#{}'$&/()\[\]+]"""
CLOSED_UP = rf"""{WHITE_SPACE}+(?=[,.?"()'])"""


def wordpiece_content(
    vocab: Mapping[int, str],
    *,
    lowercase: bool,
    strip_accents: bool | None,
    unk_token: str,
    continuing_prefix: str,
    max_chars_per_word: int,
    special_tokens: Mapping[str, int],
) -> dict[str, Any]:
    """The file's content; FormatError where two ids have one spelling."""
    model = {
        "type": "WordPiece",
        "unk_token": unk_token,
        "continuing_subword_prefix": continuing_prefix,
        "max_input_chars_per_word": max_chars_per_word,
        "vocab": by_spelling(vocab.items()),
    }
    folding = {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": True,
        "strip_accents": strip_accents,
        "lowercase": lowercase,
    }
    return pipeline(
        model,
        normalizer=folding,
        pre_tokenizer={"type": "BertPreTokenizer"},
        decoder={"type": "WordPiece", "prefix": continuing_prefix, "cleanup": False},
        special_tokens=special_tokens,
    )


def word_level_content(
    vocab: Mapping[int, str], *, unk_token: str | None, special_tokens: Mapping[str, int]
) -> dict[str, Any]:
    """The file's content; FormatError where two ids have one spelling."""
    ids = by_spelling(vocab.items())
    prefix = "#"  # the library's decoder puts a space before what has not this prefix
    while any(token.startswith(prefix) for token in ids):
        prefix += "#"
    spaced = {"type": "WordPiece", "prefix": prefix, "cleanup": False}
    return pipeline(
        {"type": "WordLevel", "vocab": ids, "unk_token": unk_token or NO_UNKNOWN},
        pre_tokenizer={
            "type": "Sequence",
            "pretokenizers": [split(WHITE_SPACE, "Removed"), split(PUNCTUATION)],
        },
        decoder={
            "type": "Sequence",
            "decoders": [spaced, {"type": "Fuse"}, replace(CLOSED_UP, "")],
        },
        special_tokens=special_tokens,
    )
