"""What a reader typed stays text in HTML, and nothing of it is hidden."""

from tokviz.text.markers import SPACES
from tokviz.views.markup import isolated_html, paragraphs, written


def test_markup_is_text() -> None:
    assert written('<b title="x">&') == "&lt;b·title=&quot;x&quot;&gt;&amp;"


def test_what_cannot_be_seen_is_named() -> None:
    assert written("a\u200b\n") == "a‹ZWSP›↵"
    assert written(b"\xf0\x9f") == "‹F0 9F›"


def test_a_marker_is_drawn_as_one() -> None:
    assert written("▁a", SPACES) == "▁a"


def test_a_token_in_a_sentence_is_isolated_where_it_runs_from_right_to_left() -> None:
    assert isolated_html("the") == "the"
    assert isolated_html("ה<") == '<bdi dir="rtl">ה&lt;</bdi>'


def test_a_name_keeps_its_order_beside_hebrew() -> None:
    assert written(b"\xd7\xd7\x95") == "\u2066‹D7›\u2069ו"


def test_each_line_is_a_paragraph_that_runs_as_it_does() -> None:
    drawn = paragraphs([("the ", "A"), ("hen\n", "B"), ("הילד", "C"), (" PC", "D")])
    assert drawn == '<p dir="ltr">AB</p><p dir="rtl">CD</p>'


def test_a_stretch_that_holds_a_line_end_is_the_last_of_its_line() -> None:
    drawn = paragraphs([("the\n ", "A"), ("הילד", "B"), ("\n\n", "C")])
    assert drawn == '<p dir="ltr">A</p><p dir="rtl">BC</p>'
