"""What stages can make of a text is bounded beforehand, and the library never exceeds it."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, Tokenizer, decoders
from tokenizers.decoders import CTC, BPEDecoder, ByteFallback, Fuse, WordPiece
from tokenizers.models import BPE
from tokenizers.normalizers import (
    NFC,
    NFD,
    NFKC,
    NFKD,
    BertNormalizer,
    ByteLevel,
    Lowercase,
    Nmt,
    Normalizer,
    Prepend,
    Replace,
    Sequence,
    Strip,
    StripAccents,
)  # fmt: skip

from tests.pipelines import SHAPES, built
from tokviz.algorithms.pipelines.growth import growth, lengthening
from tokviz.algorithms.pipelines.stages import Stages
from tokviz.checks.limits import AT_ONCE, LOOKED_UP, NEW_TEXT
from tokviz.files.hugging_face.quick_patterns import QUICK

MOST_GROWTH = AT_ONCE / NEW_TEXT
"""What is done at once with a text that is replayed whole."""
letters = st.text("ab ", max_size=5)
some = letters.filter(bool)  # Prepend("") panics now and then
replacing = st.tuples(some, letters).map(lambda both: Replace(*both))
bare = st.sampled_from(
    (BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, NFKD, Nmt, Strip, StripAccents)
)
stages = st.lists(replacing | some.map(Prepend) | bare.map(lambda kind: kind()), max_size=4)
decoding = st.lists(
    st.sampled_from(
        (
            BPEDecoder(""), ByteFallback(), CTC("", "", cleanup=False), Fuse(), WordPiece(),
            decoders.ByteLevel(), decoders.Metaspace(), decoders.Replace("a", "bab"),
        )
    ),
    max_size=4,
)  # fmt: skip
some_text = st.text(st.sampled_from("ab éİﷺ中각㍿"), min_size=1, max_size=20)
SPACE = {"content": " ", "lstrip": False, "rstrip": True, "normalized": False}
LETTER = {**SPACE, "content": "b", "normalized": True}
HUNDRED = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 100}


def content_of(normalizer: Normalizer) -> dict[str, Any]:
    return {"normalizer": json.loads(normalizer.__getstate__())}


@given(stages, some_text)
def test_the_library_writes_no_more(several: list[Normalizer], text: str) -> None:
    normalizer = Sequence(several)
    most = growth(content_of(normalizer)) * len(text)
    assert len(normalizer.normalize_str(text)) <= most


@given(decoding, some_text)
def test_the_library_decodes_to_no_more(several: list[decoders.Decoder], text: str) -> None:
    decoder = decoders.Sequence(several)
    most = growth({"decoder": json.loads(decoder.__getstate__())}) * len(text)
    assert len(decoder.decode(list(text))) <= most


@given(stages, some_text)
def test_nor_does_it_where_only_what_is_written_counts(
    several: list[Normalizer], text: str
) -> None:
    normalizer = Sequence([*several, Replace(Regex("b*"), "ab")])
    most = lengthening(content_of(normalizer)) * (len(text) + 1)
    assert len(normalizer.normalize_str(text)) < most


@pytest.mark.parametrize("name", SHAPES)
def test_published_pipelines_write_little_more_than_they_read(name: str) -> None:
    assert lengthening(json.loads(built(name).to_str())) <= 137


def test_a_table_of_rules_is_known_by_its_longest() -> None:
    normalizer = built("t5").normalizer[0]
    assert 19 <= growth(content_of(normalizer)) <= MOST_GROWTH
    assert len(normalizer.normalize_str("\ufdfa" * 10)) > 150


@pytest.mark.parametrize("name", SHAPES)
def test_of_published_pipelines_those_with_patterns_may_run_away(name: str) -> None:
    content = json.loads(built(name).to_str())
    patterns = '"Regex"' in json.dumps({**content, "model": None})
    assert (growth(content) > MOST_GROWTH) is patterns


@pytest.mark.parametrize("pattern", sorted(QUICK))
def test_a_pattern_of_a_published_model_needs_no_deadline(pattern: str) -> None:
    def cut(by: str) -> dict[str, Any]:
        split = {"type": "Split", "pattern": {"Regex": by}}
        both = [split, {"type": "ByteLevel"}]
        cutting = {"type": "Sequence", "pretokenizers": both}
        return {"pre_tokenizer": cutting, "decoder": {"type": "ByteLevel"}}

    assert growth(cut(pattern)) <= AT_ONCE / LOOKED_UP
    assert math.isinf(growth(cut(f"(?:{pattern})+")))


UNBOUNDED = {
    "five by a hundred": {"decoder": {"type": "Sequence", "decoders": [HUNDRED] * 5}},
    "of all three": {"normalizer": HUNDRED, "decoder": HUNDRED},
    "a long prefix": {"normalizer": {"type": "Prepend", "prepend": "a" * 1_000}},
    "a pattern": {"normalizer": {**HUNDRED, "pattern": {"Regex": "a+"}}},
    "bytes of bytes": {"normalizer": [{"type": "ByteLevel"}] * 30},
    "a space between all": {"decoder": [{"type": "BPEDecoder", "suffix": ""}] * 30},
    "thousands that only read": {"normalizer": [{"type": "Strip"}] * 2_000},
    "spaces that take spaces along": {"added_tokens": [SPACE]},
    "one that nobody knows": {"pre_tokenizer": {"type": "Doubling"}},
    "one whose type is guessed": {"normalizer": {"pattern": {"String": "a"}, "content": "b" * 300}},
    "one that is guessed all the same": {
        "decoder": {**HUNDRED, "type": ["Replace"], "content": "b" * 300}
    },
    "a guessed list": {"normalizer": {"normalizers": [HUNDRED] * 5}},
}


@pytest.mark.parametrize("content", UNBOUNDED.values(), ids=UNBOUNDED)
def test_what_may_run_away_is_found(content: dict[str, Any]) -> None:
    assert growth(content) > MOST_GROWTH


def test_a_token_that_becomes_a_space_is_found_that_takes_spaces_along() -> None:
    added = AddedToken("b", rstrip=True, normalized=True)
    for normalizer, runs_away in ((Replace("b", " "), True), (Lowercase(), False)):
        library = Tokenizer(BPE({"a": 0}, []))
        library.normalizer = normalizer
        library.add_tokens([added])
        content = json.loads(library.to_str())
        assert math.isinf(Stages.of(content, {"b": 1}).growth) is runs_away


def test_no_stage_writes_nothing_more() -> None:
    assert growth({"normalizer": None, "pre_tokenizer": None, "decoder": None}) == 1
    assert growth({"added_tokens": [LETTER]}) == 1
    assert math.isinf(growth({"decoder": {"type": "Split", "pattern": {"Regex": "a"}}}))
