"""Counted words that no text would give a trainer are refused: their pieces would reach nothing."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokviz
from tests.recorded import recorded
from tokviz import SentencePieceBPE, TokvizError, WordPiece
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.pieces.word_counts import unseen_word

Settings = dict[str, Any]
SUFFIXED = {"treat_whitespace_as_suffix": True}
UNPREFIXED = {"add_dummy_prefix": False}
WHOLE_LINES = {"split_by_whitespace": False}
SPACED = {"remove_extra_whitespaces": False}


@pytest.mark.parametrize(
    ("word", "settings"),
    [
        ("low.", {}),
        ("a b", {}),
        ("a\nb", {}),
        ("low\n", {}),
        ("\x07", {}),
        ("東京", {}),
        ("Low", {"lowercase": True}),
        ("é", {"strip_accents": True}),
        ("[MASK]", {}),
    ],
)
def test_wordpiece_refuses_a_word_that_is_cut_or_changed(word: str, settings: Settings) -> None:
    counts = {"low": 5, word: 3, "lowe": 1}
    with pytest.raises(TokvizError, match=r"Count a text with \w+\.count_words") as refused:
        WordPiece.train_from_counts(counts, vocab_size=40, **settings)
    assert repr(word) in str(refused.value)


@pytest.mark.parametrize(
    ("word", "settings"),
    [
        ("low", {}),
        ("▁low ", {}),
        ("▁a b", {}),
        ("▁a▁b", {}),
        ("a▁", {}),
        ("▁", {}),
        ("▁a\nb", {}),
        ("▁ﬁne", {}),
        ("▁a<s>", {}),
        ("▁ab", {"user_defined_symbols": ["b"]}),
        ("▁Low", {"normalization": "nmt_nfkc_cf"}),
        ("▁low", SUFFIXED),
        ("low▁er", UNPREFIXED),
        ("low▁er", WHOLE_LINES),
        ("▁low▁▁er", WHOLE_LINES),
        ("▁▁", SPACED),
    ],
)
def test_sentencepiece_refuses_a_word_that_is_cut_or_changed(word: str, settings: Settings) -> None:
    good = "wol▁" if settings == SUFFIXED else "▁wol"
    with pytest.raises(TokvizError, match=r"Count a text with \w+\.count_words") as refused:
        SentencePieceBPE.train_from_counts({good: 5, word: 3}, vocab_size=40, **settings)
    assert repr(word) in str(refused.value)


@pytest.mark.parametrize(
    ("word", "settings"),
    [
        ("▁low", {}),
        ("▁1½", {"normalization": "identity"}),
        ("low▁", SUFFIXED),
        ("low", UNPREFIXED),
        ("▁low", UNPREFIXED),
        ("▁low▁er", WHOLE_LINES),
        ("▁", SPACED),
    ],
)
def test_sentencepiece_learns_from_a_word_of_a_text(word: str, settings: Settings) -> None:
    tokenizer = SentencePieceBPE.train_from_counts({word: 3}, vocab_size=40, **settings)
    assert tokenizer.trace is not None
    assert tokenizer.trace.num_tokens(0) == 3 * len(word)


WAYS = [{}, SUFFIXED, UNPREFIXED, WHOLE_LINES, SPACED, SPACED | SUFFIXED, SPACED | WHOLE_LINES]


@pytest.mark.parametrize("settings", WAYS, ids=str)
@given(text=st.text("ab▁ .\n", max_size=20))
def test_the_words_of_a_text_may_be_brought_as_a_mapping(text: str, settings: Settings) -> None:
    asked = PieceSettings(**settings)
    assert unseen_word(asked.count_words(text).distinct, asked) is None
    words = WordPiece.count_words(text).distinct
    WordPiece.train_from_counts(dict.fromkeys(words, 1), vocab_size=40)


@pytest.mark.parametrize(
    ("train", "shown"),
    [(WordPiece.train_from_counts, "'low'"), (SentencePieceBPE.train_from_counts, "'▁low'")],
)
def test_what_is_no_mapping_is_told_where_counts_come_from(train: Any, shown: str) -> None:
    with pytest.raises(TokvizError, match=r"count_pre_tokens, or .* count_words"):
        train(["low"], vocab_size=40)
    with pytest.raises(TokvizError, match=f"such as {shown}"):
        train({"l o w": 1}, vocab_size=40)


def test_counts_of_another_cut_are_refused(tmp_path: Path) -> None:
    """What a split pattern cut has spaces in it, which no word of these trainers has."""
    file = tmp_path / "text.txt"
    file.write_text("low lower low", encoding="utf-8")
    cut = tokviz.count_pre_tokens([file])
    by_bert = tokviz.count_pre_tokens([file], counter=WordPiece.count_words)
    by_pieces = SentencePieceBPE.count_words("low lower low")
    for train, counts, words in (
        (WordPiece.train_from_counts, cut, "WordPiece.count_words cut, but .* a split pattern cut"),
        (WordPiece.train_from_counts, by_pieces, "with counter=WordPiece.count_words"),
        (SentencePieceBPE.train_from_counts, cut, "with counter=SentencePieceBPE.count_words"),
        (SentencePieceBPE.train_from_counts, by_bert, "with counter=SentencePieceBPE.count_words"),
        (
            tokviz.RegexBPE.train_from_counts,
            by_bert,
            "a split pattern cut, .* Count the text",
        ),
    ):
        with pytest.raises(TokvizError, match=words):
            train(counts, vocab_size=300)
    of_text = WordPiece.train("low lower low", vocab_size=30)
    assert WordPiece.train_from_counts(by_bert, vocab_size=30).vocab == of_text.vocab


def test_counted_words_of_a_text_whose_spaces_are_too_rare_teach_what_the_text_does() -> None:
    text = "\n".join(["ab" * 40, "a b" + "abb" * 40, "aab" * 30 + " b"] * 2)
    options: Settings = {"vocab_size": 40, "character_coverage": 0.98}
    by_counts = SentencePieceBPE.train_from_counts(SentencePieceBPE.count_words(text), **options)
    by_text = SentencePieceBPE.train(text, **options)
    assert "▁" not in by_text.pieces.pieces
    assert by_counts.pieces.pieces == by_text.pieces.pieces


def test_a_mapping_of_words_that_preparing_changes_twice_is_told_what_to_hand_over() -> None:
    counts = SentencePieceBPE.count_words("\ufb01\u0301")
    mapping = dict(zip(counts.distinct, counts.weights.tolist(), strict=True))
    with pytest.raises(TokvizError, match=r"once more.* hand over what it returned, not a mapping"):
        SentencePieceBPE.train_from_counts(mapping, vocab_size=10)
    assert SentencePieceBPE.train_from_counts(counts, vocab_size=10).trace is not None


def test_counts_that_count_words_made_are_taken_as_they_are() -> None:
    settings: Settings = {"normalization": {"a": "b", "b": "c"}}
    counts = SentencePieceBPE.count_words("a a", **settings)
    tokenizer = SentencePieceBPE.train_from_counts(counts, vocab_size=6, **settings)
    assert tokenizer.tokenize("a") == ["▁b"]


@pytest.mark.parametrize(
    "trains_on_text", ["Unigram", "ByteBPE", "RegexBPE", "CharBPE", "WordLevel"]
)
def test_counted_words_are_no_text_to_a_trainer_of_texts(
    trains_on_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that is said before anything is learned."""
    monkeypatch.setattr("tokviz.algorithms.unigram.seed_pieces", None)
    words = SentencePieceBPE.count_words("the hen in the pen")
    size = {"Unigram": {"vocab_size": 30}, "WordLevel": {}}.get(trains_on_text, {"num_merges": 3})
    with pytest.raises(TokvizError, match=r"counted\. Train on the text") as refused:
        getattr(tokviz, trains_on_text).train(words, **size)
    assert isinstance(refused.value, TypeError)


def test_unigram_watches_a_sentence_of_texts_that_can_be_read_once() -> None:
    texts: Any = ["the hen in the pen", "the hen"]
    of_list, of_iterator = (
        recorded(tokviz.Unigram.train(each, vocab_size=30).trace) for each in (texts, iter(texts))
    )
    assert of_list.sentence == of_iterator.sentence
