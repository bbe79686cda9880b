"""The beginning of a long text: as much as may be, with its last word whole."""

from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.beginnings import LONG_WORD, beginning


def test_a_word_at_the_cut_is_whole_or_left_out() -> None:
    text = "the best of times"
    assert beginning(text, 14) == "the best of"
    assert beginning(text, 11) == "the best of"
    assert beginning(text, len(text)) == text
    assert beginning(text + "\n", len(text)) == text


def test_where_no_white_space_is_near_the_cut_is_where_it_must_be() -> None:
    assert beginning("小猫坐在垫子上", 4) == "小猫坐在"
    assert beginning("a " + "b" * 2 * LONG_WORD, LONG_WORD + 50) == "a " + "b" * (LONG_WORD + 48)


@given(st.text("ab \n", max_size=400), st.integers(1, 300))
def test_it_is_a_beginning_and_its_words_are_the_texts(text: str, longest: int) -> None:
    found = beginning(text, longest)
    assert text.startswith(found)
    assert len(found) <= longest
    whole = [word for word in text.split() if len(word) < LONG_WORD]
    assert (
        all(word in whole for word in found.split() if len(word) < LONG_WORD)
        or len(found.split()) == 1
    )
