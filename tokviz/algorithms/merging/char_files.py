"""How a character BPE is saved: subword-nmt's codes, Hugging Face's ``tokenizer.json``, or ours."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokviz.algorithms.merging.char_symbols import CharToken, shown_vocab
from tokviz.files.errors import check_suffix
from tokviz.files.hugging_face.char_bpe import char_bpe_content
from tokviz.files.subword_nmt import SUFFIX as CODES_SUFFIX
from tokviz.files.subword_nmt import write_codes
from tokviz.files.tokviz_json import SUFFIX as JSON_SUFFIX
from tokviz.files.tokviz_json import write_pipeline_or_ours
from tokviz.traces.choice import Pair

KIND = "char_bpe"


def save_char_bpe(
    path: str | Path,
    tokens: Sequence[CharToken],
    merges: Sequence[Pair],
    end_of_word: str | None,
    joined: bool,
) -> None:
    """Write the model in the format of the suffix; FormatError for what that cannot hold."""
    check_suffix(path, JSON_SUFFIX, CODES_SUFFIX)
    if Path(path).suffix == CODES_SUFFIX:
        parts = [(token.letters, token.ends_word) for token in tokens]
        write_codes(path, "0.2" if joined else "0.1", end_of_word, parts, merges)
        return
    model = tokens, merges, end_of_word, joined
    write_pipeline_or_ours(path, lambda: char_pipeline(*model), KIND, lambda: _own_content(*model))


def char_pipeline(
    tokens: Sequence[CharToken], merges: Sequence[Pair], end_of_word: str | None, joined: bool
) -> dict[str, Any]:
    """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
    letters = [token.letters for token in tokens]
    return char_bpe_content(shown_vocab(tokens, end_of_word), merges, letters, end_of_word, joined)


def _own_content(
    tokens: Sequence[CharToken], merges: Sequence[Pair], end_of_word: str | None, joined: bool
) -> dict[str, Any]:
    """What tokviz's own ``.json`` says of a character BPE."""
    base = tokens[: len(tokens) - len(merges)]
    return {
        "alphabet": [token.letters for token in base if token.letters],
        "ends": [i for i, token in enumerate(base) if token.ends_word and token.letters],
        "end_of_word_joined": joined,
        "end_of_word": end_of_word,
        "merges": [list(pair) for pair in merges],
    }
