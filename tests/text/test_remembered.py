"""A memory of bounded size."""

from tokviz.text.remembered import Remembered


def test_what_is_kept_is_there_the_next_time() -> None:
    known = Remembered[int](most=2, longest=3)
    assert [known.keep("a", 1), known.keep("b", 2)] == [1, 2]
    assert (known.get("a"), known.get("b"), known.get("c")) == (1, 2, None)


def test_when_it_is_full_it_begins_anew() -> None:
    known = Remembered[int](most=2, longest=3)
    for number, text in enumerate("abc"):
        known.keep(text, number)
    assert known == {"c": 2}


def test_a_long_text_is_not_kept() -> None:
    known = Remembered[int](most=2, longest=3)
    assert known.keep("long", 1) == 1
    assert not known
