"""The models that one training passed through are those of shorter trainings."""

from typing import Any

import pytest

from tokviz import lessons
from tokviz.algorithms.alike import prefixes
from tokviz.algorithms.alike.prefixes import POINTS, smaller_models, with_merges
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.word_level import WordLevel
from tokviz.files import vocabulary
from tokviz.samples import EVENING, sample
from tokviz.traces.merges import MergeTrace

TEXT, HELD_OUT = sample("harbour").text, EVENING.text + " 안녕 ﬁ"
SIZED = {
    variant.name: variant.sized
    for row in lessons.LESSONS
    for variant in row.variants
    if variant.sized is not None
}
MERGING = [name for name in SIZED if name != "Unigram"]


@pytest.mark.parametrize("name", MERGING)
@pytest.mark.parametrize("size", [300, 333, 400])
def test_the_first_merges_are_the_shorter_training(name: str, size: int) -> None:
    train = SIZED[name]
    whole: Any = train(TEXT, vocab_size=400)
    shorter = train(TEXT, vocab_size=size)
    assert isinstance(shorter.trace, MergeTrace)
    prefix = with_merges(whole, len(shorter.trace))
    assert len(prefix.vocab) == len(shorter.vocab) == size
    assert prefix.encode(HELD_OUT) == shorter.encode(HELD_OUT)
    assert prefix.decode(prefix.encode(HELD_OUT)) == shorter.decode(shorter.encode(HELD_OUT))


def test_the_tokens_of_a_training_may_be_longer_than_those_of_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last merges of a short text join all that stands before: 20 kB make 100 MB of tokens."""
    monkeypatch.setattr(vocabulary, "VOCAB_LENGTH", 500)
    whole = ByteBPE.train(TEXT, num_merges=100)
    first = with_merges(whole, 90)
    assert first.vocab == {token_id: whole.vocab[token_id] for token_id in range(256 + 90)}
    assert getattr(first, "trace", None) is None


@pytest.mark.parametrize("name", MERGING)
def test_they_run_from_no_merge_to_all(name: str) -> None:
    whole = SIZED[name](TEXT, vocab_size=400)
    models = [make() for make in smaller_models(whole)]
    sizes = [len(model.vocab) for model in models]
    assert 5 < len(models) <= POINTS
    assert sizes == sorted(set(sizes))
    assert sizes[-1] == len(whole.vocab)
    assert isinstance(whole.trace, MergeTrace)
    assert sizes[0] == sizes[-1] - len(whole.trace)


def test_unigrams_are_what_its_prunings_left() -> None:
    whole = Unigram.train(TEXT, vocab_size=150)
    models = [make() for make in smaller_models(whole)]
    sizes = [len(model.vocab) for model in models]
    assert len(models) > 3
    assert sizes == sorted(sizes)
    assert sizes[0] == len(whole.vocab)
    assert models[0].encode(HELD_OUT) == whole.encode(HELD_OUT)
    assert models[-1].decode(models[-1].encode("the keeper")) == "the keeper"


def test_what_learns_no_steps_has_none() -> None:
    assert smaller_models(Utf8Bytes()) == []
    assert smaller_models(WordLevel.train(TEXT)) == []


def test_of_many_prunings_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefixes, "POINTS", 2)
    whole = Unigram.train(TEXT, vocab_size=150)
    first, second = (make() for make in smaller_models(whole))
    assert len(first.vocab) == len(whole.vocab) < len(second.vocab)
