"""BERT's ``vocab.txt``, read and written as plain data: one token a line, in id order, in UTF-8.

It says nothing on how text is folded before the look-up, so whoever loads one has to say it.
"""

from collections.abc import Sequence
from pathlib import Path

from tokviz.files.errors import FormatError, short
from tokviz.files.reading import read_lines
from tokviz.files.vocabulary import check_number_of_tokens
from tokviz.files.writing import write_text

SUFFIX = ".txt"
BOM = "\ufeff"


def write_vocab_txt(path: str | Path, tokens: Sequence[str]) -> None:
    """Write one token a line; FormatError for a line end or a BOM, or where one is no UTF-8."""
    cut = next((token for token in tokens if "\n" in token or "\r" in token), None)
    if cut is not None:
        raise FormatError(
            f"vocab.txt has one token a line, but {short(cut)} holds a line end. Save the "
            "tokenizer as .json."
        )
    if tokens and tokens[0].startswith(BOM):
        raise FormatError(
            f"vocab.txt begins with its first token, but {short(tokens[0])} would make it begin "
            "with a byte order mark (BOM). Save the tokenizer as .json."
        )
    write_text(path, "".join(f"{token}\n" for token in tokens))


def read_vocab_txt(path: str | Path) -> list[str]:
    """The tokens in id order; FormatError where it is not UTF-8 or a line is empty or repeated."""
    name = Path(path).name
    tokens = read_lines(path, what="A vocab.txt", remedy="Save it again from its model.")
    check_number_of_tokens(len(tokens), name)
    number_of: dict[str, int] = {}
    for number, token in enumerate(tokens, start=1):
        if not token or token in number_of:
            fault = f"repeats line {number_of[token]}" if token else "is empty"
            raise FormatError(
                f"Every line of {name} must hold a token of its own, but line {number} {fault}. "
                "Mend the file, or save it again from its model."
            )
        number_of[token] = number
    return tokens
