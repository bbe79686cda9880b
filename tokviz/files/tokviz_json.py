"""tokviz's own ``.json``: for models that Hugging Face's ``tokenizer.json`` cannot hold.

Character BPE with an end of word of its own is written so, and so are SentencePiece's models with
rules of normalization or probabilities; earlier versions wrote word lists, WordPiece and all
character BPE so, and these are read.

One JSON object says whose model it is (``"tokviz_model"``, the lesson's key, or SentencePiece's)
and then what that model needs. It is ASCII, so that no reader can take one character for another.
Lone surrogates are refused: no text that is encoded has any, and two of them would come back as one
character.
Not here: what each lesson writes into it, which stands beside its algorithm.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from tokviz.checks.json_texts import TooMuchError, json_fault, loads
from tokviz.checks.limits import FILE_DEPTH, FILE_VALUES
from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.hugging_face.pipeline import FILE_NAME, write_pipeline
from tokviz.files.reading import read_text
from tokviz.files.writing import check_well_formed, write_text

SUFFIX = ".json"
JSON_FILES = "a tokenizer.json, a vocab.json of tokens and their ids, or a model that tokviz saved"
"""What a tokenizer's ``.json`` may be: Hugging Face's, GPT-2's or ours."""
_REMEDY = f"It should be {JSON_FILES}. Download it again, or save it again."
_OR_OURS = (
    "Or save it under another name, such as tokviz.json, in a format that tokviz alone reads."
)
_KIND = "tokviz_model"


def write_pipeline_or_ours(
    path: str | Path,
    pipeline: Callable[[], Mapping[str, Any]],
    kind: str,
    content: Callable[[], Mapping[str, Any]],
) -> None:
    """Write a ``.json``: Hugging Face's ``pipeline`` where that holds the model, else ours.

    What is named ``tokenizer.json``, others read as theirs, so that it is never ours. FormatError
    for what neither holds. ``kind`` and ``content`` are as in ``write_json``.
    """
    check_suffix(path, SUFFIX)
    try:
        theirs = pipeline()
    except FormatError as error:
        if Path(path).name == FILE_NAME:
            raise FormatError(f"{error} {_OR_OURS}") from None
        write_json(path, kind, content())
    else:
        write_pipeline(path, theirs)


def write_json(path: str | Path, kind: str, content: Mapping[str, Any]) -> None:
    """Write a model of the lesson ``kind``; FormatError where ``load`` would not know the suffix.

    Arguments:
        content: what json can hold: strings, whole numbers, None, and lists and dicts of them.
    """
    path = Path(path)
    check_suffix(path, SUFFIX)
    check_well_formed(json.dumps(content, ensure_ascii=False), path.name)
    text = json.dumps({_KIND: kind, **content}, ensure_ascii=True, indent=1)
    write_text(path, text + "\n")


def read_json(path: str | Path) -> tuple[str, dict[str, Any]]:
    """The kind and the content of a saved model; FormatError for any other file."""
    _, content = read_any_json(path)
    kind = content.pop(_KIND, None) if isinstance(content, dict) else None
    if not isinstance(kind, str):
        raise FormatError(
            f"A {SUFFIX} model says whose it is under {_KIND!r}, but {Path(path).name} does not. "
            "Save it with tokviz."
        )
    return kind, content


def is_ours(content: object) -> bool:
    """Whether tokviz wrote it; a vocabulary may have this key, too, with a number."""
    return isinstance(content, dict) and not isinstance(content.get(_KIND), int | None)


def is_pipeline(content: object) -> bool:
    """Whether it is a ``tokenizer.json``; GPT-2's vocabulary has "model", too, with a number."""
    return isinstance(content, dict) and isinstance(content.get("model"), dict)


def read_any_json(path: str | Path) -> tuple[str, Any]:
    """The text of a JSON file and what it says, well-formed; FormatError where it is none."""
    name = Path(path).name
    text = read_text(path, what=f"A {SUFFIX} model", remedy=_REMEDY)
    try:
        content = loads(
            text,
            FILE_VALUES,
            FILE_DEPTH,
            parse_constant=_refuse_constant,
            object_pairs_hook=_names_once,
        )
    except RecursionError:
        raise FormatError(
            f"A {SUFFIX} model has at most {FILE_DEPTH} lists within each other, but {name} has "
            f"more. {_REMEDY}"
        ) from None
    except TooMuchError:
        raise FormatError(
            f"A {SUFFIX} model has at most {FILE_VALUES:,} values, but {name} has more. "
            "Train a smaller vocabulary."
        ) from None
    except ValueError as error:
        reason = str(error) if isinstance(error, _PlainError) else "a number in it is too long"
        if isinstance(error, json.JSONDecodeError):
            reason = json_fault(error)
        raise FormatError(
            f"A {SUFFIX} model must be JSON text, but {name} is not: {reason}. {_REMEDY}"
        ) from None
    check_well_formed(json.dumps(content, ensure_ascii=False), name)
    return text, content


class _PlainError(ValueError):
    """What no model has, said in words."""


def _refuse_constant(name: str) -> NoReturn:
    raise _PlainError(f"{name} is no number of JSON's")


def _names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two values under one name, a library might read both."""
    content = dict(pairs)
    if len(content) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise _PlainError(f"it has two values under the name {short(twice)}")
    return content
