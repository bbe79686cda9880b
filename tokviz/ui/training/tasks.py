"""What workers are asked to do, besides a lesson's ``train`` where that is called as all others.

Not here: Streamlit, because workers do without.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.word_level import WordLevel
from tokviz.checks.errors import FileError, TokvizError
from tokviz.files.loading.sentencepiece import load_sentencepiece
from tokviz.inspection.decoding import decoding
from tokviz.inspection.encoding_again import encoded_again
from tokviz.inspection.opening_ids import opening_ids
from tokviz.text.counting import count_each
from tokviz.text.normalizers.bert import bert_words
from tokviz.text.pattern_parts import MadePreToken, makers
from tokviz.traces.decoding import Decoding, EncodedAgain
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import Token
from tokviz.ui.training.folder import in_a_folder
from tokviz.ui.training.trained import OnMerge


def train_word_level(text: str, *, on_merge: OnMerge | None, **settings: Any) -> WordLevel:  # noqa: ARG001 - it has no steps
    """A list of words has no steps to tell."""
    return WordLevel.train(text, **settings)


def be_ready() -> None:
    """Nothing: a worker that was asked for it has imported what most tasks need."""


def load_uploaded(name: str, content: bytes) -> Any:
    """The model of a SentencePiece file; TokvizError, by the reader's name of it, if it is none."""

    def load(folder: Path) -> Any:
        path = folder / "uploaded.model"
        path.write_bytes(content)
        try:
            return load_sentencepiece(path)
        except FileError:
            raise
        except TokvizError as error:
            raise TokvizError(str(error).replace(path.name, name)) from None

    return in_a_folder(load)


def count_training_words(text: str, vocab_size: int, **settings: Any) -> dict[str, int]:
    """The distinct words that a SentencePiece trainer counts with these settings."""
    corpus = PieceSettings(**settings).read(text, vocab_size)
    return dict(zip(corpus.words, corpus.counts.tolist(), strict=True))


def count_words_of_bert(text: str, **folding: Any) -> tuple[int, int]:
    """The words that a text becomes as BERT prepares it, and how many of them are different."""
    words = bert_words([text], **folding).words
    return len(words), len(count_each(words))


def make_pre_tokens(text: str, pattern: str, special_tokens: Sequence[str]) -> list[MadePreToken]:
    """The pre-tokens of a text, each with the part of the pattern that made it."""
    return makers(text, pattern, special_tokens=special_tokens)


def encode_recorded(model: Any, text: str, **settings: Any) -> EncodeTrace:
    """What encoding the text records."""
    trace: EncodeTrace = model.encode_trace(text, **settings)
    return trace


def encode_spans(model: Any, text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """The ids of the text, and the bytes that each stands for."""
    return model.encode(text), model.token_spans(text)


def draw_samples(
    model: Any, text: str, *, dropout: float, seeds: Sequence[int]
) -> list[Sequence[Token]]:
    """One segmentation for each seed."""
    return [model.sample(text, dropout=dropout, seed=seed) for seed in seeds]


def ids_to_open_with(model: Any, text: str) -> list[int]:
    """The ids of the text's first words, in a way that shows how the model decodes."""
    return opening_ids(model, text)


def decode_recorded(model: Any, ids: Sequence[int]) -> tuple[Decoding, EncodedAgain]:
    """What decoding the ids records, and what encoding the text gives again."""
    made = decoding(model, ids)
    return made, encoded_again(model, made)
