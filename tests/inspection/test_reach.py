"""Which tokens come out: the verdicts against a search through all short texts."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recorded import recorded
from tokviz import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    ByteBPE,
    CharBPE,
    RegexBPE,
    SentencePieceBPE,
    Unigram,
    Utf8Bytes,
    WordPiece,
    gpt2,
)
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.files.pieces import PieceKind
from tokviz.inspection.pre_token_factors import can_stand_in_a_pre_token
from tokviz.inspection.reach import Reach, left_behind, unreachable
from tokviz.inspection.whole_characters import completions
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.text.tiktoken_splits import split_as_tiktoken
from tokviz.traces.tokenizer import Tokenizer

PATTERNS = (GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN)
A, B = 97, 98


def bytes_merging(*merges: tuple[int, int]) -> ByteBPE:
    """A byte BPE with these merges; the first makes token 256."""
    return ByteBPE(merges)


def verdicts(tokenizer: Tokenizer) -> dict[int, Reach]:
    return {found.token_id: found for found in unreachable(tokenizer)}


def all_texts(alphabet: str, longest: int) -> Iterator[str]:
    for length in range(1, longest + 1):
        yield from map("".join, product(alphabet, repeat=length))


def seen_in(tokenizer: Tokenizer, texts: Iterator[str]) -> set[int]:
    return {token_id for text in texts for token_id in tokenizer.encode(text)}


SMALL: dict[str, tuple[Tokenizer, str]] = {
    # aba is spelled by two merges: (ab)a is never made, since ba goes first.
    "byte": (bytes_merging((B, A), (A, B), (257, A), (A, 256), (256, 256)), "ab"),
    "byte, the same bytes twice": (bytes_merging((A, A), (256, A), (A, 256), (256, 256)), "ab"),
    "gpt-2's pattern": (
        RegexBPE.from_merges(
            ((A, B), (A, 46), (32, 257), (32, A), (32, 32), (49, 49), (49, A)),
            pattern=GPT2_PATTERN,
            special_tokens={},
        ),
        "ab. 1",
    ),
    "gpt-4's pattern": (
        RegexBPE.from_merges(
            ((49, 49), (256, 49), (256, 256), (46, A), (A, 46), (A, 10), (46, 10)),
            pattern=GPT4_PATTERN,
            special_tokens={},
        ),
        "1a.\n",
    ),
    "characters": (CharBPE.train("ab ab abab ba aab", num_merges=6), "ab c"),
    "sentencepiece": (SentencePieceBPE.train("ab ab abab ba aab", vocab_size=12), "ab c"),
    "unigram": (Unigram.train("ab ab abab ba aab baba", vocab_size=9), "ab c"),
    "wordpiece": (WordPiece.train("ab ab abab ba aab", vocab_size=14), "ab c"),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_slow_search_agrees(name: str) -> None:
    """What is said to come out does, with its witness; what never does is in no short text."""
    tokenizer, alphabet = SMALL[name]
    found = verdicts(tokenizer)
    seen = seen_in(tokenizer, all_texts(alphabet, 6))
    for token_id in seen:
        assert token_id not in found or found[token_id].verdict == "elsewhere"
    for each in found.values():
        if each.verdict == "elsewhere":
            assert each.token_id in tokenizer.encode(each.witness)
        else:
            assert each.token_id not in seen
            assert each.verdict == "never"


@pytest.mark.parametrize("name", SMALL)
def test_all_others_come_back(name: str) -> None:
    tokenizer, _ = SMALL[name]
    found = verdicts(tokenizer)
    spelled = {
        i: token if isinstance(token, str) else token.decode("utf-8", "replace")
        for i, token in tokenizer.vocab.items()
    }
    for token_id in set(tokenizer.vocab) - set(found) - tokenizer.special_ids:
        text = spelled[token_id].replace("▁", " ").removesuffix("</w>").removeprefix("##")
        assert tokenizer.encode(text) == [token_id]


def test_merges_that_come_too_late_make_tokens_that_never_come_out() -> None:
    found = verdicts(SMALL["byte"][0])
    assert (found[258].verdict, found[258].reason) == ("never", "merges")  # (ab)a
    assert found[258].becomes == (259,)  # a(ba)
    twice = verdicts(SMALL["byte, the same bytes twice"][0])
    assert (twice[258].verdict, twice[258].becomes) == ("never", (257,))


def test_a_split_pattern_forbids_what_merges_allow() -> None:
    found = verdicts(SMALL["gpt-2's pattern"][0])
    assert (found[257].verdict, found[257].reason) == ("never", "split")  # a.
    assert (found[262].verdict, found[262].reason) == ("never", "split")  # 1a
    assert 256 not in found  # ab
    four = verdicts(SMALL["gpt-4's pattern"][0])
    assert (four[258].verdict, four[258].reason) == ("never", "split")  # 1111
    assert 257 not in four  # 111
    assert 259 not in four  # .a
    assert four[261].verdict == "never"  # a and a line end


def test_an_unknown_pattern_proves_nothing() -> None:
    tokenizer = RegexBPE.from_merges(((A, B),), pattern="a|b", special_tokens={})
    found = verdicts(tokenizer)[256]
    assert (found.verdict, found.reason) == ("not found", "split")


def test_bytes_of_no_utf8_never_come_out() -> None:
    found = verdicts(Utf8Bytes())
    never = {i for i, each in found.items() if each.verdict == "never"}
    assert never == {0xC0, 0xC1, *range(0xF5, 0x100)}
    assert {found[i].reason for i in never} == {"no UTF-8"}
    assert {i for i, each in found.items() if each.verdict == "elsewhere"} == (
        set(range(0x80, 0x100)) - never
    )


def test_gpt2s_tokens_that_do_not_come_back() -> None:
    """The 344 that are no whole characters; 13 of them are bytes that UTF-8 never uses."""
    tokenizer = RegexBPE.from_tiktoken(gpt2())
    found = verdicts(tokenizer)
    never = {tokenizer.vocab[i] for i, each in found.items() if each.verdict == "never"}
    assert never == {bytes([value]) for value in (0xC0, 0xC1, *range(0xF5, 0x100))}
    assert len(found) == 344
    for token_id, each in found.items():
        assert each.verdict in ("never", "elsewhere")
        assert each.verdict == "never" or token_id in gpt2().encode_ordinary(each.witness)
        assert gpt2().encode_ordinary(gpt2().decode([token_id])) == list(each.becomes) != [token_id]


def test_byte_fallback_reaches_the_bytes_of_unlisted_characters_only() -> None:
    tokenizer = SentencePieceBPE.train("ab ab abab ba", vocab_size=270, byte_fallback=True)
    found = verdicts(tokenizer)
    names = {tokenizer.vocab[i]: each for i, each in found.items()}
    assert names["<0xC0>"].verdict == "never"
    assert names["<0xE5>"].verdict == "elsewhere"
    assert names["<0x61>"].verdict == "not found"  # "a" is a piece of its own


def test_a_text_that_has_the_token_counts_more_than_the_proof() -> None:
    """Behind a rare piece, sums in single precision round to other ones than at the beginning."""
    pieces, scores = ("<unk>", "a", "b", "c", "bc"), (0.0, -90_000.0, -0.005, -0.005, -0.011)
    kinds = (PieceKind.UNKNOWN, *(PieceKind.NORMAL,) * 4)
    vocab = PieceVocab(pieces, scores, kinds)
    model = Unigram(vocab, Normalizer("identity", add_dummy_prefix=False))
    assert model.encode("bc") == [2, 3]
    assert model.encode("abc") == [1, 4]
    assert unreachable(model) == (Reach(4, "elsewhere", "merges", (2, 3), "abc"),)


def test_a_vocabulary_that_nothing_reaches_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokviz.inspection.reach.MOST_IN_ALL", 50)
    tokenizer: Any = RegexBPE.from_merges(((A, B), (B, A)), pattern="a|b", special_tokens={})
    tried: list[str] = []
    encode = tokenizer.encode

    def counted(_: RegexBPE, text: str) -> Any:
        tried.append(text)
        return encode(text)

    monkeypatch.setattr(RegexBPE, "encode", counted)
    unreachable(tokenizer)
    assert len(tried) <= 2 * len(tokenizer.vocab) + 50


def test_tokens_left_behind_stand_nowhere_in_the_text() -> None:
    text = "the then there the"
    model = RegexBPE.train(text, num_merges=4)
    gone = left_behind(recorded(model.trace))
    assert gone
    ids = set(model.encode(text))
    assert all(token_id not in ids for token_id in gone)
    assert {i for i in recorded(model.trace).merged_ids.tolist() if i not in ids} == set(gone)


# ---- the proofs' ground ---------------------------------------------------------------------

awkward = st.text(alphabet="ab Z19.'sdlverm\n\r\t/éß中\u0301ſ", max_size=12) | st.text(max_size=8)


@settings(max_examples=150)
@given(text=awkward, pattern=st.sampled_from(PATTERNS))
def test_every_stretch_of_a_pre_token_can_stand_in_one(text: str, pattern: str) -> None:
    for pre_token in split_as_tiktoken(text, pattern):
        for start in range(len(pre_token)):
            for end in range(start + 1, len(pre_token) + 1):
                assert can_stand_in_a_pre_token(pre_token[start:end], pattern)


@given(text=st.text(min_size=1, max_size=4), data=st.data())
def test_every_stretch_of_a_text_can_be_made_whole(text: str, data: st.DataObject) -> None:
    spelled = text.encode()
    start = data.draw(st.integers(0, len(spelled) - 1))
    end = data.draw(st.integers(start + 1, len(spelled)))
    before, after = next(completions(spelled[start:end]))
    assert spelled[start:end] in before + spelled[start:end] + after
    (before + spelled[start:end] + after).decode()


@pytest.mark.parametrize(
    "spelled", [b"\xc0", b"\xff", b"\x80" * 4, b"\xe0\x80", b"a\xf5", b"\xc2a"]
)
def test_bytes_of_no_text_cannot(spelled: bytes) -> None:
    assert next(completions(spelled), None) is None
