"""What a reader typed stays text in HTML, and nothing of it is hidden."""

from tokviz.text.markers import SPACES
from tokviz.views.markup import written


def test_markup_is_text() -> None:
    assert written('<b title="x">&') == "&lt;b·title=&quot;x&quot;&gt;&amp;"


def test_what_cannot_be_seen_is_named() -> None:
    assert written("a\u200b\n") == "a‹ZWSP›↵"
    assert written(b"\xf0\x9f") == "‹F0 9F›"


def test_a_marker_is_drawn_as_one() -> None:
    assert written("▁a", SPACES) == "▁a"
