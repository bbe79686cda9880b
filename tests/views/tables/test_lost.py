"""What decoding lost is marked, and nothing of the reader's becomes markup."""

from hypothesis import given
from hypothesis import strategies as st

from tokviz.views.tables.lost import LONGEST, differences, lost_html

some_text = st.text(alphabet="the hen.  \n<b>&안", max_size=60)


@given(text=some_text, back=some_text)
def test_the_parts_join_back_to_both_texts(text: str, back: str) -> None:
    parts = differences(text, back)
    assert "".join(before for before, _ in parts) == text
    assert "".join(after for _, after in parts) == back


def test_a_lost_space_is_struck_out_and_seen() -> None:
    assert "<del>·</del>" in lost_html("a  b", {"Whitespace": "a b"})


def test_what_stands_in_its_place_is_boxed() -> None:
    shown = lost_html("the ten hens", {"Word level": "the *|unk|* hens"})
    assert "<del>ten</del><ins>*|unk|*</ins>" in shown


def test_nothing_is_marked_where_nothing_is_lost() -> None:
    shown = lost_html("the hen", {"Byte BPE": "the hen"})
    assert "<del>" not in shown
    assert "<ins>" not in shown


def test_the_end_of_a_long_text_is_not_called_lost() -> None:
    text = "hen " * LONGEST
    assert "<del>" not in lost_html(text, {"Byte BPE": text})


def test_text_is_escaped() -> None:
    shown = lost_html("<b>x</b>", {"<i>": "<u>"})
    assert not any(tag in shown for tag in ("<b>", "<i>", "<u>"))


def test_a_dot_in_the_text_stays_a_dot() -> None:
    assert "<dd>a·b c</dd>" in lost_html("a·b c", {"Byte BPE": "a·b c"})
