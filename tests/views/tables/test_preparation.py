"""BERT's preparation of a line, drawn without scripts."""

from tokviz.views.tables.preparation import LONGEST, preparation_html


def body(html: str) -> str:
    return html.split("</style>")[1]


def test_the_three_stages_stand_below_each_other() -> None:
    shown = body(preparation_html("A b", "a b", ["a", "b"]))
    assert shown.index("A·b") < shown.index("a·b") < shown.index('<span class="word">a</span>')


def test_the_readers_text_is_escaped() -> None:
    assert "<script>" not in body(preparation_html("<script>", "<script>", ["<script>"]))


def test_what_cannot_be_seen_is_named() -> None:
    assert "‹ZWSP›" in body(preparation_html("a\u200bb", "ab", ["ab"]))


def test_a_line_without_words_says_so() -> None:
    assert '<dd dir="ltr">none</dd>' in body(preparation_html(" ", " ", []))


def test_a_long_line_is_cut() -> None:
    shown = body(preparation_html("x" * (LONGEST + 9), "y", []))
    assert "x" * LONGEST + " …" in shown


def test_a_hebrew_line_and_its_words_run_from_right_to_left() -> None:
    shown = preparation_html("הילד PC", "הילד pc", ["הילד", "pc"])
    assert shown.count('<dd dir="rtl">') == 3
    assert ".word { unicode-bidi: plaintext;" in shown
