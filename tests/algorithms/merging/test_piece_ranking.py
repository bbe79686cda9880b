"""WordPiece ranked by count: the vocabulary of ``tokenizers``' own trainer, and a plain twin."""

from collections import Counter
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from tokviz.algorithms.merging.letter_pieces import (
    alphabet_of,
    letter_symbols,
    library_alphabet,
    pieces_of_letters,
)
from tokviz.algorithms.wordpiece import SPECIAL_TOKENS, WordPiece, smallest_vocab
from tokviz.checks.errors import TokvizError
from tokviz.samples import SAMPLES, SampleText
from tokviz.traces.choice import RankedBy, rule_of

few_letters = st.text("abc ", max_size=60)


def library_vocab(text: str, first: list[str], vocab_size: int, min_count: int) -> list[str]:
    """What the library learns, ids in order, where these tokens take the first ones.

    Its own letters behind ## come in the order of a hash table, another in each run; told as
    special tokens they have the order that is asked for, and training reads no special token.
    """
    their = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    their.normalizer = normalizers.BertNormalizer(lowercase=False)
    their.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=vocab_size,
        min_frequency=min_count,
        special_tokens=first,
        show_progress=False,
    )
    their.train_from_iterator([text], trainer)
    vocab = their.get_vocab()
    return sorted(vocab, key=vocab.__getitem__)


@pytest.mark.parametrize("min_count", [1, 2])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_every_sample_gives_the_librarys_vocabulary(sample: SampleText, min_count: int) -> None:
    text = sample.text
    base = smallest_vocab(text, ranked_by="count")
    ours = WordPiece.train(text, vocab_size=base + 300, ranked_by="count", min_count=min_count)
    vocab = list(ours.vocab.values())
    assert vocab == library_vocab(text, vocab[:base], base + 300, min_count)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_the_alphabet_is_the_librarys_up_to_the_order_of_its_hash_table(sample: SampleText) -> None:
    text = sample.text
    base = smallest_vocab(text, ranked_by="count")
    ours = list(WordPiece.train(text, vocab_size=base, ranked_by="count").vocab.values())
    theirs = library_vocab(text, list(SPECIAL_TOKENS), base, 1)
    letters = sum(not token.startswith("##") for token in ours)
    assert theirs[:letters] == ours[:letters]
    assert sorted(theirs) == sorted(ours)


def slow_twin(text: str, vocab_size: int) -> list[str]:
    """Count every pair again before every merge; of the most frequent, the lower ids."""
    weights = Counter(text.split())
    vocab = [*SPECIAL_TOKENS, *library_alphabet(list(weights), "##")]
    words = {word: [word[0], *("##" + letter for letter in word[1:])] for word in weights}
    while len(vocab) < vocab_size:
        counts: Counter[tuple[str, str]] = Counter()
        for word, weight in weights.items():
            for pair in pairwise(words[word]):
                counts[pair] += weight
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], *map(vocab.index, pair)))
        vocab.append(best[0] + best[1].removeprefix("##"))
        for pieces in words.values():
            place = 0
            while place < len(pieces) - 1:
                if (pieces[place], pieces[place + 1]) == best:
                    pieces[place : place + 2] = [vocab[-1]]
                place += 1
    return vocab


@settings(max_examples=100)
@given(few_letters, st.integers(11, 40))
def test_training_agrees_with_the_twin(text: str, vocab_size: int) -> None:
    tokenizer = WordPiece.train(text, vocab_size=vocab_size, ranked_by="count")
    assert list(tokenizer.vocab.values()) == slow_twin(text, vocab_size)


def test_letters_come_first_then_those_inside_words_as_they_are_met() -> None:
    assert library_alphabet(["hug", "us"], "##") == ["g", "h", "s", "u", "##u", "##g", "##s"]


@given(st.lists(st.text("abé東😀", max_size=5), max_size=9))
def test_each_word_is_the_ids_of_its_letter_pieces(words: list[str]) -> None:
    vocab = alphabet_of(words, "##")
    ids, starts = letter_symbols(words, vocab)
    spelled = [[vocab[n] for n in ids[a:b]] for a, b in pairwise(starts.tolist())]
    assert spelled == [pieces_of_letters(word) for word in words]


def test_of_two_equal_counts_the_lower_ids_win_and_the_trace_says_so() -> None:
    """ "zb" stands first, but "ac" has the lower ids; by score the first seen wins."""
    trace = WordPiece.train("zb ac", vocab_size=12, ranked_by="count").trace
    assert trace is not None
    assert [step.token for step in trace.steps] == ["ac"]
    assert trace.rule == rule_of("count", "lower ids")
    made = trace.choice(0)
    assert [trace.vocab[token_id] for token_id in made.tied[0]] == ["z", "##b"]
    assert "lower id on the left" in made.rule
    first = WordPiece.train("zb ac", vocab_size=10).trace
    assert first is not None
    assert first.steps[0].token == "zb"


def test_the_score_of_a_step_is_its_count() -> None:
    trace = WordPiece.train("ab ab a b b", vocab_size=9, ranked_by="count").trace
    assert trace is not None
    assert [(step.token, step.score) for step in trace.steps] == [("ab", 2)]


def test_the_smallest_vocabulary_has_every_letter_at_a_words_beginning_too() -> None:
    assert smallest_vocab("hug") == 8
    assert smallest_vocab("hug", ranked_by="count") == 10


def test_another_ranking_is_refused() -> None:
    with pytest.raises(TokvizError, match="ranked_by is 'luck'"):
        WordPiece.train("ab", vocab_size=20, ranked_by=cast(RankedBy, "luck"))
