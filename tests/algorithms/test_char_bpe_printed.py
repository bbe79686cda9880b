"""What the seeds print of Character BPE, and where a notebook's trainer learns something else."""

from collections import Counter
from itertools import pairwise, zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algorithms.test_char_bpe import LOW, SIMPLE, any_text, spelled
from tests.slow_twins import train_by_replacing_text
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.char_symbols import UNK_TOKEN
from tokviz.samples import sample
from tokviz.text.pre_tokens import well_formed


def test_pair_counts_of_low_lower_newest_widest() -> None:
    trace = CharBPE.train(LOW, num_merges=20, end_of_word=None).trace
    assert trace is not None
    counts = {
        (trace.vocab[a], trace.vocab[b]): count for (a, b), count in trace.pair_counts(0).items()
    }
    assert counts == {
        ("e", "s"): 9,
        ("s", "t"): 9,
        ("w", "e"): 8,
        ("l", "o"): 7,
        ("o", "w"): 7,
        ("n", "e"): 6,
        ("e", "w"): 6,
        ("w", "i"): 3,
        ("i", "d"): 3,
        ("d", "e"): 3,
        ("e", "r"): 2,
    }


def test_seed_004_prints_the_pairs_in_this_order() -> None:
    trace = CharBPE.train(LOW, num_merges=20, end_of_word=None).trace
    assert trace is not None
    in_order = Counter(trace.pair_counts(0)).most_common()
    assert "".join(
        f"{trace.vocab[a]!s}{trace.vocab[b]!s}{count} " for (a, b), count in in_order
    ) == ("es9 st9 we8 lo7 ow7 ne6 ew6 wi3 id3 de3 er2 ")


@pytest.mark.parametrize(
    ("merges", "words"),
    [
        (0, {"l o w": 5, "l o w e r": 2, "n e w e s t": 6, "w i d e s t": 3}),
        (1, {"l o w": 5, "l o w e r": 2, "n e w es t": 6, "w i d es t": 3}),
        (12, {"low": 5, "lower": 2, "newest": 6, "widest": 3}),
    ],
)
def test_seed_004_prints_these_states(merges: int, words: dict[str, int]) -> None:
    trace = CharBPE.train(LOW, num_merges=20, end_of_word=None).trace
    assert trace is not None
    ids, starts = trace.distinct_tokens(merges)
    cut = [" ".join(str(trace.vocab[i]) for i in ids[a:b].tolist()) for a, b in pairwise(starts)]
    assert list(zip(cut, trace.weights.tolist(), strict=True)) == list(words.items())


@given(text=st.text("ehn ", max_size=40) | any_text)
def test_a_notebook_learns_the_same_until_it_joins_inside_a_symbol(text: str) -> None:
    notebook = train_by_replacing_text(well_formed(text), 30)
    ours = spelled(CharBPE.train(text, num_merges=30, end_of_word=None))
    sure = None if notebook.fault is None else notebook.fault + 1
    assert notebook.merges[:sure] == ours[:sure]


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        (LOW, None),
        (SIMPLE, None),
        ("he he he en en hen", 2),
        (sample("rhyme").text, 6),
        (sample("harbour").text, 15),
        (sample("prose").text, 31),
    ],
)
def test_where_a_notebook_parts(text: str, parted: int | None) -> None:
    """By the fault it joins the n of "he n" to "he" while it joins e + n."""
    notebook = train_by_replacing_text(text, 40)
    ours = spelled(CharBPE.train(text, num_merges=40, end_of_word=None))
    both = zip_longest(ours, notebook.merges)
    apart = [step for step, (one, other) in enumerate(both) if one != other]
    assert next(iter(apart), None) == parted
    assert parted is None or (notebook.fault is not None and notebook.fault < parted)


def test_twelve_merges_of_low_lower_newest_widest() -> None:
    tokenizer = CharBPE.train(LOW, num_merges=20, end_of_word=None)
    assert spelled(tokenizer) == [
        ("e", "s"),
        ("es", "t"),
        ("l", "o"),
        ("lo", "w"),
        ("n", "e"),
        ("ne", "w"),
        ("new", "est"),
        ("w", "i"),
        ("wi", "d"),
        ("wid", "est"),
        ("low", "e"),
        ("lowe", "r"),
    ]


def test_final_words_of_low_lower_newest_widest() -> None:
    tokenizer = CharBPE.train(LOW, num_merges=20, end_of_word=None)
    assert tokenizer.trace is not None
    last = len(tokenizer.trace)
    words = Counter(tokenizer.vocab[token_id] for token_id in tokenizer.trace.token_ids(last))
    assert words == {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert tokenizer.trace.stop_reason.startswith("No pair is left to merge after 12 of 20")


def test_first_alphabet_stands_in_order_of_first_sight() -> None:
    tokenizer = CharBPE.train(LOW, num_merges=0, end_of_word=None)
    assert list(tokenizer.vocab.values()) == [*"lowernstid", UNK_TOKEN]


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("example", ["e", "x", "a", "mple"]),
        ("simple", ["si", "mple"]),
        ("this", ["th", "is"]),
        ("is", ["is"]),
    ],
)
def test_the_scan_that_forgets_the_end_of_words(word: str, tokens: list[str]) -> None:
    tokenizer = CharBPE.train(SIMPLE, num_merges=10)
    assert tokenizer.scan_left_to_right(word) == tokens
    assert tokenizer.tokenize(word, mark_end=False) == tokens
