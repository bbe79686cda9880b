"""Ids as a reader types them."""

import pytest

from tokviz.checks.errors import TokvizError
from tokviz.text.typed_ids import typed_ids

VOCAB = dict.fromkeys(range(300), "")


@pytest.mark.parametrize(
    "typed",
    [
        "108, 100 [32]",
        "[108, 100, 32]",
        "108\n100,32,",
        "(108), (100), (32)",
        "108,100,32",
        "108;100;\t32",
    ],
)
def test_numbers_stand_apart_by_spaces_commas_and_brackets(typed: str) -> None:
    assert typed_ids(typed, VOCAB) == [108, 100, 32]


@pytest.mark.parametrize("typed", ["", " ", "[]", " , "])
def test_nothing_is_no_ids(typed: str) -> None:
    assert typed_ids(typed, VOCAB) == []


@pytest.mark.parametrize("wrong", ["low", "-1", "1.5", "0x20", "١٢", "²", "1:2", "<b>"])
def test_what_is_no_number_is_named_with_a_remedy(wrong: str) -> None:
    with pytest.raises(TokvizError, match=r"Ids are whole numbers.*Write numbers") as refused:
        typed_ids(f"12 {wrong} 13", VOCAB)
    assert wrong.strip("\u2068\u2069") in str(refused.value)


@pytest.mark.parametrize("wrong", ["300", "99999999999", "9" * 500])
def test_an_id_outside_of_the_vocabulary_is_named_and_so_are_those_there_are(wrong: str) -> None:
    with pytest.raises(TokvizError, match=f"{wrong[:40]} is none of its ids: they are 0 to 299"):
        typed_ids(f"12 {wrong}", VOCAB)


def test_a_vocabulary_with_gaps_says_how_many_ids_it_has() -> None:
    with pytest.raises(TokvizError, match="2 of the numbers 0 to 4"):
        typed_ids("3", {0: "a", 4: "b"})
