"""BPE-dropout: the exact probabilities of a tiny case, counted; each skipped merge is recorded."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from tokenizers import Tokenizer, models

from tokviz import ByteBPE, CharBPE, RegexBPE
from tokviz.checks.errors import TokvizError

TEXT = "ab ab ab abc abc abcd"
TRAINED: dict[str, Callable[[], Any]] = {
    "ByteBPE": lambda: ByteBPE.train(TEXT, num_merges=5),
    "RegexBPE": lambda: RegexBPE.train(TEXT, num_merges=3),
    "CharBPE": lambda: CharBPE.train(TEXT, num_merges=3),
}
every = pytest.mark.parametrize("name", TRAINED)
DRAWS = 1_000
Ranks: TypeAlias = dict[tuple[str, str], int]


def tail_of(tokens: Sequence[str]) -> str:
    return "|".join(tokens)


def exact(
    symbols: tuple[str, ...], ranks: dict[tuple[str, str], int], p: float
) -> dict[str, float]:
    """The probability of each segmentation, as algorithm 1 of the paper says it."""
    offers = sorted(
        (ranks[pair], place) for place, pair in enumerate(pairwise(symbols)) if pair in ranks
    )
    found = defaultdict(float, {tail_of(symbols): p ** len(offers)})
    for number, (_, place) in enumerate(offers):
        joined = (*symbols[:place], symbols[place] + symbols[place + 1], *symbols[place + 2 :])
        for segmentation, chance in exact(joined, ranks, p).items():
            found[segmentation] += p**number * (1 - p) * chance
    return found


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_a_thousand_draws_agree_with_the_exact_probabilities(p: float) -> None:
    """Five standard deviations around what the paper's algorithm gives."""
    tok = RegexBPE.from_merges(
        ((97, 98), (99, 100), (256, 257), (98, 99)), pattern=r".+", special_tokens={}
    )
    ranks = {("a", "b"): 0, ("c", "d"): 1, ("ab", "cd"): 2, ("b", "c"): 3}
    expected = exact(tuple("abcd"), ranks, p)
    assert sum(expected.values()) == pytest.approx(1)
    drawn = Counter(
        tail_of([token.decode() for token in tok.sample("abcd", dropout=p, seed=seed)])
        for seed in range(DRAWS)
    )
    assert set(drawn) <= set(expected)
    for segmentation, chance in expected.items():
        spread = 5 * (DRAWS * chance * (1 - chance)) ** 0.5
        assert abs(drawn[segmentation] - DRAWS * chance) <= spread, segmentation


def test_hugging_face_draws_alike() -> None:
    """Its BPE with the same merges and dropout, over as many draws."""
    vocab = {token: number for number, token in enumerate(["a", "b", "c", "d", "ab", "cd", "abcd"])}
    merges = [("a", "b"), ("c", "d"), ("ab", "cd")]
    their = Tokenizer(models.BPE(vocab, merges, dropout=0.5))
    theirs = Counter(tail_of(their.encode("abcd").tokens) for _ in range(DRAWS))
    expected = exact(tuple("abcd"), {pair: rank for rank, pair in enumerate(merges)}, 0.5)
    for segmentation, chance in expected.items():
        spread = 6 * (DRAWS * chance * (1 - chance)) ** 0.5
        assert abs(theirs[segmentation] - DRAWS * chance) <= spread, segmentation


@every
def test_the_same_seed_draws_the_same(name: str) -> None:
    tok = TRAINED[name]()
    drawn = {tuple(tok.sample(TEXT, dropout=0.5, seed=seed)) for seed in range(20)}
    assert len(drawn) > 5
    assert tok.sample(TEXT, dropout=0.5, seed=3) == tok.sample(TEXT, dropout=0.5, seed=3)


@every
def test_none_dropped_is_encode_and_all_dropped_is_the_alphabet(name: str) -> None:
    tok = TRAINED[name]()
    assert tok.sample(TEXT, dropout=0.0) == tok.tokenize(TEXT)
    trace = tok.encode_trace(TEXT, dropout=1.0, seed=0)
    assert (len(trace), tok.sample(TEXT, dropout=1.0)) == (
        0,
        [tok.vocab[token_id] for token_id in trace.token_ids(0)],
    )


@every
def test_each_skipped_merge_stands_in_the_trace(name: str) -> None:
    tok = TRAINED[name]()
    trace = tok.encode_trace(TEXT, dropout=0.5, seed=7)
    ids = trace.ids
    assert [tok.vocab[token_id] for token_id in ids] == tok.sample(TEXT, dropout=0.5, seed=7)
    assert trace.skipped
    for left_out in trace.skipped:
        assert trace.mergeable[left_out.pair] == (left_out.rank, left_out.token_id)
    assert not tok.encode_trace(TEXT).skipped


@every
def test_a_probability_above_one_is_refused(name: str) -> None:
    with pytest.raises(TokvizError, match=r"dropout is 1\.5"):
        TRAINED[name]().sample("ab", dropout=1.5)
