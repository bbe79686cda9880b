"""Character BPE on the seeds' examples, and against a plain twin that recounts everything."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.char_symbols import UNK_TOKEN
from tokviz.text.characters import decode_utf8, encode_utf8
from tokviz.text.pre_tokens import well_formed

SIMPLE = "this is a simple BPE tokenizer example"
LOW = (
    "low low low low low lower lower newest newest newest newest newest newest widest widest widest"
)
few_letters = st.text("ab c", max_size=40)
any_text = st.text(st.characters() | st.sampled_from(" \nab"), max_size=60)
ends = st.sampled_from([None, "</w>"])


def slow_twin(text: str, num_merges: int, end_of_word: str | None) -> list[tuple[str, str]]:
    """BPE as a textbook writes it: count every pair again before every merge."""
    mark = () if end_of_word is None else (end_of_word,)
    words = Counter((*word, *mark) for word in text.split())
    merges: list[tuple[str, str]] = []
    while len(merges) < num_merges:
        counts: Counter[tuple[str, str]] = Counter()
        for word, weight in words.items():
            for pair in pairwise(word):
                counts[pair] += weight
        if not counts:
            break
        best = max(counts, key=lambda pair: counts[pair])
        words = Counter({joined(word, best): weight for word, weight in words.items()})
        merges.append(best)
    return merges


def joined(word: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    out: list[str] = []
    place = 0
    while place < len(word):
        width = 2 if word[place : place + 2] == pair else 1
        out.append("".join(word[place : place + width]))
        place += width
    return tuple(out)


def spelled(tokenizer: CharBPE) -> list[tuple[str, str]]:
    return [(tokenizer.vocab[left], tokenizer.vocab[right]) for left, right in tokenizer.merges]


def test_ends_of_words_change_the_tokens() -> None:
    tokenizer = CharBPE.train(SIMPLE, num_merges=10)
    assert tokenizer.tokenize("this") == ["this</w>"]
    assert tokenizer.tokenize("simple example") == ["si", "mple</w>", "e", "x", "a", "mple</w>"]


def test_encoding_goes_by_rank_where_the_scan_does_not() -> None:
    tokenizer = CharBPE.train("bc bc bc ab ab abc", num_merges=2, end_of_word=None)
    assert spelled(tokenizer) == [("b", "c"), ("a", "b")]
    assert tokenizer.tokenize("abc") == ["a", "bc"]
    assert tokenizer.scan_left_to_right("abc") == ["ab", "c"]


@settings(max_examples=100)
@given(few_letters, st.integers(0, 12), ends)
def test_training_agrees_with_the_twin(text: str, num_merges: int, end: str | None) -> None:
    tokenizer = CharBPE.train(text, num_merges=num_merges, end_of_word=end)
    assert spelled(tokenizer) == slow_twin(text, num_merges, end)


@settings(max_examples=100)
@given(few_letters, st.integers(0, 12), ends)
def test_replay_ends_where_encoding_does(text: str, num_merges: int, end: str | None) -> None:
    tokenizer = CharBPE.train(text, num_merges=num_merges, end_of_word=end)
    trace = tokenizer.trace
    assert trace is not None
    replayed = [str(trace.vocab[token_id]) for token_id in trace.token_ids(len(trace))]
    encoded = tokenizer.encode_trace(text)
    assert encoded.token_ids(len(encoded)) == tokenizer.encode(text)
    assert "".join(replayed) == "".join(tokenizer.tokenize(text))


@settings(max_examples=100)
@given(few_letters, st.integers(0, 12))
def test_recorded_counts_are_those_of_the_text(text: str, num_merges: int) -> None:
    trace = CharBPE.train(text, num_merges=num_merges).trace
    assert trace is not None
    for step in trace.steps:
        counts = trace.pair_counts(step.rank)
        assert step.count == counts[step.pair] == max(counts.values())


@given(any_text, any_text)
def test_any_text_survives_up_to_spaces_and_unknown_characters(corpus: str, text: str) -> None:
    text = well_formed(text)
    tokenizer = CharBPE.train(corpus, num_merges=8)
    known = set("".join(tokenizer.decode([i]) for i in range(tokenizer.unk_id)))
    expected = "".join(
        char if char in known or char == " " else UNK_TOKEN for char in " ".join(text.split())
    )
    assert tokenizer.decode(tokenizer.encode(text)) == expected


@given(few_letters)
def test_spaces_come_back_single(text: str) -> None:
    tokenizer = CharBPE.train(text, num_merges=5)
    assert tokenizer.decode(tokenizer.encode(text)) == " ".join(text.split())


@given(any_text, ends)
def test_spans_hold_the_letters_of_the_tokens(text: str, end: str | None) -> None:
    tokenizer = CharBPE.train(text[::2], num_merges=5, end_of_word=end)
    data = encode_utf8(well_formed(text))
    spans = tokenizer.token_spans(text)
    tokens = tokenizer.tokenize(text)
    assert len(spans) == len(tokens)
    for (start, stop), token in zip(spans, tokens, strict=True):
        letters = decode_utf8(data[start:stop])
        assert token in (letters, letters + "</w>", UNK_TOKEN)
    assert b"".join(data[start:stop] for start, stop in spans) == encode_utf8(
        "".join(well_formed(text).split())
    )


def test_without_ends_words_run_together() -> None:
    tokenizer = CharBPE.train("no end", num_merges=1, end_of_word=None)
    assert tokenizer.decode(tokenizer.encode("no end")) == "noend"


def test_unseen_characters_are_unknown_and_counted() -> None:
    tokenizer = CharBPE.train("low lower", num_merges=3)
    assert tokenizer.tokenize("loud") == ["lo", UNK_TOKEN, UNK_TOKEN, "</w>"]
    assert tokenizer.count_unknown("loud") == 2


def test_typed_end_of_word_is_text() -> None:
    tokenizer = CharBPE.train("a</w> a</w> a", num_merges=9)
    assert tokenizer.decode(tokenizer.encode("a</w> a")) == "a</w> a"


@settings(max_examples=100)
@given(st.text("aab ", max_size=60), ends)
def test_no_two_merges_spell_the_same_token(text: str, end: str | None) -> None:
    tokenizer = CharBPE.train(text, num_merges=40, end_of_word=end)
    assert len(set(tokenizer.tokens)) == len(tokenizer.tokens)


def test_no_merge_crosses_documents() -> None:
    tokenizer = CharBPE.train(["ab", "ab"], num_merges=9, end_of_word=None)
    assert spelled(tokenizer) == [("a", "b")]


def test_dropped_white_space_is_kept_in_the_trace() -> None:
    trace = CharBPE.train(" a\t b\n", num_merges=1).trace
    assert trace is not None
    assert list(trace.gaps) == [" ", "\t ", "\n"]


def test_vocabulary_size_counts_all_but_the_unknown_token() -> None:
    tokenizer = CharBPE.train(LOW, vocab_size=13, end_of_word=None)
    assert len(tokenizer.merges) == 3
    assert len(tokenizer.vocab) == 14


@pytest.mark.parametrize("text", ["", " ", "\n\t", "a"])
def test_text_with_nothing_to_merge(text: str) -> None:
    tokenizer = CharBPE.train(text, num_merges=5, end_of_word=None)
    assert tokenizer.merges == ()
    assert tokenizer.decode(tokenizer.encode(text)) == text.strip()


@pytest.mark.parametrize(
    ("settings_given", "message"),
    [
        ({}, "either vocab_size or num_merges"),
        ({"num_merges": 1, "vocab_size": 9}, "exactly one"),
        ({"num_merges": -1}, "num_merges is -1"),
        ({"vocab_size": 2}, "alone need 4. Ask for 4 or more, or give num_merges instead."),
        *(
            ({"num_merges": 1, "end_of_word": end}, "end_of_word must be a symbol .* be seen")
            for end in ("", " ", "\n", "\x00", "a b", "\u3000")
        ),
        ({"num_merges": 1, "end_of_word": "b"}, "no character of the text, but 'b' is. Pass"),
        (
            {"num_merges": 1, "end_of_word": "c", "end_of_word_joined": True},
            "no character of the text, but 'c' is",
        ),
    ],
)
def test_settings_without_sense_are_refused(settings_given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CharBPE.train("abc", **settings_given)


def test_wrong_id_is_refused() -> None:
    with pytest.raises(ValueError, match="99 is not among its 3 tokens"):
        CharBPE.train("a", num_merges=0).decode([99])
