"""The four models of a ``tokenizer.json`` that are replayed, from what the file says of them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tokviz.algorithms.merging.longest_match import Pieces
from tokviz.algorithms.pipelines.lattices import PipelineLattice
from tokviz.algorithms.pipelines.look_ups import PipelineLongestMatch, PipelineWordList
from tokviz.algorithms.pipelines.merges import PipelineMerges
from tokviz.checks.limits import PIECE_LENGTH, PIECES_LENGTH, SCORE, WORD_END_LENGTH, WORD_LENGTH
from tokviz.files.errors import FormatError, short
from tokviz.files.vocabulary import check_number_of_merges
from tokviz.text.markers import BERT_MAX_CHARS, BERT_UNK, CONTINUING_PREFIX
from tokviz.traces.choice import Pair

KNOWN = {
    "BPE": {
        *("type", "vocab", "merges", "dropout", "unk_token", "continuing_subword_prefix"),
        *("end_of_word_suffix", "fuse_unk", "byte_fallback", "ignore_merges"),
    },
    "Unigram": {"type", "vocab", "unk_id", "byte_fallback"},
    "WordPiece": {
        *("type", "vocab", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word"),
    },
    "WordLevel": {"type", "vocab", "unk_token"},
}
"""The options that are replayed here."""


def bpe(model: Mapping[str, Any], name: str) -> PipelineMerges:
    """The merges with all options but dropout, which would give other ids each time."""
    _check_options(model, "BPE", name)
    if model.get("dropout"):
        raise FormatError(
            f"A text must have the same ids each time, but the option 'dropout' of {name} is "
            f"{short(model['dropout'])}: merges would be left out at random. Set it to null."
        )
    vocab: Mapping[str, int] = model["vocab"]
    unk_token = model.get("unk_token")
    prefix = model.get("continuing_subword_prefix") or ""
    suffix = model.get("end_of_word_suffix") or ""
    _check_mark(prefix, "continuing_subword_prefix", name)
    _check_mark(suffix, "end_of_word_suffix", name)
    pairs = _pairs(model["merges"], name)
    return PipelineMerges(
        vocab,
        _merges(vocab, pairs, len(prefix.encode()), name),
        None if unk_token is None else _unk_id(vocab, unk_token, name),
        prefix,
        suffix,
        bool(model.get("fuse_unk")),
        bool(model.get("byte_fallback")),
        bool(model.get("ignore_merges")),
    )


def check_merges(model: object, name: str) -> None:
    """FormatError where a merge's right part cannot lose its prefix.

    The library takes off so many bytes unchecked, and a half character ends its process: this has
    to be seen before it reads the model, which may be any JSON.
    """
    match model:
        case {"continuing_subword_prefix": str(prefix), "merges": [*merges]}:
            size = len(prefix.encode())
            for merge in merges:
                match merge.split(" ") if isinstance(merge, str) else merge:
                    case [str(left), str(right)] if not left.startswith("#version"):
                        _behind_prefix(right, size, name)


def check_pieces(model: object, name: str) -> None:
    """FormatError where a piece of a Unigram, or all together, are too long.

    The library keeps them as a tree as deep as the longest, and to take down a very deep one ends
    its process: this has to be seen before it reads the model, which may be any JSON.
    """
    match model:
        case {"vocab": [*rows]}:
            pieces = [row[0] for row in rows if isinstance(row, list) and row]
            pieces = [piece for piece in pieces if isinstance(piece, str)]
        case _:
            return
    longest = max(pieces, key=len, default="")
    if len(longest) > PIECE_LENGTH or sum(map(len, pieces)) > PIECES_LENGTH:
        raise FormatError(
            f"A piece has at most {PIECE_LENGTH} characters, and all together {PIECES_LENGTH:,}, "
            f"but {name} has {sum(map(len, pieces)):,}, {len(longest):,} of them in "
            f"{short(longest)}. Train a smaller vocabulary."
        )


def unigram(model: Mapping[str, Any], name: str) -> PipelineLattice:
    """The pieces, with their natural log-probabilities."""
    _check_options(model, "Unigram", name)
    pieces = [piece for piece, _ in model["vocab"]]
    scores = [float(score) for _, score in model["vocab"]]
    strange = next((score for score in scores if not abs(score) <= SCORE), None)
    if strange is not None:
        raise FormatError(
            f"A score is from -{SCORE:g} to {SCORE:g}, but one of {name} is {strange}. "
            "Train the model anew."
        )
    unk_id = model.get("unk_id")
    if unk_id is not None and pieces[unk_id] in pieces[unk_id + 1 :]:  # it would have another id
        raise FormatError(
            f"The unknown piece has a spelling of its own, but {short(pieces[unk_id])} stands "
            f"twice in {name}. Leave one out."
        )
    return PipelineLattice(pieces, scores, unk_id, bool(model.get("byte_fallback")))


def wordpiece(model: Mapping[str, Any], name: str) -> PipelineLongestMatch:
    """The pieces, and BERT's names where the file leaves them out."""
    _check_options(model, "WordPiece", name)
    prefix = model.get("continuing_subword_prefix", CONTINUING_PREFIX)
    _check_mark(prefix, "continuing_subword_prefix", name)
    most = model.get("max_input_chars_per_word", BERT_MAX_CHARS)
    if most > WORD_LENGTH:
        raise FormatError(
            f"max_input_chars_per_word is at most {WORD_LENGTH:,}, but that of {name} is {most:,}. "
            f"Write a smaller one: BERT's is {BERT_MAX_CHARS}."
        )
    vocab = model["vocab"]
    unk_id = _unk_id(vocab, model.get("unk_token", BERT_UNK), name)
    return PipelineLongestMatch(Pieces(vocab, unk_id, prefix, most))


def word_level(model: Mapping[str, Any], name: str) -> PipelineWordList:
    """The words; the unknown token may be missing, then an unknown word is an error."""
    _check_options(model, "WordLevel", name)
    vocab = model["vocab"]
    return PipelineWordList(vocab, vocab.get(model.get("unk_token", "<unk>")))


def _check_options(model: Mapping[str, Any], kind: str, name: str) -> None:
    strange = next((option for option in model if option not in KNOWN[kind]), None)
    if strange is not None:
        raise FormatError(
            f"Each option of a {kind} model must be one that is replayed here, but {name} has "
            f"{short(strange)}: {short(model[strange])}. Use it with the library that wrote it."
        )


def _check_mark(mark: str, option: str, name: str) -> None:
    if len(mark) > WORD_END_LENGTH:
        raise FormatError(
            f"{option} has at most {WORD_END_LENGTH} characters, but that of {name} has "
            f"{len(mark):,}. Use a shorter one."
        )


def _behind_prefix(right: str, prefix_size: int, name: str) -> str:
    content = right.encode()
    with suppress(UnicodeDecodeError):
        if len(content) >= prefix_size:
            return content[prefix_size:].decode()
    raise FormatError(
        "The right part of a merge begins with the continuing_subword_prefix, but "
        f"{short(right)} in {name} does not. Save the file again."
    )


def _unk_id(vocab: Mapping[str, int], unk_token: str, name: str) -> int:
    if unk_token not in vocab:
        raise FormatError(
            f"The unknown token must be in the vocabulary, but {short(unk_token)} is not in that "
            f"of {name}. Add it."
        )
    return vocab[unk_token]


def _pairs(merges: Sequence[Any], name: str) -> list[tuple[str, str]]:
    """The merges as pairs: lists of two, or, as older files have them, parted by a space."""
    check_number_of_merges(len(merges), name)
    pairs = []
    for merge in merges:
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        left, right = merge.split(" ") if isinstance(merge, str) else merge
        pairs.append((left, right))
    return pairs


def _merges(
    vocab: Mapping[str, int], pairs: Sequence[tuple[str, str]], prefix_size: int, name: str
) -> dict[Pair, tuple[int, int]]:
    """Pair -> (rank, token id). The right part loses its prefix."""
    merges: dict[Pair, tuple[int, int]] = {}
    for rank, (left, right) in enumerate(pairs):
        behind = _behind_prefix(right, prefix_size, name) if prefix_size else right
        try:
            pair = vocab[left], vocab[right]
            merges[pair] = (rank, vocab[left + behind])
        except KeyError as missing:
            raise FormatError(
                f"A merge joins two tokens into one, but {short(missing.args[0])} of merge {rank} "
                f"is not in the vocabulary of {name}. Save the file again."
            ) from None
    return merges
