"""Punctuation that sticks, spaces that vanish, scripts without spaces: counted, not guessed."""

from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.whitespace import words_and_gaps
from tokviz.algorithms.word_level import WordLevel
from tokviz.views.tables.word_facts import (
    LostSpaces,
    SpacingChange,
    StuckWord,
    lost_spaces,
    spacing_changes,
    stuck_words,
    unspaced_words,
)

EVENING = """
One summer's evening when the little clock upon his table was rapidly approaching the much-desired hour,
"""  # noqa: E501


def changes(text: str, learned_from: str) -> list[SpacingChange]:
    tokenizer = WordLevel.train(learned_from, unk_token="*|unk|*")
    return spacing_changes(tokenizer.encode_trace(text), tokenizer.vocab, tokenizer.decode)


def test_a_word_with_and_without_its_full_stop_is_stuck() -> None:
    found = stuck_words(["end", "end.", "a", "end"])
    assert found == [StuckWord("end", (("end", 2), ("end.", 1)))]


def test_the_word_with_most_forms_comes_first() -> None:
    found = stuck_words(["a", "a,", "b", "(b", "b)"])
    assert [word.core for word in found] == ["b", "a"]


def test_punctuation_alone_is_no_word() -> None:
    assert stuck_words(["--", "...", "--"]) == []


def test_an_accent_belongs_to_its_word() -> None:
    assert stuck_words(["e\u0301,", "e\u0301"])[0].core == "e\u0301"


def test_scripts_without_spaces_are_found_longest_first() -> None:
    assert unspaced_words(["hello", "今日", "おはよう", "안녕", "今日"]) == ["おはよう", "今日"]


def test_one_plain_space_is_not_lost() -> None:
    assert lost_spaces(words_and_gaps("a b c")[1]) == LostSpaces(2, 0, 0)


def test_every_other_gap_is_lost() -> None:
    assert lost_spaces(words_and_gaps(" a  b\nc d\t")[1]) == LostSpaces(5, 4, 5)


@given(st.text(" \nab", max_size=20))
def test_nothing_is_lost_exactly_where_the_text_comes_back(text: str) -> None:
    assert (lost_spaces(words_and_gaps(text)[1]).lost == 0) == (" ".join(text.split()) == text)


def test_the_evening_sentence_changes_where_the_seed_shows_it() -> None:
    assert [(change.before, change.after) for change in changes(EVENING, EVENING)] == [
        ("'s", "' s"),
        ("much-", "much -"),
        ("-desired", "- desired"),
    ]


def test_a_change_beside_an_unknown_word_is_found() -> None:
    found = [SpacingChange("x-", "*|unk|* -", 1), SpacingChange("-y", "- *|unk|*", 1)]
    assert changes("x-y", "-") == found


def test_an_unknown_mark_is_a_word_and_gets_a_space() -> None:
    assert changes("x,", "-") == [SpacingChange("x,", "*|unk|* *|unk|*", 1)]


def test_equal_changes_are_counted_together() -> None:
    assert changes("a-a-a-", "a -")[0] == SpacingChange("a-", "a -", 3)
