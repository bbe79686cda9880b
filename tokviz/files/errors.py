"""The one error of all model files, and the refusals that the formats share."""

import reprlib
from pathlib import Path
from typing import NoReturn

from tokviz.checks.errors import TokvizError

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxlevel = 3


class FormatError(TokvizError):
    """A model that a file format cannot hold, or a file that is not in the format it claims."""


def short(value: object) -> str:
    """The value as Python writes it, cut where it is long or deep: it may come from any file."""
    return _SHORT.repr(value)


FORMATS = {
    ".json": "Hugging Face's tokenizer.json",
    ".model": "minbpe's merges over bytes or SentencePiece's pieces",
    ".tiktoken": "tiktoken's tokens of bytes and their ranks",
    ".txt": "the pieces of a WordPiece, BERT's vocab.txt",
    ".codes": "subword-nmt's merges of letters with an end of word",
}
"""Each format of a model by its suffix, and what it holds."""


def check_suffix(path: str | Path, *suffixes: str) -> None:
    """FormatError for a name by which ``load`` would not know one of these formats."""
    path = Path(path)
    if path.suffix in suffixes:
        return
    if path.suffix in FORMATS:
        rule = f"A {path.suffix} file holds {FORMATS[path.suffix]}, and this tokenizer has none."
    else:
        rule = (
            f"The suffix chooses the format and must be {' or '.join(suffixes)} for this "
            f"tokenizer, but the file is {path.name}."
        )
    raise FormatError(f"{rule} Save it as {' or '.join(suffixes)}.")


def refuse_to_save(path: str | Path) -> NoReturn:
    """What a tokenizer that learns nothing answers to ``save``."""
    raise FormatError(
        f"A file holds what a tokenizer learned, but this one learns nothing, so {Path(path).name} "
        "would be empty. Make it anew where it is needed."
    )
