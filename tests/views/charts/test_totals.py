"""The bars of the comparison: one per tokenizer, as long as its token count."""

from tokviz.views.charts.totals import token_totals
from tokviz.views.strips.strips import StripRow

TEXT = "abé"
ROWS = [
    StripRow("bytes <b>", [(97, b"a", 0, 1), (98, b"b", 1, 2), (195, b"\xc3", 2, 3)]),
    StripRow("words", [(0, "abé", 0, 4)]),
]


def test_a_bar_is_as_long_as_the_row_has_tokens() -> None:
    assert list(token_totals(ROWS, TEXT).data[0].x) == [3, 1]


def test_a_bar_says_what_a_token_stands_for() -> None:
    assert token_totals(ROWS, TEXT).data[0].text[1] == "1  (4.00 bytes per token)"


def test_names_are_written_as_they_are() -> None:
    assert token_totals(ROWS, TEXT).layout.yaxis.ticktext[0] == "bytes &lt;b&gt;  "


def test_no_tokens_are_a_bar_of_nothing() -> None:
    assert list(token_totals([StripRow("none", [])], "").data[0].text) == ["0"]
