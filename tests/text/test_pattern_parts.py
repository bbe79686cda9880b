"""Which part of a split pattern made which pre-token."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.samples import SAMPLES, sample
from tokviz.text.pattern_parts import alternatives, makers, pattern_parts, words_of
from tokviz.text.pre_tokens import PUBLISHED, PatternError, split

each_published = pytest.mark.parametrize("pattern", sorted(PUBLISHED))
any_text = st.text(alphabet="The hen's 12345 , \n\r\t안!NASA/", max_size=60) | st.text(max_size=40)


def made_by(text: str, pattern: str) -> list[tuple[str, int | None]]:
    return [(row.text, row.maker) for row in makers(text, pattern)]


@each_published
@settings(max_examples=80, deadline=None)
@given(text=any_text)
def test_the_regex_engine_names_the_same_maker(text: str, pattern: str) -> None:
    """The twin numbers the alternatives as groups, so that the engine itself tells which won."""
    grouped = regex.compile("|".join(f"({part})" for part in alternatives(pattern)))
    twin = [(match.group(), match.lastindex - 1) for match in grouped.finditer(text)]
    assert made_by(text, pattern) == twin


@each_published
@pytest.mark.parametrize("key", [chosen.key for chosen in SAMPLES])
def test_every_pre_token_of_a_sample_has_a_maker(key: str, pattern: str) -> None:
    made = made_by(sample(key).text, pattern)
    assert [text for text, _ in made] == split(sample(key).text, pattern)
    assert all(maker is not None for _, maker in made)


@each_published
def test_every_published_part_has_its_words(pattern: str) -> None:
    assert all(words_of().get(part) for part in alternatives(pattern))


def test_no_words_are_left_over() -> None:
    assert set(words_of()) == {part for pattern in PUBLISHED for part in alternatives(pattern)}


def test_the_first_part_that_matches_wins() -> None:
    assert made_by("the hen", "the|[a-z]+|.") == [("the", 0), (" ", 2), ("hen", 1)]


def test_what_no_part_matches_has_no_maker() -> None:
    assert made_by("a1b", "[a-z]") == [("a", 0), ("1", None), ("b", 0)]


def test_a_special_token_has_no_maker() -> None:
    made = makers("a<x>b", "[a-z<>]+", special_tokens=("<x>",))
    assert [(row.text, row.maker) for row in made] == [("a", 0), ("<x>", None), ("b", 0)]


def test_parts_that_do_not_stand_alone_tell_no_maker() -> None:
    assert made_by("aa", r"(?P<x>a)|(?P=x)") == [("a", None), ("a", None)]


def test_a_part_counts_what_it_made() -> None:
    made = makers("a b a 1", r"\w|\s")
    word, space = pattern_parts(r"\w|\s", made)
    assert (word.count, word.made) == (4, (("a", 2), ("b", 1), ("1", 1)))
    assert space.count == 3


def test_a_broken_pattern_says_so() -> None:
    with pytest.raises(PatternError):
        makers("a", "(")


def test_bars_inside_brackets_do_not_cut() -> None:
    assert alternatives(r"a|(b|c)|[|]|\|") == ["a", "(b|c)", "[|]", r"\|"]
    assert alternatives(r"[]|]+|\w") == ["[]|]+", r"\w"]
    assert alternatives(r"[^]|]|[\[]|\[|[a]|]") == ["[^]|]", r"[\[]", r"\[", "[a]", "]"]
    assert alternatives(r"[\]|]|x") == [r"[\]|]", "x"]


def test_nor_do_bars_in_classes_of_classes() -> None:
    assert alternatives(r"[[:alpha:]|x]+|b") == ["[[:alpha:]|x]+", "b"]
    assert alternatives(r"[^[:^alpha:]|x]+|b") == ["[^[:^alpha:]|x]+", "b"]
    assert alternatives(r"(?V1)[[a-z]--[aeiou]|x]+|\s") == ["(?V1)[[a-z]--[aeiou]|x]+", r"\s"]
    assert alternatives(r"[[a-z]|x]+|\s") == ["[[a-z]", "x]+", r"\s"]
    assert alternatives("(?V1)" + "[" * 5_000 + "|a") == ["(?V1)" + "[" * 5_000 + "|a"]


def test_flags_that_are_set_for_all_go_with_each_part() -> None:
    assert made_by("aB", "(?i)a|b") == [("a", 0), ("B", 1)]
    assert made_by("aB\nc", "(?s)x|.+") == [("aB\nc", 1)]
    assert made_by("aB\nc", "(?s)(?i)AB|.+") == [("aB", 0), ("\nc", 1)]
