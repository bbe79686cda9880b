"""A ``tokenizer.json`` that tokviz wrote, as the tokenizer that wrote it.

Such a file says nothing of tokviz, for its library takes no unknown key. So a model is made of its
parts, and is taken for the writer if it would write this very file. All parts are checked before,
as those of any file; what is not ours is None.

The library, too, may have written this very file. Either way it means what the library makes of it:
special tokens that stand in a text are found, so the model made here allows them all.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.alike.special_in_text import reading_whole
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import TOKEN_ID, VOCAB_LENGTH
from tokviz.files.hugging_face.patterns import from_tokenizers
from tokviz.files.hugging_face.sentencepiece import alone
from tokviz.files.hugging_face.words import NO_UNKNOWN
from tokviz.files.loading.char_bpe import char_bpe_from_content
from tokviz.files.loading.word_level import word_level_from_content
from tokviz.files.loading.wordpiece import wordpiece_from_content
from tokviz.files.minbpe import MinbpeModel
from tokviz.files.piece_rows import check_rows
from tokviz.files.pieces import Marks, PieceKind
from tokviz.files.vocabulary import (
    check_number_of_tokens,
    check_pattern,
    check_special_ids,
    check_special_names,
    check_unknown,
)
from tokviz.text.byte_letters import spelled_bytes
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.traces.tokenizer import Tokenizer

Content = Mapping[str, Any]
WHAT = "this tokenizer.json"
_LEFT_EMPTY = ("truncation", "padding", "post_processor")
_EMPTY_OF = {"bytes": ("normalizer",), "pieces": ("added_tokens", "pre_tokenizer")}
"""What no file of ours says, by kind: seen at once, before a model of half a million tokens is
made in vain."""


def own_pipeline(content: Content) -> Tokenizer | None:
    """The tokenizer that wrote this, without its trace; None where none of ours did."""
    try:
        made = reading_whole(_made_of(content))
        return made if made.pipeline() == content else None
    except (TokvizError, _OtherError):
        return None


class _OtherError(ValueError):
    """A part that no file of ours has."""


def _made_of(content: Content) -> Any:
    kind = _part(content, "model", "type")
    if kind == "BPE":
        kind = {"ByteLevel": "bytes", "Sequence": "pieces"}.get(
            str(_part(content, "decoder", "type")), "letters"
        )
    make = _MAKERS.get(str(kind))
    if make is None or any(_part(content, part) is not None for part in _LEFT_EMPTY):
        raise _OtherError
    if any(_part(content, part) for part in _EMPTY_OF.get(str(kind), ())):
        raise _OtherError
    return make(content, _vocab(content))


def _part(content: Any, *path: str | int) -> Any:
    """What stands at this path; None where nothing does."""
    for key in path:
        if isinstance(key, int):
            content = content[key] if isinstance(content, list) and key < len(content) else None
        else:
            content = content.get(key) if isinstance(content, dict) else None
    return content


def _vocab(content: Content) -> dict[str, int]:
    """Spelling -> id, by id; no id twice."""
    vocab = _part(content, "model", "vocab")
    if not isinstance(vocab, dict):
        raise _OtherError
    check_number_of_tokens(len(vocab), WHAT)
    ids = vocab.values()
    good = all(type(token_id) is int and 0 <= token_id <= TOKEN_ID for token_id in ids)
    if not good or len(set(ids)) < len(vocab) or sum(map(len, vocab)) > VOCAB_LENGTH:
        raise _OtherError
    return dict(sorted(vocab.items(), key=lambda item: item[1]))


def _merges(content: Content, vocab: Mapping[str, int]) -> list[tuple[int, int]]:
    merges = _part(content, "model", "merges")
    if not isinstance(merges, list):
        raise _OtherError
    check_number_of_tokens(len(merges), WHAT)
    for pair in merges:
        if not (isinstance(pair, list) and len(pair) == 2 and all(_known(t, vocab) for t in pair)):
            raise _OtherError
    return [(vocab[left], vocab[right]) for left, right in merges]


def _known(token: object, vocab: Mapping[str, int]) -> bool:
    return isinstance(token, str) and token in vocab


def _specials(content: Content, vocab: Mapping[str, int]) -> dict[str, int]:
    added = _part(content, "added_tokens")
    names = [_part(token, "content") for token in added] if isinstance(added, list) else [None]
    ids = {name: vocab[name] for name in names if isinstance(name, str) and name in vocab}
    if len(ids) < len(names):
        raise _OtherError
    check_special_names(ids, WHAT)
    return ids


# ---- one maker for each kind -----------------------------------------------------------------


def _bytes(content: Content, vocab: Mapping[str, int]) -> RegexBPE | ByteBPE:
    specials = _specials(content, vocab)
    spelled = {spelled_bytes(token): i for token, i in vocab.items() if token not in specials}
    ranks = {token: i for token, i in spelled.items() if token is not None}
    pattern = _part(content, "pre_tokenizer", "pretokenizers", 0, "pattern", "Regex")
    if len(ranks) < len(spelled) or not isinstance(pattern, str | None):
        raise _OtherError
    pattern = None if pattern is None else from_tokenizers(pattern)
    if _part(content, "model", "ignore_merges") is True and pattern is not None:
        check_pattern(pattern, WHAT)
        check_special_ids(specials, ranks.values(), WHAT)
        return RegexBPE.from_ranks(ranks, pattern=pattern, special_tokens=specials)
    merges = tuple(_merges(content, vocab))
    if any(max(pair) >= 256 + rank for rank, pair in enumerate(merges)):
        raise _OtherError
    MinbpeModel(pattern, specials, merges).check(WHAT)
    if pattern is None:
        return ByteBPE(merges)
    return RegexBPE.from_merges(merges, pattern=pattern, special_tokens=specials)


def _letters(content: Content, vocab: Mapping[str, int]) -> CharBPE:
    end = _part(content, "model", "end_of_word_suffix")
    merges = _merges(content, vocab)
    base = list(vocab)[: max(len(vocab) - len(merges) - 1, 0)]
    joined = isinstance(end, str) and end != ""
    ends = [i for i, token in enumerate(base) if joined and token.endswith(end)]
    return char_bpe_from_content(
        {
            "alphabet": [token.removesuffix(end) if joined else token for token in base],
            "ends": ends,
            "end_of_word": end,
            "end_of_word_joined": joined,
            "merges": [list(pair) for pair in merges],
        }
    )


def _pieces(content: Content, vocab: Mapping[str, int]) -> SentencePieceBPE:
    spelled = list(vocab)
    if list(vocab.values()) != list(range(len(vocab))):  # a piece's id is its place
        raise _OtherError
    unk, steps = _part(content, "model", "unk_token"), _part(content, "decoder", "decoders")
    if not _known(unk, vocab) or not isinstance(steps, list):
        raise _OtherError
    written = {str(_part(step, "pattern", "Regex")): _part(step, "content") for step in steps}
    has_bytes = _part(content, "model", "byte_fallback") is True

    def kind_of(piece: str) -> PieceKind:
        if piece == unk:
            return PieceKind.UNKNOWN
        if alone(piece) in written:
            return PieceKind.CONTROL
        is_byte = has_bytes and piece.startswith("<0x") and len(piece) == 6
        return PieceKind.BYTE if is_byte else PieceKind.NORMAL

    kinds = tuple(map(kind_of, spelled))
    merged = [spelled[left] + spelled[right] for left, right in _merges(content, vocab)]
    rank_of = {piece: rank for rank, piece in enumerate(dict.fromkeys([*merged, *spelled]))}
    is_text = [kind is PieceKind.NORMAL for kind in kinds]
    scores = tuple(
        -float(rank_of[piece]) if text else 0.0
        for piece, text in zip(spelled, is_text, strict=True)
    )
    check_rows(list(zip(spelled, scores, kinds, strict=True)), WHAT)
    spaces = _part(content, "normalizer", "normalizers")
    types = [_part(step, "type") for step in spaces] if isinstance(spaces, list) else []
    surface = written.get(alone(unk))
    surface = surface if isinstance(surface, str) else ""
    check_unknown(surface, WHAT)
    marks = Marks(unk_piece=unk, unk_surface=surface)
    normalizer = Normalizer("identity", b"", "Prepend" in types, types.count("Replace") > 1)
    return SentencePieceBPE(PieceVocab(tuple(spelled), scores, kinds, marks), normalizer)


def _wordpiece(content: Content, vocab: Mapping[str, int]) -> WordPiece:
    return wordpiece_from_content(
        {
            "tokens": list(vocab),
            "lowercase": _part(content, "normalizer", "lowercase"),
            "strip_accents": _part(content, "normalizer", "strip_accents"),
            "unk_token": _part(content, "model", "unk_token"),
            "continuing_prefix": _part(content, "model", "continuing_subword_prefix"),
            "max_chars_per_word": _part(content, "model", "max_input_chars_per_word"),
            "special_tokens": list(_specials(content, vocab)),
        }
    )


def _word_level(content: Content, vocab: Mapping[str, int]) -> WordLevel:
    unk = _part(content, "model", "unk_token")
    return word_level_from_content(
        {
            "words": list(vocab),
            "special_tokens": list(_specials(content, vocab)),
            "unk_token": None if unk == NO_UNKNOWN and unk not in vocab else unk,
        }
    )


_MAKERS: Mapping[str, Callable[[Content, Mapping[str, int]], Any]] = MappingProxyType(
    {
        "bytes": _bytes,
        "letters": _letters,
        "pieces": _pieces,
        "WordPiece": _wordpiece,
        "WordLevel": _word_level,
    }
)
