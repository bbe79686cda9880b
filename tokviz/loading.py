"""Loading a saved model: the suffix chooses the format."""

from pathlib import Path
from typing import TypeAlias

from tokviz import formats
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE

Model: TypeAlias = ByteBPE | RegexBPE


def load(path: str | Path) -> Model:
    """The tokenizer saved at this path; it carries no trace.

    ``.model``: minbpe's format. FormatError where the content is not what the suffix says.
    """
    path = Path(path)
    if path.suffix == ".model":
        return _load_minbpe(path)
    raise formats.FormatError(
        f"The suffix says the format and must be .model, but the file is {path.name}."
    )


def _load_minbpe(path: Path) -> Model:
    model = formats.read_minbpe(path)
    if not model.pattern and not model.special_tokens:
        return ByteBPE(model.merges)
    return RegexBPE.from_merges(
        model.merges, pattern=model.pattern, special_tokens=model.special_tokens
    )
