"""The training text as SentencePiece's trainers see it."""

import pytest

from tokviz.algorithms.pieces.corpus import PieceCorpus, read_corpus
from tokviz.checks.errors import TokvizError
from tokviz.text.normalizers.sentencepiece import named_normalizer


def read(text: str | list[str], **settings: object) -> PieceCorpus:
    return read_corpus(text, named_normalizer(), **settings)  # type: ignore[arg-type]


def test_words_are_counted_in_the_order_of_their_first_occurrence() -> None:
    corpus = read("b a\n\n a b  c")
    assert list(corpus.words) == ["▁b", "▁a", "▁c"]
    assert corpus.counts.tolist() == [2, 2, 1]


def test_the_occurrences_are_the_text() -> None:
    corpus = read("b a\n\n a b  c")
    assert [corpus.words[number] for number in corpus.occurrences] == ["▁b", "▁a", "▁a", "▁b", "▁c"]


def test_lines_begin_and_end_where_they_did() -> None:
    corpus = read("b a\n\n a b  c\nd")
    assert corpus.line_starts.tolist() == [0, 2, 5]
    assert corpus.line_ends.tolist() == [1, 4, 5]


def test_documents_are_read_like_lines() -> None:
    assert read(["a b", "c"]).line_starts.tolist() == read("a b\nc").line_starts.tolist()


def test_the_alphabet_is_sorted_by_count_then_code_point() -> None:
    assert dict(read("cab ab").alphabet) == {"a": 2, "b": 2, "▁": 2, "c": 1}


def test_rare_characters_give_their_place_to_one_mark() -> None:
    corpus = read("a " * 200 + "xa ya", character_coverage=0.99)
    assert list(corpus.words) == ["▁a", "▁▅a"]
    assert corpus.counts.tolist() == [200, 2]


def test_where_coverage_leaves_out_the_space_marker_each_line_is_one_word() -> None:
    corpus = read("\n".join(["ab" * 40, "a b" + "ab" * 40, "ab" * 40]), character_coverage=0.98)
    assert list(corpus.words) == ["▅" + "ab" * 40, "▅a▅b" + "ab" * 40]
    assert corpus.counts.tolist() == [2, 1]
    assert [corpus.occurrences.tolist(), corpus.line_starts.tolist()] == [[0, 1, 0], [0, 1, 2]]


def test_full_coverage_keeps_every_character() -> None:
    assert "x" in read("a " * 5000 + "x", character_coverage=1.0).alphabet


def test_special_tokens_in_the_text_are_not_learned_from() -> None:
    corpus = read("a<s>b", special_tokens=["<s>"])
    assert list(corpus.words) == ["▁a▅b"]
    assert sorted(corpus.alphabet) == ["a", "b", "▁"]


def test_a_long_stretch_without_spaces_is_one_word() -> None:
    assert list(read("ab" * 2000, character_coverage=1.0).words) == ["▁" + "ab" * 2000]


def test_carriage_returns_at_the_end_of_a_line_are_no_part_of_it() -> None:
    identity = named_normalizer("identity")
    assert list(read_corpus("a\rb\r\r\nc\r\n\r", identity).words) == ["▁a\rb", "▁c"]


def test_a_line_with_the_mark_for_rare_characters_is_left_out() -> None:
    assert list(read("a\n▅b\nc").words) == ["▁a", "▁c"]


def test_lines_over_the_limit_are_left_out() -> None:
    assert list(read("éé\nabc\nd", max_sentence_length=3).words) == ["▁abc", "▁d"]


def test_required_characters_are_in_the_alphabet_however_rare() -> None:
    corpus = read("a " * 200 + "x", character_coverage=0.98, required_chars="xz")
    assert dict(corpus.alphabet) == {"▁": 201, "a": 200, "x": 1, "z": 0}


def test_without_splitting_each_line_is_one_word() -> None:
    assert list(read("a b\nc", split_by_whitespace=False).words) == ["▁a▁b", "▁c"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("a\nb\nc", "abc"),
        ("a\n \nb\nc", "acb"),
        (" \na\nb", "ba"),
        ("a\n\n \n", "a"),
        (" \na\nb\nc\n ", "cab"),
    ],
)
def test_the_order_of_the_lines_is_sentencepieces(text: str, order: str) -> None:
    """The place of an empty line is taken by the last one that is not empty."""
    corpus = read(text)
    lines = [corpus.words[corpus.occurrences[start]] for start in corpus.line_starts]
    assert [lines[number] for number in corpus.line_order] == [f"▁{char}" for char in order]


@pytest.mark.parametrize("text", ["", " ", "\n \n"])
def test_a_text_without_words_is_empty(text: str) -> None:
    corpus = read(text)
    assert (list(corpus.words), len(corpus.occurrences), dict(corpus.alphabet)) == ([], 0, {})
    assert len(corpus.line_starts) == len(corpus.line_ends) == 0


@pytest.mark.parametrize("character", [" ", "▅", "\ud800"])
def test_a_required_character_that_no_piece_may_hold_is_refused(character: str) -> None:
    with pytest.raises(TokvizError, match="required_chars holds"):
        read("a b", required_chars=f"x{character}")


def test_a_required_character_that_is_a_special_token_is_refused() -> None:
    with pytest.raises(TokvizError, match="'b', which is a special token"):
        read("a b", required_chars="xb", special_tokens=("<a>", "b"))


def test_without_words_each_line_stands_for_itself() -> None:
    corpus = read("a b\nc\na b", split_by_whitespace=False)
    assert corpus.words == ["▁a▁b", "▁c"]
    assert corpus.line_by_line().words == ["▁a▁b", "▁c", "▁a▁b"]
    assert corpus.line_by_line().counts.tolist() == [1, 1, 1]
