"""What the post-processor of a ``tokenizer.json`` puts around one text.

The library hands a list of encodings from one post-processor to the next, at first the text alone,
and joins them in the end:

- TemplateProcessing makes one encoding of each part of its template: of ``single`` where it gets
  one encoding, of ``pair`` where it gets two. With more the library gives up.
- BertProcessing puts its ``cls`` before the first and its ``sep`` behind each.
- RobertaProcessing does so too, and puts ``sep`` before each but the first.
- ByteLevel adds nothing: it only moves where tokens stand. Sequence does all of its own in turn.

Source: the ``tokenizers`` library, 0.23, ``processors/``; it has read the file before.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Any, TypeAlias

from tokviz.checks.limits import MARKS
from tokviz.files.errors import FormatError
from tokviz.traces.around import Frame, Mark

_Encoding: TypeAlias = tuple[Mark | None, ...]
"""Marks, and None for the text."""


class _GivesUpError(Exception):
    """The library has no answer for one text."""


class _TooManyError(Exception):
    """More marks than anybody reads."""


def frame_of(post_processor: Mapping[str, Any] | None, name: str) -> Frame | None:
    """What stands around one text, or None where the library gives up on any.

    FormatError where there are more marks than anybody reads; ``name`` is the file's.
    """
    try:
        encodings = _processed([(None,)], post_processor or {"type": "ByteLevel"})
    except _GivesUpError:
        return None
    except _TooManyError as many:
        raise FormatError(
            f"A post-processor puts at most {MARKS:,} tokens around a text, but that of {name} "
            f"has {many}. Write a shorter template."
        ) from None
    return Frame(tuple(part for encoding in encodings for part in encoding))


def _processed(encodings: list[_Encoding], step: Mapping[str, Any]) -> list[_Encoding]:
    """What a step makes of them; each is looked at before the next, which writes them anew."""
    match step["type"]:
        case "Sequence":
            for each in step["processors"]:
                encodings = _processed(encodings, each)
        case "TemplateProcessing":
            encodings = _templated(encodings, step)
        case "BertProcessing" | "RobertaProcessing":
            encodings = _between(encodings, step)
    _check_amount(sum(map(len, encodings)))
    return encodings


def _check_amount(many: int) -> None:
    if many > MARKS:
        raise _TooManyError(f"{many:,}")


def _templated(encodings: Sequence[_Encoding], step: Mapping[str, Any]) -> list[_Encoding]:
    if len(encodings) > 2:
        raise _GivesUpError
    texts = dict(zip("AB", encodings, strict=False))
    specials = step["special_tokens"]
    template = step["single" if len(encodings) == 1 else "pair"]
    try:
        parts = [
            texts[part["Sequence"]["id"]]
            if "Sequence" in part
            else specials[part["SpecialToken"]["id"]]
            for part in template
        ]
    except KeyError:  # the second text of one, or a token that the file does not explain
        raise _GivesUpError from None
    _check_amount(sum(len(part) if isinstance(part, tuple) else len(part["ids"]) for part in parts))
    return [part if isinstance(part, tuple) else _special(part) for part in parts]


def _special(special: Mapping[str, Any]) -> _Encoding:
    """The marks of one name; a token that is not spelled goes by that."""
    spelled = chain(special["tokens"], repeat(special["id"]))
    return tuple(Mark(*both) for both in zip(special["ids"], spelled, strict=False))


def _between(encodings: Sequence[_Encoding], step: Mapping[str, Any]) -> list[_Encoding]:
    (sep, sep_id), (cls, cls_id) = step["sep"], step["cls"]
    first, last = Mark(cls_id, cls), Mark(sep_id, sep)
    doubled = (last,) if step["type"] == "RobertaProcessing" else ()
    return [
        ((first,) if at == 0 else doubled) + encoding + (last,)
        for at, encoding in enumerate(encodings)
    ]
