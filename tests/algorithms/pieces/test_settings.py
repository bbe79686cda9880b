"""The settings that both trainers share, beside SentencePiece's options of the same meaning."""

from typing import Any

import pytest

from tests.sentencepiece_reference import english, japanese, pieces_of, scores_of, train_reference
from tokviz.algorithms.pieces.special import SpecialPieces
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError
from tokviz.files.pieces import PieceKind

LINES = (
    *japanese(80),
    *english(6_000).split("\n"),
    "a1б2 b3я4 a1b2",
    "th th <sep>th a<sep>b",
    "x<c>y",
    "a\tb  c   d ",
)
UNSEEN = ("the th<sep>é <c> ①ﬁ  x", "未知 éé  a1б", *english(1_500, start=170_000).split("\n"), "")
OPTIONS: tuple[dict[str, Any], ...] = (
    {"user_defined_symbols": ("<sep>", "th", "éé", "  ")},
    {"control_symbols": ("<c>", "<d>"), "user_defined_symbols": ("<sep>",)},
    {"unk_id": 5, "bos_id": 0, "eos_id": -1, "pad_id": 2, "unk_piece": "[U]", "bos_piece": "[B]"},
    {"control_symbols": ("<pad>", "<s>"), "pad_id": 3, "unk_surface": "?"},
    {"user_defined_symbols": ("<s>",), "byte_fallback": True},
    {"treat_whitespace_as_suffix": True},
    {"treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False},
    {"add_dummy_prefix": False, "remove_extra_whitespaces": False},
    {"split_by_whitespace": False},
    {"split_by_number": False},
    {"split_digits": True, "split_by_number": False},
    {"required_chars": "qzЖ", "character_coverage": 0.98},
    {"max_sentence_length": 40},
)

both = pytest.mark.parametrize("model", [SentencePieceBPE, Unigram])


@both
@pytest.mark.parametrize("options", OPTIONS, ids="-".join)
def test_each_means_what_it_means_in_sentencepiece(
    model: type[SentencePieceBPE | Unigram], options: dict[str, Any]
) -> None:
    algorithm = "bpe" if model is SentencePieceBPE else "unigram"
    size = 900 if "byte_fallback" in options else 600
    trained = model.train(LINES, vocab_size=size, **options)
    reference = train_reference(LINES, algorithm, size, **options)
    assert list(trained.pieces.pieces) == pieces_of(reference)
    assert list(trained.pieces.scores) == scores_of(reference)
    for text in UNSEEN:
        assert trained.encode(text) == reference.encode(text)
        assert trained.decode(trained.encode(text)) == reference.decode(reference.encode(text))


def test_a_setting_that_is_unknown_is_refused() -> None:
    with pytest.raises(TypeError, match="coverage"):
        Unigram.train("a", coverage=1.0)  # type: ignore[call-arg]


def test_special_tokens_take_their_ids_and_symbols_the_free_ones() -> None:
    special = SpecialPieces(unk_id=2, bos_id=0, eos_id=-1, control_symbols=("<a>", "<b>"))
    assert dict(special.by_id) == {
        0: ("<s>", PieceKind.CONTROL),
        1: ("<a>", PieceKind.CONTROL),
        2: ("<unk>", PieceKind.UNKNOWN),
        3: ("<b>", PieceKind.CONTROL),
    }


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"unk_id": -1}, "The unknown token has an id"),
        ({"bos_id": 0}, "each mark an id of its own"),
        ({"control_symbols": ("<a>", "<a>")}, "Each symbol has a spelling of its own"),
        ({"user_defined_symbols": ("",)}, "Each symbol has a spelling of its own"),
        ({"pad_id": 99}, "'<pad>' wants the id 99"),
        ({"bos_piece": "<unk>"}, "has a spelling of its own.* there is '<unk>'"),
        ({"eos_piece": "<s>"}, "has a spelling of its own.* there is '<s>'"),
        ({"bos_piece": ""}, "has a spelling of its own.* there is ''"),
        ({"pad_piece": "p" * 513}, "at most 512 characters"),
        ({"unk_surface": "u" * 10_000}, "at most 512 characters"),
        ({"unk_surface": "\ud800"}, "no lone surrogate"),
        ({"user_defined_symbols": ("\ud800",)}, "no lone surrogate"),
        ({"normalization": {"a": "\ud800"}}, "holds a lone surrogate"),
        ({"control_symbols": {"<c>": 9}}, "control_symbols must be a sequence of strings, but"),
    ],
)
def test_special_tokens_that_cannot_be_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(TokvizError, match=message):
        SentencePieceBPE.train("a b", vocab_size=9, **settings)


def test_a_mark_may_have_the_last_id_and_none_after_it() -> None:
    """Four marks and two pieces have the ids from 0 to 5."""
    assert SpecialPieces(pad_id=5).free_ids(2) == [3, 4]
    with pytest.raises(TokvizError, match="wants the id 6 and there are 6 tokens in all"):
        SpecialPieces(pad_id=6).free_ids(2)
