"""The sentence that says whether a library agrees, and the table where it does not."""

import pytest

from tokviz.views.tables.same_ids import agreement, differences

VOCAB = {1: "a", 2: "b", 3: "c", 4: "ab"}


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ([1] * 34, [1] * 34, "all 34 ids agree"),
        ([1], [1], "the id agrees"),
        ([1, 2, 3], [4, 3], "of our 3 ids and its 2 the first 0 agree, then they differ"),
        ([], [], "there is nothing to compare"),
        ([1, 2], [1, 3], "of our 2 ids and its 2 the first 1 agree, then they differ"),
        ([1], [], "of our 1 ids and its 0 the first 0 agree, then they differ"),
    ],
)
def test_the_sentence_counts(ours: list[int], theirs: list[int], said: str) -> None:
    assert agreement(ours, theirs) == said


def test_the_table_names_what_differs_and_from_where() -> None:
    assert differences([3, 1, 2, 3], [3, 4, 3, 9], VOCAB) == {
        "from token": ["1", "4"],
        "ours": ["a 1  b 2", ""],
        "the library's": ["ab 4", "? 9"],
    }


def test_the_same_ids_have_no_rows() -> None:
    assert differences([1, 2], [1, 2], VOCAB) == {"from token": [], "ours": [], "the library's": []}
