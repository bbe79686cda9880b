"""Loading a saved model: the suffix chooses the format."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import KIND as CHAR_BPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.sentencepiece_lookup import SentencePieceLookup
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.word_level import KIND as WORD_LEVEL
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import KIND as WORDPIECE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.files.errors import FormatError
from tokviz.files.loading.char_bpe import char_bpe_from_content, load_codes
from tokviz.files.loading.sentencepiece import load_sentencepiece
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.loading.word_level import word_level_from_content
from tokviz.files.loading.wordpiece import load_vocab_txt, wordpiece_from_content
from tokviz.files.minbpe import read_minbpe
from tokviz.files.sentencepiece import looks_like_sentencepiece
from tokviz.files.tokviz_json import read_json

Model: TypeAlias = (
    CharBPE
    | ByteBPE
    | RegexBPE
    | WordLevel
    | WordPiece
    | SentencePieceBPE
    | Unigram
    | SentencePieceLookup
)


def load(path: str | Path) -> Model:
    """The tokenizer saved at this path; it carries no trace.

    ``.model``: minbpe's format or SentencePiece's. ``.txt``: BERT's ``vocab.txt``, which does not
    say how text is folded, so it is not. ``.tiktoken``: ranks alone, split as by GPT-2
    (``load_tiktoken`` takes another pattern). ``.json``: tokviz's own. FormatError where the
    content is not what the suffix says.
    """
    path = Path(path)
    if path.suffix not in _READERS:
        raise FormatError(
            f"The suffix says the format and must be {' or '.join(_READERS)}, but the file is "
            f"{path.name}."
        )
    return _READERS[path.suffix](path)


def _load_model(path: Path) -> Model:
    if looks_like_sentencepiece(path):
        return load_sentencepiece(path)
    return _load_minbpe(path)


def _load_minbpe(path: Path) -> Model:
    model = read_minbpe(path)
    if not model.pattern and not model.special_tokens:
        return ByteBPE(model.merges)
    return RegexBPE.from_merges(
        model.merges, pattern=model.pattern, special_tokens=model.special_tokens
    )


def _load_json(path: Path) -> Model:
    kind, content = read_json(path)
    if kind not in _JSON_KINDS:
        raise FormatError(
            f"A .json model is of one of the kinds {', '.join(_JSON_KINDS)}, but {path.name} is of "
            f"the kind {kind!r}. Load it with the tokviz that saved it."
        )
    return _JSON_KINDS[kind](content)


_JSON_KINDS: Mapping[str, Callable[[Mapping[str, Any]], Model]] = {
    CHAR_BPE: char_bpe_from_content,
    WORD_LEVEL: word_level_from_content,
    WORDPIECE: wordpiece_from_content,
}
_READERS: Mapping[str, Callable[[Path], Model]] = {
    ".model": _load_model,
    ".codes": load_codes,
    ".tiktoken": load_tiktoken,
    ".txt": load_vocab_txt,
    ".json": _load_json,
}
