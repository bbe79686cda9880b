"""The ids of special tokens, and the names that they may have."""

import pytest

from tokviz import RegexBPE, WordLevel, WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.text.special_tokens import check_names, with_ids

BYTE_RANKS = {bytes([value]): value for value in range(256)}
NAMED = {"<|end|>": 300, "<|pad|>": 301, "<|x y|>": 302}


@pytest.fixture(scope="module")
def tok() -> RegexBPE:
    return RegexBPE.train("the the", num_merges=2, special_tokens=NAMED)


def test_ids_follow_the_last_merge() -> None:
    tok = RegexBPE.train("the the", num_merges=2, special_tokens=("<|b|>", "<|a|>"))
    assert tok.special_tokens == {"<|b|>": 258, "<|a|>": 259}


def test_ids_follow_the_last_merge_when_training_stops_early() -> None:
    tok = RegexBPE.train("ab", num_merges=50, special_tokens=("<|x|>",))
    assert tok.special_tokens == {"<|x|>": 257}


def test_special_tokens_do_not_count_toward_vocab_size() -> None:
    tok = RegexBPE.train("the the", vocab_size=258, special_tokens=("<|x|>",))
    assert (len(tok.merges or ()), len(tok.vocab)) == (2, 259)


def test_a_special_token_is_in_the_vocabulary_by_its_spelling(tok: RegexBPE) -> None:
    assert tok.vocab[302] == b"<|x y|>"


def test_a_special_id_decodes_to_its_spelling(tok: RegexBPE) -> None:
    assert tok.decode([97, 300]) == "a<|end|>"


def test_an_id_that_is_taken_is_refused() -> None:
    with pytest.raises(ValueError, match=r"was given 257, which is taken\. Ids from 258 on"):
        RegexBPE.train("the the", num_merges=2, special_tokens={"<|x|>": 257})


def test_an_id_in_a_hole_of_the_ranks_is_free() -> None:
    """As of p50k_base: its special token stands before the last ordinary ones."""
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"  ": 257}
    tok = RegexBPE.from_ranks(ranks, pattern=GPT2_PATTERN, special_tokens={"<|end|>": 256})
    more = tok.with_special_tokens({**tok.special_tokens, "<|x|>": 258})
    assert more.encode("  <|end|><|x|>", allowed_special="all") == [257, 256, 258]
    with pytest.raises(ValueError, match=r"was given 257, which is taken\. Ids from 258 on"):
        tok.with_special_tokens({"<|x|>": 257})
    with pytest.raises(ValueError, match="is from 0 to"):
        tok.with_special_tokens({"<|x|>": -1})


def test_one_id_for_two_special_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="an id of its own, but 300 is given twice"):
        with_ids({"a": 300, "b": 300}, ordinary=range(256))


@pytest.mark.parametrize(
    ("names", "error", "reason"),
    [
        ("<|x|>", TypeError, r"Write \('<\|x\|>',\)"),
        (("a", ""), ValueError, "one is empty"),
        (("a", "b", "a"), ValueError, "'a' is given twice"),
        (("a\ud800",), ValueError, "lone surrogate"),
        ((b"a",), TypeError, "b'a' is of the kind bytes"),
    ],
)
def test_names_that_cannot_be_are_refused(
    names: tuple[str, ...], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        check_names(names)


@pytest.mark.parametrize("name", ["", "\ud800"])
def test_ranks_come_with_names_that_can_be(name: str) -> None:
    with pytest.raises(TokvizError, match="A special token must"):
        RegexBPE.from_ranks(BYTE_RANKS, pattern=r"\w+", special_tokens={name: 256})


def test_ids_are_given_to_special_tokens_where_they_count() -> None:
    """WordPiece puts them first and word level last."""
    with pytest.raises(TypeError, match=r"^special_tokens must be a sequence of strings, but"):
        WordPiece.train("a b", vocab_size=9, special_tokens={"[UNK]": 3})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^special_tokens must be a sequence of strings, but"):
        WordLevel.train("a b", special_tokens={"<x>": 50})  # type: ignore[arg-type]
    with pytest.raises(TokvizError, match="lone surrogate"):
        WordLevel.train("a b", unk_token="\ud800")
