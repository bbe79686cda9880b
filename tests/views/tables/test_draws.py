"""Random segmentations counted: the most frequent first, the rest only as a number."""

from tokviz.text.markers import SPACES
from tokviz.views.tables.draws import MOST_ROWS, DrawRow, draw_rows


def test_equal_segmentations_are_one_row_with_its_count() -> None:
    rows, different = draw_rows([["▁ab", "c"], ["▁a", "b", "c"], ["▁ab", "c"]], SPACES)
    assert rows == [DrawRow("▁ab | c", 2, 2), DrawRow("▁a | b | c", 3, 1)]
    assert different == 2


def test_half_characters_and_spaces_are_written_as_labels() -> None:
    rows, _ = draw_rows([[b" a", b"\xf0\x9f"]], ())
    assert rows[0].segmentation == "·a | ‹F0 9F›"


def test_only_the_most_frequent_are_shown_and_all_are_counted() -> None:
    rows, different = draw_rows([[str(number)] for number in range(50)], ())
    assert (len(rows), different) == (MOST_ROWS, 50)
