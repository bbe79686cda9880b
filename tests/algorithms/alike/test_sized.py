"""How much is learned where nobody says it, and the least that pieces of a text begin with."""

from typing import Any

import pytest

from tokviz.algorithms.alike import sized
from tokviz.algorithms.alike.sized import UNASKED, smallest_pieces
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS, Variant
from tokviz.samples import sample


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("low lower lowest", {}),
        ("a <s> b", {}),
        ("low </s> lower", {}),
        ("aaaa ▅ b\nxyz low", {}),
        ("x" * 9_000 + "qé", {}),
        ("x" * 9_000 + "qé", {"character_coverage": 1.0}),
        ("low lower lowest", {"byte_fallback": True}),
        ("Ｌｏｗ low", {"normalization": "identity"}),
        ("low low", {"control_symbols": ["<c>"], "pad_id": 3}),
    ],
)
def test_it_is_the_least_that_training_takes(text: str, settings: dict[str, Any]) -> None:
    least = smallest_pieces(text, **settings)
    for tokenizer in (SentencePieceBPE, Unigram):
        tokenizer.train(text, vocab_size=least, **settings)
        with pytest.raises(TokvizError, match=f"Ask for {least} or more"):
            tokenizer.train(text, vocab_size=least - 1, **settings)


@pytest.mark.parametrize(
    "train", [sized.sized_char_bpe, sized.sized_char_bpe_unmarked, CharBPE.train]
)
def test_the_least_of_character_bpe_is_told_as_it_was_asked(train: Any) -> None:
    """``CharBPE.train`` does not count the unknown token; a comparison does."""
    with pytest.raises(TokvizError, match="vocab_size is 3, but the characters of this text") as no:
        train("low lower", vocab_size=3)
    least = int(str(no.value).split("Ask for ")[1].split(" or more")[0])
    model = train("low lower", vocab_size=least)
    assert model.merges == ()
    assert len(model.vocab) == (least + 1 if train == CharBPE.train else least)
    assert ("the unknown token" in str(no.value)) == (train != CharBPE.train)


@pytest.mark.parametrize(
    "variant",
    [each for row in LESSONS for each in row.variants if each.sized],
    ids=lambda each: each.name,
)
def test_all_that_learn_learn_as_much_where_nobody_says_how_many(variant: Variant) -> None:
    text = sample("harbour").text
    model: Any = variant.train(text)
    if isinstance(model, Unigram):  # it begins with too many, and keeps so many
        assert len(model.vocab) == smallest_pieces(text) + UNASKED
    else:
        assert len(model.training) == UNASKED
