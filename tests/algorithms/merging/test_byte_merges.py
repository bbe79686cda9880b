"""Encoding without a record takes short cuts, and gives what the recorded merges give."""

from collections.abc import Mapping
from heapq import heappush

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz import ByteBPE, RegexBPE
from tokviz.algorithms.merging import byte_merges
from tokviz.algorithms.merging.apply_merges import EncodeRecord, Offer
from tokviz.algorithms.merging.byte_merges import ByteMerges

LETTERS = {bytes([value]): value + 100 for value in range(256)}
RANKS: Mapping[bytes, int] = LETTERS | {
    b"ab": 0,
    b"bc": 1,
    b"abc": 2,
    b"aa": 3,
    b"aaaa": 4,
    b"zz": 5,
}
LEARNED = RegexBPE.train("abab abc cab aab aaaa aaaaa ab caa " * 3, num_merges=12)
MERGES = LEARNED.merges or ()
MODELS = {
    "merges": ByteMerges(LEARNED.vocab, MERGES, frozenset()),
    "ranks": ByteMerges({i: token for token, i in RANKS.items()}, None, frozenset()),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
@settings(deadline=None)
@given(pre_token=st.text("abc", max_size=90))
def test_what_is_recorded_is_what_encoding_gives(model: ByteMerges, pre_token: str) -> None:
    recorded = model.encode(pre_token.encode(), EncodeRecord())
    assert model.encode_all([pre_token]) == recorded


def test_a_merged_token_may_have_the_id_0() -> None:
    assert MODELS["ranks"].encode_all(["xab"]) == [LETTERS[b"x"], 0]


def test_only_so_many_pre_tokens_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_merges, "MOST_KEPT", 5)
    model = ByteMerges(LEARNED.vocab, MERGES, frozenset())
    for number in range(100):
        model.encode_all([f"a{number}", "long" * 50])
        assert len(model._known) <= 5
    assert max(map(len, model._known)) < 50


@pytest.mark.parametrize("word", ["a", "abcab"])
@pytest.mark.parametrize("kind", ["bytes", "merges", "ranks"])
def test_work_grows_as_a_long_word_does(
    kind: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed: list[object] = []

    def counted(heap: list[Offer], offer: Offer) -> None:
        pushed.append(offer)
        heappush(heap, offer)

    monkeypatch.setattr("tokviz.algorithms.merging.apply_merges.heappush", counted)
    work = []
    for size in (1_000, 8_000):
        pushed.clear()
        text = word * (size // len(word))
        _ = ByteBPE(MERGES).encode(text) if kind == "bytes" else MODELS[kind].encode_all([text])
        work.append(len(pushed))
    assert 0 < work[0] < 4_000
    assert work[1] < 8.2 * work[0]
