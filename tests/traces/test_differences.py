"""Where two texts differ: no more than must be, whatever was dropped, rewritten or put in."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.traces import differences as module
from tokviz.traces.differences import differences

TEXTS = st.text(st.sampled_from("abcA \n\u200d안"), max_size=24)
CHANGES = st.dictionaries(st.integers(0, 23), st.sampled_from(["", " ", "a", "ab", "A"]))


def fewest_lost(text: str, back: str) -> int:
    """How many characters must be lost: all but those of a longest common subsequence."""
    kept = [0] * (len(back) + 1)
    for character in text:
        before = kept[:]
        for at, other in enumerate(back, 1):
            kept[at] = before[at - 1] + 1 if character == other else max(before[at], kept[at - 1])
    return len(text) - kept[-1]


def rewritten(text: str, back: str, gaps: list[tuple[int, int, int, int]]) -> str:
    """The text with each gap replaced by what came back for it."""
    starts = [0, *(gap[1] for gap in gaps)]
    kept = [
        text[start:end]
        for start, end in zip(starts, [*(gap[0] for gap in gaps), len(text)], strict=True)
    ]
    came = [back[j:j_end] for _, _, j, j_end in gaps]
    return "".join(part for both in zip(kept, [*came, ""], strict=True) for part in both)


def test_differences_of_two_texts() -> None:
    assert list(differences("ten hens", "ten men")) == [(4, 5, 4, 5), (7, 8, 7, 7)]
    assert list(differences("same", "same")) == []
    assert list(differences("", "new")) == [(0, 0, 0, 3)]


@pytest.mark.parametrize(
    ("text", "back", "gaps"),
    [
        ('said "Hen', 'said" Hen', [(4, 5, 4, 4), (6, 6, 5, 6)]),
        ('said" Hen', 'said "Hen', [(4, 4, 4, 5), (5, 6, 6, 6)]),
        ('a: "hen "c', 'a:" hen" c', [(2, 3, 2, 2), (4, 4, 3, 4), (7, 8, 7, 7), (9, 9, 8, 9)]),
        ('a  "b', 'a"  b', [(1, 1, 1, 2), (3, 4, 4, 4)]),
    ],
    ids=["a space goes behind the mark", "before it", "twice", "two spaces are more than one mark"],
)
def test_what_comes_back_is_the_word_where_as_much_is_lost_by_the_space(
    text: str, back: str, gaps: list[tuple[int, int, int, int]]
) -> None:
    assert list(differences(text, back)) == gaps


@given(TEXTS, TEXTS)
def test_no_more_is_lost_than_must_be(text: str, back: str) -> None:
    gaps = list(differences(text, back))
    assert sum(i_end - i for i, i_end, _, _ in gaps) == fewest_lost(text, back)
    assert rewritten(text, back, gaps) == back


@given(TEXTS, CHANGES)
def test_no_more_is_lost_than_was_changed(text: str, changes: dict[int, str]) -> None:
    back = "".join(changes.get(place, character) for place, character in enumerate(text))
    changed = sum(at < len(text) and text[at] != new for at, new in changes.items())
    assert sum(i_end - i for i, i_end, _, _ in differences(text, back)) <= changed


@pytest.mark.parametrize("cells", [0, 4, 100])
@given(text=TEXTS, back=TEXTS)
def test_of_a_long_text_all_that_differs_is_told(cells: int, text: str, back: str) -> None:
    """The walk of long texts, on short ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELLS", cells)
        gaps = list(differences(text, back))
    assert rewritten(text, back, gaps) == back
    assert all(one[1] <= other[0] for one, other in pairwise(gaps))


def test_what_is_dropped_all_over_a_long_text_is_told_and_no_more() -> None:
    text = "the\u200d ten\u200dhe\u200dns " * 6_000
    gaps = list(differences(text, text.replace("\u200d", "")))
    assert {text[i:i_end] for i, i_end, _, _ in gaps} == {"\u200d"}
    assert len(gaps) == 3 * 6_000


def test_what_comes_back_at_the_very_end_of_a_long_text_is_found() -> None:
    """Behind more than a window, and the text goes on behind it."""
    lost, came, same = "x" * 100, "y" * 100, "the ten hens saw"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELLS", 0)
        gaps = list(differences(lost + same + "zz", came + same))
    assert gaps == [(0, 100, 0, 100), (116, 118, 116, 116)]


def test_white_space_is_told_apart_from_what_stands_beside_it() -> None:
    """For the two are lost at other stages."""
    assert list(differences("ten \n Hen", "ten hen")) == [(4, 6, 4, 4), (6, 7, 4, 5)]
    assert list(differences("É\n\nÉ", "e e")) == [(0, 1, 0, 1), (1, 3, 1, 2), (3, 4, 2, 3)]


def test_no_letter_of_an_unknown_tokens_name_passes_for_one_of_the_text() -> None:
    assert list(differences("a UN b", "a [UNK] b", [(2, 4)], "[UNK]")) == [(2, 4, 2, 7)]


def test_spaces_about_an_unknown_tokens_name_belong_to_it() -> None:
    assert list(differences("안b", " ⁇ b", [(0, 1)], "⁇")) == [(0, 1, 0, 3)]


def test_the_name_written_in_the_text_is_no_difference() -> None:
    assert list(differences("É[UNK] x", "e[UNK] [UNK]", [(7, 8)], "[UNK]")) == [
        (0, 1, 0, 1),
        (7, 8, 7, 12),
    ]
