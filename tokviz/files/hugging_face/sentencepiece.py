"""SentencePiece BPE as a ``tokenizer.json``, where that can hold it.

It holds models without normalization rules: Hugging Face's Precompiled rewrites grapheme by
grapheme what SentencePiece rewrites by the longest rule, so with the usual nmt_nfkc some texts come
out otherwise. For these there is ``.model``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tokviz.files.errors import FormatError, short
from tokviz.files.hugging_face.pipeline import Part, bpe, by_spelling, pipeline, replace
from tokviz.files.pieces import PieceKind, Pieces
from tokviz.text.markers import SPACE_MARKER
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.traces.choice import Pair

_PLAIN = {chr(code) for code in range(128) if chr(code).isalnum()}


def sentencepiece_bpe_content(
    pieces: Pieces,
    normalizer: Normalizer,
    denormalizer: Normalizer | None,
    merges: Sequence[Pair],
) -> dict[str, Any]:
    """The file's content; FormatError for what it cannot hold. ``merges``: the earliest first."""
    fault = next(_faults(pieces, normalizer, denormalizer), None)
    if fault is not None:
        raise FormatError(f"A tokenizer.json cannot hold this model: {fault}. Save it as .model.")
    spelled = pieces.pieces
    return pipeline(
        bpe(
            by_spelling(enumerate(spelled)),
            [(spelled[left], spelled[right]) for left, right in merges],
            unk_token=spelled[pieces.unk_id],
            fuse_unk=True,
            byte_fallback=pieces.byte_ids is not None,
        ),
        normalizer={"type": "Sequence", "normalizers": list(_spaces(normalizer))},
        decoder={"type": "Sequence", "decoders": list(_decoders(pieces, normalizer))},
        special_tokens={},
    )


def _faults(
    pieces: Pieces, normalizer: Normalizer, denormalizer: Normalizer | None
) -> Iterator[str]:
    """What stands in the way, in words."""
    if normalizer.charsmap or denormalizer is not None:
        yield (
            f"Hugging Face's normalizer applies rules such as those of {normalizer.name} grapheme "
            "by grapheme, SentencePiece the longest that fits, so some texts would be cut otherwise"
        )
    if pieces.user_defined:
        yield "Hugging Face's puts a space mark before each part around a user-defined piece"
    if normalizer.space_after or not normalizer.escape_spaces:
        yield "it puts no space mark behind a text, and writes every space as one"
    if SPACE_MARKER not in pieces.text_ids or not pieces.words_stand_alone:
        yield f"{SPACE_MARKER} is no piece of its own, or stands inside one"
    scores = [pieces.scores[token_id] for token_id in pieces.text_ids.values()]
    if len(set(scores)) < len(scores):
        yield "pieces of equal scores merge in one order here, from the left, and in two there"
    odd = set(pieces.kinds) - {
        PieceKind.NORMAL,
        PieceKind.UNKNOWN,
        PieceKind.CONTROL,
        PieceKind.BYTE,
    }
    texts = set(pieces.text_ids)
    short_marks = [piece for piece in pieces.pieces if len(piece) == 1 and piece not in texts]
    if odd or short_marks:
        yield f"it would take {short(short_marks or 'an unused piece')} for text"


def _spaces(normalizer: Normalizer) -> Iterator[Part]:
    if normalizer.remove_extra_spaces:
        yield replace(r"\A +", "")
        yield replace(" {2,}", " ")
        yield replace(rf"[ {SPACE_MARKER}]+\z", "")
    yield replace(" ", SPACE_MARKER)
    if normalizer.add_dummy_prefix:
        yield {"type": "Prepend", "prepend": SPACE_MARKER}


def _decoders(pieces: Pieces, normalizer: Normalizer) -> Iterator[Part]:
    for piece, kind in zip(pieces.pieces, pieces.kinds, strict=True):
        if kind is PieceKind.CONTROL:
            yield replace(alone(piece), "")
        elif kind is PieceKind.UNKNOWN:
            yield replace(alone(piece), pieces.marks.unk_surface)
    if pieces.byte_ids is not None:
        yield {"type": "ByteFallback"}
    yield {"type": "Fuse"}
    if normalizer.remove_extra_spaces:
        yield replace(rf"\A{SPACE_MARKER}+", "")
    elif normalizer.add_dummy_prefix:
        yield replace(rf"\A{SPACE_MARKER}", "")
    yield replace(SPACE_MARKER, " ")


def alone(piece: str) -> str:
    """A pattern that matches this token and no part of another."""
    return r"\A" + "".join(c if c in _PLAIN else rf"\x{{{ord(c):x}}}" for c in piece) + r"\z"
