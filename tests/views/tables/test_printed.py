"""A table on paper: its first rows, as they are written on the screen, and how many there are."""

import re

from tokviz.views.tables.printed import MOST_ROWS, printed_html

PLAIN: dict[str, dict[str, str]] = {"heads": {}, "formats": {}}


def test_of_a_long_table_the_first_rows_are_printed_and_how_many_there_are() -> None:
    shown = printed_html({"id": range(1_203)}, **PLAIN, missing="")
    assert re.findall(r">(\d+)</td>", shown) == [*map(str, range(MOST_ROWS))]
    assert "<caption>The first 40 of 1,203 rows are printed.</caption>" in shown


def test_of_a_short_table_all_is_printed_and_nothing_is_counted() -> None:
    shown = printed_html({"id": range(MOST_ROWS)}, **PLAIN, missing="")
    assert shown.count("<td") == MOST_ROWS
    assert "<caption" not in shown


def test_numbers_heads_and_gaps_are_written_as_on_the_screen() -> None:
    shown = printed_html(
        {"times with": [1203, None], "score": [2.0, 0.125]},
        heads={"times with": "times"},
        formats={"times with": ",d", "score": ",.2f"},
        missing="unknown",
    )
    assert re.findall(r"<th>(.*?)</th>", shown) == ["times", "score"]
    assert re.findall(r"<td.*?>(.*?)</td>", shown) == ["1,203", "2.00", "unknown", "0.12"]


def test_what_stands_in_a_table_is_text() -> None:
    shown = printed_html({"<i>": ["<b>&"]}, **PLAIN, missing="")
    assert "<th>&lt;i&gt;</th>" in shown
    assert "<td>&lt;b&gt;&amp;</td>" in shown
