"""Loading a saved model: the suffix chooses the format, and a ``.json`` says whose it is."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz import lessons
from tokviz.checks.arguments import checked
from tokviz.checks.errors import FileError, TokvizError
from tokviz.files.errors import FormatError, short
from tokviz.files.loading.char_bpe import load_codes
from tokviz.files.loading.hugging_face import own_pipeline
from tokviz.files.loading.minbpe import load_minbpe
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.files.loading.sentencepiece import load_sentencepiece, sentencepiece_from_content
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.loading.vocab_merges import load_vocab_merges
from tokviz.files.loading.wordpiece import load_vocab_txt
from tokviz.files.minbpe import looks_like_minbpe
from tokviz.files.reading import read_bytes
from tokviz.files.sentencepiece import KIND as PIECES
from tokviz.files.sentencepiece import looks_like_sentencepiece
from tokviz.files.tokviz_json import is_ours, is_pipeline, read_any_json, read_json
from tokviz.traces.tokenizer import Tokenizer


@checked
def load(path: str | Path) -> Tokenizer:
    """The tokenizer saved at this path; it carries no trace.

    ``.model``: minbpe's format or SentencePiece's. ``.txt``: BERT's ``vocab.txt``, which does not
    say how text is folded, so it is not. ``.tiktoken``: ranks alone, split as by GPT-2
    (``load_tiktoken`` takes another pattern). ``.codes``: subword-nmt's merges. ``.json``: Hugging
    Face's ``tokenizer.json``; GPT-2's ``vocab.json``, with the ``merges.txt`` beside it; or that of
    the lesson which it names.

    A ``tokenizer.json``, whoever saved it, encodes as Hugging Face's library does: the special
    tokens that stand in a text are found. Where strangers type it, call the ``encode`` of a
    RegexBPE or WordPiece with ``allowed_special=set()``. In what tokviz trained, and in the other
    formats, a special token in a text is refused, or is plain text, until it is allowed.

    FormatError where the content is not what the suffix says, or over
    the limits of ``tokviz/checks/limits.py``: all of it is checked before a tokenizer is made.
    FileError, which is an OSError, too, where it cannot be read: a FileNotFoundError for no file.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FormatError(
            f"The suffix says the format and must be {' or '.join(SUFFIXES)}, but the file is "
            f"{path.name}. Rename it, or save the model in one of these formats."
        )
    try:
        return _READERS[suffix](path)
    except (FormatError, FileError):
        raise
    except TokvizError as error:  # of a part that is no file's alone, such as rules
        raise FormatError(str(error)) from error


def _load_model(path: Path) -> Tokenizer:
    if looks_like_sentencepiece(path):
        return load_sentencepiece(path)
    if not looks_like_minbpe(path):
        read_bytes(path)  # an empty file begins like neither, too, but there is more to say of it
        raise FormatError(
            f"A .model is one of SentencePiece's or of minbpe's, but {path.name} begins like "
            "neither. Choose another file, or save the model again."
        )
    return load_minbpe(path)


def _load_json(path: Path) -> Tokenizer:
    text, content = read_any_json(path)
    if not is_ours(content):
        if is_pipeline(content):
            return own_pipeline(content) or pipeline_from_text(text, path.name)
        return load_vocab_merges(path)
    kind, content = read_json(path)
    loaders = {row.key: row.from_json for row in lessons.LESSONS if row.from_json is not None}
    loaders[PIECES] = sentencepiece_from_content
    if kind not in loaders:
        raise FormatError(
            f"A .json model is of one of the kinds {', '.join(loaders)}, but {path.name} is of "
            f"the kind {short(kind)}. Load it with the tokviz that saved it."
        )
    return loaders[kind](content)


_READERS: Mapping[str, Callable[[Path], Tokenizer]] = {
    ".model": _load_model,
    ".codes": load_codes,
    ".tiktoken": load_tiktoken,
    ".txt": load_vocab_txt,
    ".json": _load_json,
}
SUFFIXES = tuple(_READERS)
"""Of the files that ``load`` takes."""
