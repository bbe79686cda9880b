"""The merge engine against recounting everything at each merge."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slow_twins import train_slowly
from tokviz.algorithms.merging import pair_index, places
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.plain_bpe import count_pairs, replace_pair
from tokviz.checks.errors import TokvizError
from tokviz.traces.choice import ChoiceRule

Pair = tuple[int, int]
pre_tokens = st.lists(st.lists(st.integers(0, 3), max_size=14), min_size=1, max_size=4)


def index(
    texts: list[list[int]], weights: list[int] | None = None, **settings: object
) -> PairIndex:
    symbols = np.array([symbol for text in texts for symbol in text], np.int64)
    starts = np.cumsum([0, *map(len, texts)])
    return PairIndex(symbols, starts, np.array(weights or [1] * len(texts)), **settings)  # type: ignore[arg-type]


def merge_all(pairs: PairIndex, first_id: int = 256) -> list[Pair]:
    merges: list[Pair] = []
    while (pair := pairs.most_frequent()) is not None:
        pairs.merge(pair, first_id + len(merges))
        merges.append(pair)
    return merges


@given(texts=pre_tokens)
@settings(max_examples=100)
def test_merges_are_the_slow_twins_to_the_very_end(texts: list[list[int]]) -> None:
    assert merge_all(index(texts)) == train_slowly(texts, 1000).merges


@given(texts=pre_tokens)
@settings(max_examples=80)
def test_counts_are_the_slow_twins_after_every_merge(texts: list[list[int]]) -> None:
    pairs = index(texts)
    token_id = 256
    while (pair := pairs.most_frequent()) is not None:
        assert pairs.counts() == count_pairs(texts)
        pairs.merge(pair, token_id)
        texts = [replace_pair(text, pair, token_id) for text in texts]
        token_id += 1
    assert pairs.counts() == {}


@given(texts=pre_tokens, many=st.integers(1, 4))
@settings(max_examples=100)
def test_arrays_of_places_tell_what_lists_tell(texts: list[list[int]], many: int) -> None:
    weights = list(range(1, len(texts) + 1))
    by_lists = index(texts, weights)
    merge_all(by_lists)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_index, "MANY", many)
        patch.setattr(places, "MANY", many)
        by_arrays = index(texts, weights)
        merge_all(by_arrays)
    ends = [pairs.trace({}, np.arange(len(texts)), "") for pairs in (by_lists, by_arrays)]
    for name in ("boundary_rank", "pairs", "counts", "change_pairs", "change_counts"):
        assert getattr(ends[1], name).tolist() == getattr(ends[0], name).tolist()


@given(texts=pre_tokens, data=st.data())
@settings(max_examples=80)
def test_a_weight_counts_as_that_many_copies(texts: list[list[int]], data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(1, 4), min_size=len(texts), max_size=len(texts)))
    copies = [text for text, weight in zip(texts, weights, strict=True) for _ in range(weight)]
    assert merge_all(index(texts, weights)) == train_slowly(copies, 1000).merges


@given(texts=pre_tokens)
@settings(max_examples=60)
def test_the_last_changes_lead_from_the_old_counts_to_the_new(texts: list[list[int]]) -> None:
    pairs = index(texts)
    rank = 0
    while (pair := pairs.most_frequent()) is not None:
        before = pairs.counts()
        pairs.merge(pair, 256 + rank)
        rank += 1
        changes = pairs.last_changes()
        assert 0 not in changes.values()
        after = {p: before.get(p, 0) + changes.get(p, 0) for p in {*before, *changes}}
        assert {p: count for p, count in after.items() if count} == pairs.counts()


def test_a_tie_goes_to_the_pair_seen_first() -> None:
    assert index([[3, 3, 1, 2, 9, 1, 2, 8, 3, 3]]).most_frequent() == (3, 3)


def test_a_tie_is_judged_on_the_text_as_it_now_stands() -> None:
    """abcbcab: ab and bc twice; after ab, the b of the first bc is gone and bc stands once."""
    assert merge_all(index([[1, 2, 3, 2, 3, 1, 2]]))[:2] == [(1, 2), (256, 3)]


def test_four_equal_symbols_merge_from_the_left() -> None:
    assert merge_all(index([[1, 1, 1, 1]])) == [(1, 1), (256, 256)]


def test_touching_pairs_make_the_new_pair_of_new_tokens() -> None:
    pairs = index([[1, 2, 1, 2, 1, 2]])
    pairs.merge((1, 2), 256)
    assert pairs.counts() == {(256, 256): 2}


def test_no_pair_crosses_the_border_of_a_pre_token() -> None:
    assert index([[1], [2], [1], [2]]).most_frequent() is None


def test_the_count_of_a_pair_that_stands_nowhere_is_zero() -> None:
    assert index([[1, 2]]).count((2, 1)) == 0


def test_the_first_place_of_a_pair_that_stands_nowhere_is_refused() -> None:
    with pytest.raises(KeyError, match="stands nowhere"):
        index([[1, 2]]).first_place((2, 1))


@pytest.mark.parametrize("wrong", [2**24, 2**24 + 5, -1])
def test_an_id_with_which_two_pairs_would_be_one_is_refused(wrong: int) -> None:
    words = f"from 0 to 16,777,215, but one is {wrong:,}. Number the tokens from 0."
    with pytest.raises(TokvizError, match=words):
        index([[1, wrong], [9], [2, 5]])
    pairs = index([[1, 2], [9], [2, 5]])
    with pytest.raises(TokvizError, match=words):
        pairs.merge((1, 2), wrong)
    assert pairs.counts() == {(1, 2): 1, (2, 5): 1}


def test_the_highest_id_is_an_id_as_any_other() -> None:
    highest = 2**24 - 1
    pairs = index([[1, highest, highest], [2, 5]])
    assert pairs.counts() == {(1, highest): 1, (highest, highest): 1, (2, 5): 1}
    pairs.merge((2, 5), highest - 1)
    pairs.merge((1, highest), 0)
    assert pairs.counts() == {(0, highest): 1}


def test_first_places_compare_in_text_order() -> None:
    pairs = index([[1, 2, 3], [4, 5]])
    places = [pairs.first_place(pair) for pair in [(1, 2), (2, 3), (4, 5)]]
    assert places == sorted(places)


def test_a_tie_key_of_ones_own_decides() -> None:
    largest_first = index([[1, 2, 9, 3, 4]], tie_key=lambda _, pair: (-pair[0], -pair[1]))
    assert largest_first.most_frequent() == (9, 3)


def never_one_two(pair: Pair) -> tuple[int, int] | None:
    return (0, 0) if pair == (1, 2) else None


def test_a_barred_pair_is_never_offered() -> None:
    assert merge_all(index([[1, 2, 1, 2, 3]], bars=never_one_two))[0] == (2, 1)


def test_a_barred_pair_keeps_its_count() -> None:
    pairs = index([[1, 2, 1, 2]], bars=never_one_two)
    assert pairs.most_frequent() == (2, 1)
    assert pairs.count((1, 2)) == 2


def test_what_on_merge_raises_ends_the_training() -> None:
    def refuse(rank: int) -> None:
        raise InterruptedError(rank)

    with pytest.raises(InterruptedError):
        merge_all(index([[1, 2]], on_merge=refuse))


def test_on_merge_hears_every_rank_in_order() -> None:
    ranks: list[int] = []
    merge_all(index([[1, 1, 1, 1, 2]], on_merge=ranks.append))
    assert ranks == [0, 1, 2]


def test_no_text_has_no_pair() -> None:
    assert index([[]]).most_frequent() is None


def test_pairs_and_counts_are_python_ints() -> None:
    pairs = index([[1, 2, 1, 2]])
    numbers = [*(pairs.most_frequent() or ()), pairs.count((1, 2)), *pairs.counts().values()]
    assert {type(number) for number in numbers} == {int}


def test_a_bar_that_holds_later_parts_a_tie_from_a_barred_pair() -> None:
    """All three pairs stand once; from step 1 on the middle one is barred, and it would be next."""
    merged: list[Pair] = []

    def barred(pair: Pair) -> tuple[int, int] | None:
        return (0, 1) if pair == (3, 4) and merged else None

    rule = ChoiceRule("count", "the one of the smaller ids", ("no more",))
    pairs = index([[1, 2], [3, 4], [5, 6]], rule=rule, tie_key=lambda _, pair: pair, bars=barred)
    while (pair := pairs.most_frequent()) is not None:
        pairs.merge(pair, 10 + len(merged))
        merged.append(pair)
    trace = pairs.trace({}, np.array([0, 1, 2]), "done")
    assert merged == [(1, 2), (5, 6)]
    assert (trace.choice(0).tied, trace.choice(0).barred) == (((3, 4), (5, 6)), ())
    assert (trace.choice(1).tied, trace.choice(1).barred) == ((), (((3, 4), "no more"),))
    assert trace.num_barred.tolist() == [0, 1]
