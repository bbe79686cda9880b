"""What every row of the table of lessons must do, whichever tokenizer it adds."""

import pickle
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.files.errors import FormatError
from tokviz.lessons import LESSONS, Lesson, Variant, lesson
from tokviz.loading import load
from tokviz.samples import sample
from tokviz.text.labels import plain_label
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.tokenizer import Tokenizer

ROOT = Path(__file__).parents[1]
VARIANTS = [(row, variant) for row in LESSONS for variant in row.variants]
NAMES = [f"{row.key}: {variant.name}" for row, variant in VARIANTS]
LEARNED_FROM = sample("rhyme").text

every_variant = pytest.mark.parametrize(("row", "variant"), VARIANTS, ids=NAMES)
any_text = st.text(max_size=60) | st.text(alphabet="the hen.,'\n안🏻\u200d\x00", max_size=60)


@pytest.mark.parametrize("row", [row for row in LESSONS if row.training], ids=lambda row: row.key)
def test_a_training_can_be_sent_to_another_process(row: Lesson) -> None:
    assert row.training is not None
    train = pickle.loads(pickle.dumps(row.training.train))
    assert train("the hen, the men", **{row.training.size: 40}).vocab


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


def test_what_bert_is_said_to_do_is_known_of_it() -> None:
    """WordPiece cuts its text; how its pieces were learned was never published."""
    *_, learning, cutting = lesson("wordpiece").story.split(". ")
    assert "WordPiece here divides" in learning
    assert cutting == "BERT's text is cut by WordPiece."


def test_keys_and_titles_are_told_apart() -> None:
    assert len({row.key for row in LESSONS}) == len(LESSONS)
    assert len({row.title for row in LESSONS}) == len(LESSONS)


def test_an_unknown_lesson_is_refused_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="byte_bpe"):
        lesson("morse")


LOSSLESS = {"Code points", "UTF-8 bytes", "Byte BPE", "Regex BPE"}


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
    if variant.name in LOSSLESS:
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


# ---- what every tokenizer can do --------------------------------------------------------------


@every_variant
@settings(max_examples=60)
@given(text=any_text)
def test_spans_follow_each_other_in_the_text_one_for_each_token(
    row: Lesson, variant: Variant, text: str
) -> None:
    tokenizer = trained(row.key, variant.name)
    ids, spans = tokenizer.encode(text), tokenizer.token_spans(text)
    assert len(spans) == len(ids)
    position, size = 0, len(text.encode("utf-8", "surrogatepass"))
    for start, end in spans:
        assert position <= start <= end <= size
        position = end


@every_variant
def test_spans_hold_every_letter_of_the_text(row: Lesson, variant: Variant) -> None:
    spans = trained(row.key, variant.name).token_spans(LEARNED_FROM)
    data = LEARNED_FROM.encode()
    outside = bytearray(data)
    for start, end in spans:
        outside[start:end] = bytes(end - start)
    assert not outside.replace(b"\x00", b"").strip()


@every_variant
def test_special_ids_are_in_the_vocabulary_and_the_unknown_one_is_special(
    row: Lesson, variant: Variant
) -> None:
    tokenizer = trained(row.key, variant.name)
    assert tokenizer.special_ids <= set(tokenizer.vocab)
    assert tokenizer.unk_id is None or tokenizer.unk_id in tokenizer.special_ids


@every_variant
def test_markers_stand_in_the_vocabulary_at_their_end(row: Lesson, variant: Variant) -> None:
    tokenizer = trained(row.key, variant.name)
    for marker in tokenizer.markers:
        at_end = str.startswith if marker.place == "front" else str.endswith
        assert any(at_end(str(token), marker.text) for token in tokenizer.vocab.values())


@every_variant
def test_a_saved_model_comes_back_in_each_of_its_formats(
    row: Lesson, variant: Variant, tmp_path: Path
) -> None:
    tokenizer = trained(row.key, variant.name)
    for suffix in tokenizer.formats:
        path = tmp_path / f"saved{suffix}"
        tokenizer.save(path)
        loaded = load(path)
        assert loaded.encode(LEARNED_FROM) == tokenizer.encode(LEARNED_FROM)
        assert dict(loaded.vocab) == dict(tokenizer.vocab)
        assert (loaded.markers, loaded.special_ids) == (tokenizer.markers, tokenizer.special_ids)


@every_variant
def test_no_other_format_is_written(row: Lesson, variant: Variant, tmp_path: Path) -> None:
    path = tmp_path / "saved.unheard-of"
    with pytest.raises(FormatError):
        trained(row.key, variant.name).save(path)
    assert not path.exists()


@every_variant
def test_traces_carry_the_markers_of_their_tokenizer(row: Lesson, variant: Variant) -> None:
    tokenizer = trained(row.key, variant.name)
    for trace in (tokenizer.trace, tokenizer.encode_trace("hen")):
        if isinstance(trace, MergeTrace | UnigramTrace | EncodeTrace | MatchTrace | LatticeTrace):
            assert trace.markers == tokenizer.markers


def test_what_is_said_of_scripts_knows_of_the_three_that_count_as_one() -> None:
    learned = SentencePieceBPE.train("漢ひカ漢ひカ aж", vocab_size=12, normalization="identity")
    assert "漢ひカ" in learned.vocab.values()
    assert "aж" not in learned.vocab.values()
    lesson = next(row for row in LESSONS if row.key == "sentencepiece_bpe")
    assert "mix no scripts (Japanese's three count as one)" in lesson.ties
