"""Encoding applies the lowest rank first, leftmost first, and records exactly what it does."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slow_twins import train_slowly
from tokviz.algorithms.merging.apply_merges import EncodeRecord, MergeOf, apply_merges
from tokviz.algorithms.plain_bpe import encode as encode_plainly

Pair = tuple[int, int]
symbols_of_four = st.lists(st.integers(0, 3), max_size=30)


def ranked(merges: list[Pair]) -> MergeOf:
    ranks = {pair: (rank, 256 + rank) for rank, pair in enumerate(merges)}
    return lambda left, right: ranks.get((left, right))


def encode_by_table(symbols: list[int], table: dict[Pair, tuple[int, int]]) -> list[int]:
    """The rule itself: while any pair has a rank, join the leftmost of the lowest."""
    tokens = list(symbols)
    while candidates := [
        (*table[pair], place) for place, pair in enumerate(pairwise(tokens)) if pair in table
    ]:
        _, token_id, place = min(candidates, key=lambda found: (found[0], found[2]))
        tokens[place : place + 2] = [token_id]
    return tokens


@given(training=symbols_of_four, text=symbols_of_four)
@settings(max_examples=100)
def test_trained_merges_apply_as_one_after_another(training: list[int], text: list[int]) -> None:
    merges = train_slowly([training], 12).merges
    assert apply_merges(text, ranked(merges)) == encode_plainly(text, merges)


@given(
    text=st.lists(st.integers(0, 2), max_size=25),
    table=st.dictionaries(
        st.tuples(st.integers(0, 5), st.integers(0, 5)),
        st.tuples(st.integers(0, 4), st.integers(0, 5)),
        max_size=14,
    ),
)
@settings(max_examples=100)
def test_any_table_of_ranks_applies_lowest_and_leftmost_first(
    text: list[int], table: dict[Pair, tuple[int, int]]
) -> None:
    encoded = apply_merges(text, lambda left, right: table.get((left, right)))
    assert encoded == encode_by_table(text, table)


def test_it_is_not_longest_match() -> None:
    """With the merges bc, ab the text abc is a|bc."""
    a, b, c = 97, 98, 99
    assert apply_merges([a, b, c], ranked([(b, c), (a, b)])) == [a, 256]


def test_three_equal_symbols_join_from_the_left() -> None:
    assert apply_merges([1, 1, 1], ranked([(1, 1)])) == [256, 1]


def test_a_merge_can_make_a_pair_of_lower_rank_possible() -> None:
    """tiktoken's ranks can do so: cd waits for a|b to be joined, and still goes before ef."""
    table = {(1, 2): (5, 10), (10, 3): (0, 11), (4, 5): (6, 12)}
    record = EncodeRecord()
    record.begin([1, 2, 3, 4, 5])
    apply_merges([1, 2, 3, 4, 5], lambda left, right: table.get((left, right)), record)
    assert [step.rank for step in record.trace(dict.fromkeys(range(13), b"")).steps] == [5, 0, 6]


def test_nothing_to_encode_gives_nothing() -> None:
    assert apply_merges([], ranked([(1, 1)])) == []


def test_a_single_symbol_stays() -> None:
    assert apply_merges([7], ranked([(7, 7)])) == [7]


def test_the_symbols_given_are_left_as_they_were() -> None:
    symbols = [1, 1]
    apply_merges(symbols, ranked([(1, 1)]))
    assert symbols == [1, 1]


def test_a_step_says_where_the_right_hand_token_began() -> None:
    record = EncodeRecord()
    for symbols in ([9], [5, 1, 2]):
        record.begin(symbols)
        apply_merges(symbols, ranked([(1, 2)]), record)
    step = record.trace(dict.fromkeys(range(257), b"")).steps[0]
    assert (step.position, step.pre_token) == (3, 1)
