"""Tie rules: each against a twin that looks at every pair, and against the library that uses it."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import cast

import pytest
import rustbpe
from hypothesis import assume, given, settings
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.nasty_text import repetitive
from tests.slow_choices import by_count, by_score
from tests.traces.test_choice import check_every_step
from tokviz import ByteBPE, CharBPE, RegexBPE, WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.traces.choice import TIES, Ties
from tokviz.traces.merges import MergeTrace

Train = Callable[..., MergeTrace | None]


def wordpiece(text: str, **chosen: object) -> MergeTrace | None:
    try:
        return WordPiece.train(text, vocab_size=240, **chosen).trace  # type: ignore[arg-type]
    except TokvizError as error:
        assume("alone need" not in str(error))  # the characters of this text fill the vocabulary
        raise


COUNTING: dict[str, Train] = {
    "character BPE": lambda text, **chosen: CharBPE.train(text, num_merges=40, **chosen).trace,
    "byte BPE": lambda text, **chosen: ByteBPE.train(text, num_merges=40, **chosen).trace,
    "regex BPE": lambda text, **chosen: RegexBPE.train(text, num_merges=40, **chosen).trace,
    "WordPiece by count": partial(wordpiece, ranked_by="count"),
}


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("name", COUNTING)
@settings(max_examples=15)
@given(text=repetitive)
def test_every_step_takes_the_pair_that_the_rule_names(name: str, ties: Ties, text: str) -> None:
    trace = COUNTING[name](text, ties=ties)
    assert trace is not None
    check_every_step(trace, partial(by_count, ties=ties))
    assert TIES[ties].words in trace.rule.words


@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=15)
@given(text=repetitive)
def test_wordpiece_breaks_ties_of_scores_by_the_rule(ties: Ties, text: str) -> None:
    trace = wordpiece(text, ties=ties)
    assert trace is not None
    check_every_step(trace, partial(by_score, ties=ties))


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("key", ["rhyme", "languages"])
def test_a_whole_sample_follows_the_rule(key: str, ties: Ties) -> None:
    trace = ByteBPE.train(sample(key).text, num_merges=60, ties=ties).trace
    assert trace is not None
    check_every_step(trace, partial(by_count, ties=ties))


def test_rules_differ_where_pairs_tie() -> None:
    """ab, cd and ba each stand twice; d is no neighbour of a letter twice but in cd."""
    firsts = {ties: ByteBPE.train("cdabxcdaby", num_merges=1, ties=ties) for ties in TIES}
    made = {ties: model.vocab[256] for ties, model in firsts.items()}
    assert made == {
        "first seen": b"cd",
        "last seen": b"ab",
        "lower ids": b"ab",
        "higher ids": b"da",
        "shorter token": b"ab",
        "code point order": b"ab",
        "reverse code point order": b"da",
    }


@pytest.mark.parametrize("end_of_word", ["_", "</w>", "$$"])
def test_markers_count_for_no_length(end_of_word: str) -> None:
    text = "ab cd cd ab xyz xyz"
    model = CharBPE.train(text, num_merges=6, ties="shorter token", end_of_word=end_of_word)
    assert model.trace is not None
    made = [str(step.token).replace(end_of_word, "_") for step in model.trace.steps]
    assert made == ["b_", "d_", "z_", "ab_", "cd_", "xy"]


def test_the_shorter_token_is_the_one_that_is_made() -> None:
    """Not both pieces as they are written: "##bab" and "##b" make "##babb", before "##bbab"."""
    trace = WordPiece.train("ababbbab a baaa", vocab_size=40, ties="shorter token").trace
    assert trace is not None
    made = [step.token for step in trace.steps]
    assert made[3:6] == ["##ab", "##bab", "##babb"]
    assert [tuple(map(trace.vocab.get, pair)) for pair in trace.choice(5).tied] == [
        ("##b", "##bab")
    ]


def test_lower_ids_are_the_rule_of_rustbpe() -> None:
    text = sample("harbour").text
    theirs = rustbpe.Tokenizer()
    theirs.train_from_iterator([text], 256 + 120, pattern=GPT2_PATTERN)
    ours = RegexBPE.train(text, num_merges=120, ties="lower ids")
    ranked = sorted(theirs.get_mergeable_ranks(), key=lambda row: row[1])
    assert [bytes(token) for token, _ in ranked] == list(ours.vocab.values())


def test_lower_ids_are_the_rule_of_hugging_faces_tokenizers() -> None:
    """Their ids are ours where the letters are first met in alphabetical order."""
    text = "abc " + " ".join(["abcab", "cab", "bca", "acb", "cbacb", "abcab", "bb", "ac"] * 2)
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    theirs.train_from_iterator([text], trainers.BpeTrainer(vocab_size=3 + 20, show_progress=False))
    ours = CharBPE.train(text, num_merges=20, end_of_word=None, ties="lower ids")
    by_id = theirs.get_vocab()
    assert sorted(by_id, key=by_id.__getitem__) == [token.letters for token in ours.tokens]


def test_the_reverse_of_code_point_order_is_the_rule_of_subword_nmt() -> None:
    """Its loop: max over (count, pair) of the spelled pairs, ends of words in the last letter."""
    text = sample("low").text
    words = {(*word[:-1], f"{word[-1]}</w>"): n for word, n in Counter(text.split()).items()}
    learned = []
    for _ in range(12):
        counts: Counter[tuple[str, str]] = Counter()
        for word, times in words.items():
            for pair in pairwise(word):
                counts[pair] += times
        best = max(counts, key=lambda pair: (counts[pair], pair))
        learned.append("".join(best))
        words = {_joined(word, best): times for word, times in words.items()}
    ours = CharBPE.train(
        text, num_merges=12, end_of_word_joined=True, ties="reverse code point order"
    )
    assert ours.trace is not None
    assert [step.token for step in ours.trace.steps] == learned


def _joined(word: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    pieces, place = list(word), 0
    while place < len(pieces) - 1:
        if (pieces[place], pieces[place + 1]) == pair:
            pieces[place : place + 2] = ["".join(pair)]
        place += 1
    return tuple(pieces)


def test_another_rule_is_refused_with_those_there_are() -> None:
    with pytest.raises(TokvizError, match=r"ties is 'by lot'.*'first seen', 'lower ids'"):
        ByteBPE.train("ab", num_merges=1, ties=cast(Ties, "by lot"))
