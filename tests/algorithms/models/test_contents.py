"""A model that is made by hand is made of what it needs, or refused with what is wrong in it."""

import json
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
import tiktoken

import tokviz
from tokviz import ByteBPE, CharBPE, RegexBPE, TokvizError, WordLevel, WordPiece
from tokviz.algorithms.merging.char_symbols import CharToken

BYTES = {value: bytes([value]) for value in range(256)}
RANKS = {token: token_id for token_id, token in BYTES.items()}
A, B, AB = CharToken("a", False), CharToken("b", False), CharToken("ab", False)
END, A_END, AA_END = CharToken("", True), CharToken("a", True), CharToken("aa", True)


def by_hand(vocab: Any, merges: Any) -> RegexBPE:
    return RegexBPE(tokviz.GPT2_PATTERN, vocab, merges)


def by_rank(ranks: Any, specials: Any = MappingProxyType({})) -> RegexBPE:
    return RegexBPE.from_ranks(ranks, pattern=tokviz.GPT2_PATTERN, special_tokens=specials)


def with_special(vocab: Any, token_id: int) -> RegexBPE:
    return RegexBPE(tokviz.GPT2_PATTERN, vocab, None, {"<|x|>": token_id})


def of_letters(tokens: Any, merges: Any, end_of_word: str | None = None) -> CharBPE:
    return CharBPE(tokens, merges, end_of_word)


def of_words(vocab: Any, **settings: Any) -> WordLevel:
    return WordLevel(vocab, **settings)


def test_what_is_right_encodes() -> None:
    assert ByteBPE(((97, 98), (256, 256))).encode("abab") == [257]
    assert by_hand(BYTES | {256: b"ab"}, ((97, 98),)).encode("ab") == [256]
    assert by_hand(BYTES | {900: b"ab"}, None).encode("ab") == [900]
    assert CharBPE((A, B, AB), ((0, 1),), None).encode("ab") == [2]
    assert WordLevel({0: "ab", 1: "?"}, "?").encode("ab b") == [0, 1]
    assert WordPiece({0: "[UNK]", 1: "ab"}).encode("ab") == [1]


@pytest.mark.parametrize(
    "pair", [(1, 2, 3), (1,), 5, None, ("a", "b"), (97.0, 98), (-1, 2), (97, 257), (2**70, 1)]
)
def test_a_merge_joins_two_tokens_that_are_there(pair: Any) -> None:
    words = r"Merge 1 joins two of the 257 tokens before it, but says .*Write their ids"
    calls: list[Callable[[], object]] = [
        lambda: ByteBPE(((97, 98), pair)),
        lambda: by_hand(BYTES | {256: b"ab", 257: b"x"}, ((97, 98), pair)),
        lambda: RegexBPE.from_merges([(97, 98), pair], pattern=".", special_tokens={}),
    ]
    for call in calls:
        with pytest.raises(TokvizError, match=words):
            call()
    with pytest.raises(TokvizError, match="Merge 0 joins two of the 2 tokens before it"):
        CharBPE((A, B, AB), (pair,), None)


def test_merges_that_can_be_read_once_are_kept() -> None:
    model = RegexBPE.from_merges(iter([(97, 98)]), pattern=".+", special_tokens={"<|x|>": 300})
    assert (model.merges, model.encode("ab")) == (((97, 98),), [256])
    with pytest.raises(TokvizError, match=r"merges is .*iterable, but 5 .* Write \(\(97, 98\),\)"):
        RegexBPE.from_merges(5, pattern=".", special_tokens={})  # type: ignore[arg-type]


def test_a_rank_of_no_bytes_is_left_out_as_in_a_file() -> None:
    """Whisper has one. It stands in no text, and nobody could say where it begins."""
    ranks = {**RANKS, b"": 256, b"ab": 257}
    engine = tiktoken.Encoding(
        "x", pat_str=".+", mergeable_ranks=ranks, special_tokens={"<|x|>": 258}
    )
    for model in (by_rank(ranks, {"<|x|>": 258}), RegexBPE.from_tiktoken(engine)):
        assert set(model.vocab) == {*range(256), 257, 258}
        assert model.decode_with_offsets(model.encode("cab")) == ("cab", [0, 1])
        assert model.encode("cab") == engine.encode("cab")
        with pytest.raises(TokvizError, match="256"):
            model.decode_with_offsets([256])


@pytest.mark.parametrize("doublings", [25, 60])
def test_merges_that_double_without_end_are_refused_before_they_are_spelled(doublings: int) -> None:
    """Sixty make a token of more bytes than a machine has."""
    merges = ((97, 97), *((256 + k, 256 + k) for k in range(doublings)))
    calls: list[Callable[[], object]] = [
        lambda: ByteBPE(merges),
        lambda: RegexBPE.from_merges(merges, pattern=".", special_tokens={}),
    ]
    for call in calls:
        with pytest.raises(TokvizError, match=r"at most 33,554,432 long .* longer from merge 23"):
            call()


def test_merges_that_make_long_tokens_are_taken() -> None:
    merges = ((97, 97), *((256 + k, 256 + k) for k in range(20)))
    assert ByteBPE(merges).decode([276]) == "a" * 2**21


def test_a_pair_merges_once() -> None:
    twice = ((97, 98), (97, 98))
    calls: list[Callable[[], object]] = [
        lambda: ByteBPE(twice),
        lambda: RegexBPE.from_merges(twice, pattern=".", special_tokens={}),
        lambda: by_hand(BYTES | {256: b"ab", 257: b"ab"}, twice),
        lambda: CharBPE((A, B, AB, AB), ((0, 1), (0, 1)), None),
    ]
    for call in calls:
        with pytest.raises(TokvizError, match=r"merge 1 repeats \(.*\), merge 0. Leave it out"):
            call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: by_rank({**RANKS, "ab": 256}), "256: 'ab'. Mend it"),
        (lambda: by_rank({**RANKS, b"ab": -5}), "-5: b'ab'"),
        (lambda: by_rank({**RANKS, b"ab": None}), "None: b'ab'"),
        (lambda: by_rank({b"a": 0}), "the byte 0x00 is none"),
        (lambda: by_rank({**RANKS, b"ab": 97}), "b'a' and b'ab' have 97"),
        (lambda: by_rank({**RANKS, b"ab": 256}, {"<|x|>": 256}), "'<|x|>' was given 256"),
        (lambda: by_rank(RANKS, {"<|x|>": 300, "<|y|>": 300}), "300 is given twice"),
        (lambda: with_special(BYTES, 999), "'<|x|>' has 999, where None stands"),
        (lambda: with_special(BYTES | {256: b"other"}, 256), "where b'other' stands"),
        (lambda: of_words({0: "a", 1: "b", 2: "a"}), "'a' has 0 and 2. Leave one"),
        (lambda: WordPiece({0: "[UNK]", 1: "a", 2: "a"}), "'a' has 1 and 2. Leave one"),
        (lambda: by_hand({5: b"a"}, None), "the byte 0x00 is none"),
        (
            lambda: by_hand(BYTES | {256: b""}, None),
            "of at least one byte, but 256 .* Leave it out",
        ),
        (lambda: by_hand(BYTES, ((97, 98),)), "makes the token 256, b'ab', but .* has None"),
        (lambda: by_hand(BYTES | {256: b"x"}, ((97, 98),)), "but the vocabulary has b'x' there"),
        (lambda: of_letters(("a", "b"), ()), "tokens of the kind CharToken, but .* 0: 'a'"),
        (lambda: of_letters((A, B, B), ((0, 1),)), "makes the token 2"),
        (lambda: of_letters((A,), ((0, 0), (0, 0))), "two of the 0 tokens before it"),
        (lambda: of_letters((A, END, A_END, AA_END), ((2, 0),), "</w>"), "of merge 0, 2, ends one"),
        (lambda: of_letters((A,), (), ""), "a symbol that can be seen"),
        (lambda: of_words({"a": 0}), "has 'a': 0"),
        (lambda: of_words({0: 5}), "has 0: 5"),
        (lambda: of_words({0: "a"}, unk_token="?"), "'[?]' is not among its 1 tokens. Add it"),
        (lambda: of_words({0: "a"}, special_tokens=("<b>",)), "'<b>' is not among"),
        (lambda: of_words({0: "a", 2: "b"}), "from 0 to 1, but 1 is not .* without a gap"),
        (lambda: WordPiece({1: "[UNK]"}), "from 0 to 0, but 0 is not"),
        (lambda: WordPiece({-1: "[UNK]"}), "has -1: '\\[UNK\\]'"),
    ],
)
def test_what_lacks_something_says_what(call: Callable[[], object], words: str) -> None:
    with pytest.raises(TokvizError, match=words):
        call()


def test_a_model_stays_as_it_was_made() -> None:
    words, pieces, ranks, special = {0: "a"}, {0: "[UNK]"}, {**BYTES, 300: b"<x>"}, {"<x>": 300}
    models = (
        WordLevel(words),
        WordPiece(pieces),
        RegexBPE(".", ranks, None, special),
        RegexBPE.from_ranks(RANKS, pattern=".", special_tokens=special),
    )
    before = [dict(model.vocab) for model in models]
    for vocab in (words, pieces):
        vocab[1] = "b"
    ranks[256], special["<y>"] = b"ab", 301
    assert [dict(model.vocab) for model in models] == before
    assert models[2].special_tokens == models[3].special_tokens == {"<x>": 300}


def test_counts_that_cannot_be_added_up_are_refused() -> None:
    for train in (RegexBPE.train_from_counts, tokviz.SentencePieceBPE.train_from_counts):
        train({"▁b": 2**49}, vocab_size=300)
        with pytest.raises(TokvizError, match="Divide all of them by the same number"):
            train({"▁b": 2**51}, vocab_size=300)


def test_ids_that_numpy_counted_are_pythons_in_the_model() -> None:
    one, two = np.int64(0), np.int64(1)
    models: list[Any] = [
        WordLevel({one: "ab", two: "?"}, "?"),  # type: ignore[dict-item]
        WordPiece({one: "[UNK]", two: "ab"}, max_chars_per_word=np.int64(50)),  # type: ignore
        CharBPE((A, B, AB), ((one, two),), None),  # type: ignore[arg-type]
        by_hand({np.int64(i): token for i, token in BYTES.items()}, None),
        by_rank({token: np.int64(i) for i, token in BYTES.items()}),
    ]
    for model in models:
        assert {type(token_id) for token_id in model.encode("ab")} == {int}
        json.dumps(model.pipeline())


def test_an_id_that_no_special_token_can_have_is_refused_before_the_merges() -> None:
    merges: list[int] = []
    for ids, words in (({"<|x|>": "abc"}, "'abc'"), ({"<|x|>": 97}, "Ids from 263 on are free")):
        with pytest.raises(TokvizError, match=words):
            RegexBPE.train(
                "low lower lowest",
                num_merges=7,
                special_tokens=ids,  # type: ignore[arg-type]
                on_merge=merges.append,
            )
    assert not merges
