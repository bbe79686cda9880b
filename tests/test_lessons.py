"""What every row of the table of lessons must do, whichever tokenizer it adds."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.lessons import LESSONS, Lesson, Tokenizer, Variant, lesson
from tokviz.samples import sample
from tokviz.text.labels import plain_label

ROOT = Path(__file__).parents[1]
VARIANTS = [(row, variant) for row in LESSONS for variant in row.variants]
NAMES = [f"{row.key}: {variant.name}" for row, variant in VARIANTS]
LEARNED_FROM = sample("rhyme").text

every_variant = pytest.mark.parametrize(("row", "variant"), VARIANTS, ids=NAMES)
any_text = st.text(max_size=60) | st.text(alphabet="the hen.,'\n안🏻\u200d\x00", max_size=60)


def trained(key: str, name: str) -> Tokenizer:
    variant = next(v for v in lesson(key).variants if v.name == name)
    return variant.train(LEARNED_FROM) if variant.grows else shared(key, name)


@cache
def shared(key: str, name: str) -> Tokenizer:
    variant = next(v for v in lesson(key).variants if v.name == name)
    return variant.train(LEARNED_FROM)


@pytest.mark.parametrize("row", LESSONS, ids=lambda row: row.key)
def test_a_lesson_has_a_page(row: Lesson) -> None:
    assert (ROOT / row.page).is_file()


def test_keys_and_titles_are_told_apart() -> None:
    assert len({row.key for row in LESSONS}) == len(LESSONS)
    assert len({row.title for row in LESSONS}) == len(LESSONS)


def test_an_unknown_lesson_is_refused_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="byte_bpe"):
        lesson("morse")


@every_variant
@settings(max_examples=40)
@given(text=any_text)
def test_any_text_is_encoded_into_known_ids(row: Lesson, variant: Variant, text: str) -> None:
    tokenizer = trained(row.key, variant.name)
    ids = tokenizer.encode(text)
    assert all(isinstance(token_id, int) for token_id in ids)
    assert all(token_id in tokenizer.vocab for token_id in ids)


@every_variant
@settings(max_examples=40)
@given(text=any_text)
def test_a_lossless_tokenizer_gives_the_text_back(row: Lesson, variant: Variant, text: str) -> None:
    tokenizer = trained(row.key, variant.name)
    if variant.lossless:
        assert tokenizer.decode(tokenizer.encode(text)) == text
    else:
        assert isinstance(tokenizer.decode(tokenizer.encode(text)), str)


@every_variant
@settings(max_examples=20)
@given(text=any_text)
def test_tokens_are_what_the_ids_stand_for(row: Lesson, variant: Variant, text: str) -> None:
    tokenizer = trained(row.key, variant.name)
    ids = tokenizer.encode(text)
    assert len(tokenizer.tokenize(text)) == len(ids)


@every_variant
def test_training_twice_gives_the_same(row: Lesson, variant: Variant) -> None:
    again = variant.train(LEARNED_FROM)
    first = trained(row.key, variant.name)
    assert again.encode(LEARNED_FROM) == first.encode(LEARNED_FROM)
    assert list(again.vocab.items()) == list(first.vocab.items())


@every_variant
def test_every_token_has_a_label(row: Lesson, variant: Variant) -> None:
    vocab = trained(row.key, variant.name).vocab
    tokens: list[str | bytes] = list(vocab.values())
    assert all(plain_label(token) for token in tokens[:2_000] if token)
