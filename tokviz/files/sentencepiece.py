"""SentencePiece's ``.model`` files: read what it trained, write what it loads.

The file is one protocol buffer message: the pieces with scores and kinds, the settings of the
trainer (of which only a few matter once a model is trained), and the normalization with its table
of rules. What is written here, the sentencepiece library reads and encodes alike. Not here: a
Unigram that learned no piece, which it does not load, or encodes otherwise.

Source: sentencepiece_model.proto in the SentencePiece repository.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tokviz.checks.limits import PIECE_LENGTH, VOCAB_TOKENS
from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.piece_rows import Row, check_rows
from tokviz.files.pieces import Marks, PieceKind, Pieces
from tokviz.files.protobuf_wire import (
    Value,
    WireError,
    bytes_of,
    float_of,
    int_of,
    read_fields,
    write_bytes,
    write_float,
    write_int,
)
from tokviz.files.reading import beginning, read_bytes
from tokviz.files.writing import write_content
from tokviz.text.normalizers.charsmap import check_rule_table
from tokviz.text.normalizers.sentencepiece import Normalizer

Algorithm: TypeAlias = Literal["unigram", "bpe", "word", "char"]

SUFFIX = ".model"
KIND = "sentencepiece"
"""Whose model tokviz's own ``.json`` says it holds."""
_MESSAGE = "model"
"""Under which name it stands there, in base64."""
NOTHING_TO_SAVE = "Train on a text that is not empty, or save what training recorded: trace.save."
# Field numbers of the messages.
_PIECE, _TRAINER, _NORMALIZER, _DENORMALIZER = 1, 2, 3, 5
_SPELLING, _SCORE, _KIND = 1, 2, 3
_ALGORITHM, _VOCAB_SIZE, _SPACE_AFTER, _BYTE_FALLBACK = 3, 4, 24, 35
_IDS = {"unk_piece": 40, "bos_piece": 41, "eos_piece": 42, "pad_piece": 43}
_MARKS = {"unk_piece": 45, "bos_piece": 46, "eos_piece": 47, "pad_piece": 48, "unk_surface": 44}
_NAME, _CHARSMAP, _DUMMY_PREFIX, _REMOVE_SPACES, _ESCAPE_SPACES = 1, 2, 3, 4, 5

_KINDS = frozenset(PieceKind)
_ALGORITHMS: dict[int, Algorithm] = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}


@dataclass(frozen=True, eq=False)
class SentencePieceModel:
    """The content of a ``.model`` file.

    ``denormalizer`` rewrites what is decoded; few models have one.
    """

    algorithm: Algorithm
    pieces: Pieces
    normalizer: Normalizer
    denormalizer: Normalizer | None = None


def write_sentencepiece(path: str | Path, model: SentencePieceModel) -> None:
    """Write a model file; FormatError where ``load`` would refuse it."""
    check_suffix(path, SUFFIX)
    write_content(path, sentencepiece_message(model, Path(path).name))


def sentencepiece_message(model: SentencePieceModel, name: str) -> bytes:
    """The content of a model file of this name; FormatError where ``load`` would refuse it."""
    pieces = model.pieces
    rows = list(zip(pieces.pieces, pieces.scores, pieces.kinds, strict=True))
    check_rows(rows, name)
    check_learned(model.algorithm, pieces, NOTHING_TO_SAVE)
    message = b"".join(
        write_bytes(
            _PIECE,
            write_bytes(_SPELLING, spelling.encode())
            + write_float(_SCORE, score)
            + write_int(_KIND, kind),
        )
        for spelling, score, kind in rows
    )
    message += write_bytes(_TRAINER, _trainer_settings(model))
    message += write_bytes(_NORMALIZER, _normalizer_settings(model.normalizer))
    if model.denormalizer is not None:
        message += write_bytes(_DENORMALIZER, _normalizer_settings(model.denormalizer))
    return message


def json_content(model: SentencePieceModel, path: str | Path) -> dict[str, str]:
    """What tokviz's own ``.json`` says of a model: all that a model file says."""
    message = sentencepiece_message(model, Path(path).name)
    return {_MESSAGE: base64.b64encode(message).decode()}


def model_of_json(content: Mapping[str, Any]) -> SentencePieceModel:
    """What ``json_content`` gave; FormatError where it is something else."""
    encoded = content.get(_MESSAGE)
    try:
        message = base64.b64decode(encoded, validate=True)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:  # not a text at all, or not in base64
        raise FormatError(
            f"{_MESSAGE!r} of a {KIND} model is a .model file in base64, but of this one it is "
            f"{short(encoded)}. Save it again with tokviz."
        ) from error
    return parse_sentencepiece(message, f"this {KIND} model")


def check_learned(algorithm: Algorithm, pieces: Pieces, remedy: str) -> None:
    """FormatError for a Unigram that no ``.model`` can hold."""
    if algorithm == "unigram" and PieceKind.NORMAL not in pieces.kinds:
        raise FormatError(
            "A Unigram's .model holds a learned piece, or sentencepiece refuses it or encodes "
            f"otherwise, but none of these {len(pieces.pieces):,} tokens is one. {remedy}"
        )


def _trainer_settings(model: SentencePieceModel) -> bytes:
    pieces = model.pieces
    number = next(n for n, algorithm in _ALGORITHMS.items() if algorithm == model.algorithm)
    settings = (
        write_int(_ALGORITHM, number)
        + write_int(_VOCAB_SIZE, len(pieces.pieces))
        + write_int(_SPACE_AFTER, model.normalizer.space_after)
        + write_int(_BYTE_FALLBACK, pieces.byte_ids is not None)
    )
    id_of = {piece: token_id for token_id, piece in enumerate(pieces.pieces)}
    for name, field in _IDS.items():
        settings += write_int(field, id_of.get(getattr(pieces.marks, name), -1))
    for name, field in _MARKS.items():
        settings += write_bytes(field, getattr(pieces.marks, name).encode())
    return settings


def _normalizer_settings(normalizer: Normalizer) -> bytes:
    return (
        write_bytes(_NAME, normalizer.name.encode())
        + write_bytes(_CHARSMAP, normalizer.charsmap)
        + write_int(_DUMMY_PREFIX, normalizer.add_dummy_prefix)
        + write_int(_REMOVE_SPACES, normalizer.remove_extra_spaces)
        + write_int(_ESCAPE_SPACES, normalizer.escape_spaces)
    )


def read_sentencepiece(path: str | Path) -> SentencePieceModel:
    """Read a model file; FormatError where it is none, or needs what is not here."""
    return parse_sentencepiece(read_bytes(path), Path(path).name)


def parse_sentencepiece(message: bytes, name: str) -> SentencePieceModel:
    """What the content of a file of this name says; FormatError as ``read_sentencepiece``."""
    try:
        return _parse(message, name)
    except (WireError, UnicodeDecodeError) as error:
        raise FormatError(
            f"A SentencePiece .model is one protocol buffer message, but {name} is not: {error}. "
            "Train or save the model again."
        ) from error


def looks_like_sentencepiece(path: str | Path) -> bool:
    """Whether a ``.model`` file begins as SentencePiece's do: with a field of the first piece."""
    return beginning(path, 1) == b"\n"


def _parse(message: bytes, name: str) -> SentencePieceModel:
    rows: list[Row] = []
    trainer: dict[int, Value] = {}
    settings: dict[int, dict[int, Value]] = {_NORMALIZER: {}, _DENORMALIZER: {}}
    for number, value in read_fields(message):
        if number == _PIECE and len(rows) <= VOCAB_TOKENS:
            rows.append(_parse_piece(bytes_of(value)))
        elif number == _TRAINER:
            trainer = dict(read_fields(bytes_of(value)))
        elif number in settings:
            settings[number] = dict(read_fields(bytes_of(value)))
    check_rows(rows, name)
    algorithm = _ALGORITHMS.get(int_of(trainer.get(_ALGORITHM, 1)))
    if algorithm is None:
        raise FormatError(
            f"A SentencePiece model is a Unigram, BPE, word or character model, but {name} is "
            f"of type {trainer[_ALGORITHM]!r}. Train it again as one of these."
        )
    spellings, scores, kinds = zip(*rows, strict=True)
    pieces = Pieces(spellings, scores, kinds, _parse_marks(trainer))
    normalizer = replace(
        _parse_normalizer(settings[_NORMALIZER]),
        space_after=bool(int_of(trainer.get(_SPACE_AFTER, 0))),
        protected=pieces.user_defined,
    )
    denormalizer = _parse_normalizer(settings[_DENORMALIZER])
    check_learned(algorithm, pieces, "Train it on a text that is not empty.")
    return SentencePieceModel(
        algorithm, pieces, normalizer, denormalizer if denormalizer.charsmap else None
    )


def _parse_marks(trainer: dict[int, Value]) -> Marks:
    """The spellings in the file; those of ``Marks`` are the format's defaults too."""
    given = {name: field for name, field in _MARKS.items() if field in trainer}
    return Marks(**{name: _short_text(trainer[field]) for name, field in given.items()})


def _parse_piece(message: bytes) -> tuple[str, float, PieceKind]:
    fields = dict(read_fields(message))
    kind = int_of(fields.get(_KIND, PieceKind.NORMAL))
    if kind not in _KINDS:
        raise WireError(f"a piece is of the unknown kind {kind}")
    score = float_of(fields[_SCORE]) if _SCORE in fields else 0.0
    return bytes_of(fields.get(_SPELLING, b"")).decode(), score, PieceKind(kind)


def _parse_normalizer(fields: dict[int, Value]) -> Normalizer:
    charsmap = bytes_of(fields.get(_CHARSMAP, b""))
    check_rule_table(charsmap)
    return Normalizer(
        name=_short_text(fields.get(_NAME, b"identity")),
        charsmap=charsmap,
        add_dummy_prefix=bool(int_of(fields.get(_DUMMY_PREFIX, 1))),
        remove_extra_spaces=bool(int_of(fields.get(_REMOVE_SPACES, 1))),
        escape_spaces=bool(int_of(fields.get(_ESCAPE_SPACES, 1))),
    )


def _short_text(value: Value) -> str:
    """A mark's spelling, or a name."""
    text = bytes_of(value).decode()
    if len(text) > PIECE_LENGTH:
        raise WireError(f"a mark or a name has {len(text):,} characters, more than {PIECE_LENGTH}")
    return text
