"""Which strings may become a piece, and how SentencePiece's BPE chooses among pairs."""

import pytest

from tests.sentencepiece_reference import few_letters
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE


def test_of_equal_counts_the_shorter_then_the_first_in_code_point_order() -> None:
    model = SentencePieceBPE.train("bd ac", vocab_size=12)
    assert model.trace is not None
    assert [step.token for step in model.trace.steps][:3] == ["ac", "bd", "▁ac"]


def test_a_spelling_is_learned_once() -> None:
    lines = few_letters(1)
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=150)
    assert len(set(model.pieces.pieces)) == len(model.pieces.pieces)


@pytest.mark.parametrize(
    ("piece", "allowed"),
    [
        ("abc", True),
        ("▁abc", True),
        ("▁", True),
        ("a▁b", False),
        ("a1", False),
        ("2024", True),
        ("カーひ漢", True),
        ("漢a", False),
        ("x\u0331", True),
        ("\u0331x", True),
        ("한국", True),
        ("a▅", False),
        ("ն։", False),  # U+0589 is Common there, Armenian in newer Unicode
        ("a\u200db", True),
        ("x" * 16, True),
        ("x" * 17, False),
    ],
)
def test_which_strings_may_be_pieces(piece: str, allowed: bool) -> None:
    assert (PieceRules().bar(piece) is None) is allowed


@pytest.mark.parametrize("split_by_whitespace", [True, False])
@pytest.mark.parametrize("suffix", [True, False])
def test_a_space_stands_in_front_of_letters_unless_it_is_a_suffix(
    split_by_whitespace: bool, suffix: bool
) -> None:
    rules = PieceRules(split_by_whitespace=split_by_whitespace, whitespace_as_suffix=suffix)
    assert [rules.bar(piece) for piece in ("▁ab", "ab▁")] == ([2, None] if suffix else [None, 2])


def test_digits_may_be_kept_apart() -> None:
    rules = PieceRules(split_digits=True)
    assert [rules.bar(piece) is None for piece in ("1", "12", "▁1", "ab")] == [
        True,
        False,
        False,
        True,
    ]


def test_required_characters_come_last_by_falling_count(small: SentencePieceBPE) -> None:
    assert small.trace is not None
    characters = small.pieces.pieces[3 + len(small.trace) :]
    assert characters == tuple("▁tahcesmno")
