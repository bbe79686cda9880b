"""ByteBPE: the seeds' and minbpe's printed results, and the slow twin on any text."""

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokviz
from tests.nasty_text import any_text, hard_text, repetitive
from tests.slow_twins import train_slowly
from tokviz import ByteBPE
from tokviz.algorithms.plain_bpe import encode as encode_plainly
from tokviz.samples import sample

SEED_003_MERGES = [
    *((101, 32), (240, 159), (226, 128), (105, 110), (115, 32), (97, 110), (116, 104)),
    *((257, 133), (257, 135), (97, 114), (239, 189), (258, 140), (267, 264), (101, 114)),
    *((111, 114), (116, 32), (259, 103), (115, 116), (261, 100), (32, 262)),
]


@pytest.fixture(scope="module")
def seed_003() -> ByteBPE:
    """The Unicode paragraph of seed 003, with its six U+200C again."""
    return ByteBPE.train(sample("unicode").text, vocab_size=276)


@pytest.fixture(scope="module")
def minbpe_example() -> ByteBPE:
    return ByteBPE.train("aaabdaaabac", vocab_size=256 + 3)


# ---- seed 003 and minbpe's README -----------------------------------------------------------


def test_seed_003_prints_these_code_points() -> None:
    korean = "안녕하세요 👏🏻 (hello in Korean!)"
    assert [ord(char) for char in korean] == [
        *(50504, 45397, 54616, 49464, 50836, 32, 128079, 127995, 32, 40, 104, 101, 108, 108),
        *(111, 32, 105, 110, 32, 75, 111, 114, 101, 97, 110, 33, 41),
    ]


def test_seed_003_prints_these_bytes() -> None:
    trace = ByteBPE.train("안녕하세요 👏🏻 (hello in Korean!)", num_merges=0).trace
    assert trace is not None
    assert trace.token_ids(0) == [
        *(236, 149, 136, 235, 133, 149, 237, 149, 152, 236, 132, 184, 236, 154, 148, 32, 240),
        *(159, 145, 143, 240, 159, 143, 187, 32, 40, 104, 101, 108, 108, 111, 32, 105, 110, 32),
        *(75, 111, 114, 101, 97, 110, 33, 41),
    ]


def test_seed_003_starts_from_these_bytes(seed_003: ByteBPE) -> None:
    assert seed_003.trace is not None
    assert seed_003.trace.token_ids(0)[:25] == [
        *(239, 188, 181, 239, 189, 142, 239, 189, 137, 239, 189, 131, 239, 189, 143, 239, 189),
        *(132, 239, 189, 133, 33, 32, 240, 159),
    ]


def test_seed_003_prints_these_87_bytes_before_it_breaks_off(seed_003: ByteBPE) -> None:
    """The printed list, as its digest: it ends within a number."""
    assert seed_003.trace is not None
    printed = bytes(seed_003.trace.token_ids(0)[:87])
    assert sha256(printed).hexdigest() == (
        "f1aa60081fc0ae68f5c962809193230f120900849282dcfb6a8fa6b79a858975"
    )


def test_seed_003_makes_these_20_merges(seed_003: ByteBPE) -> None:
    assert list(seed_003.merges) == SEED_003_MERGES


def test_seed_003_numbers_its_merges_from_256(seed_003: ByteBPE) -> None:
    assert seed_003.trace is not None
    assert [step.token_id for step in seed_003.trace.steps] == list(range(256, 276))


def test_seed_003_without_its_six_characters_merges_otherwise() -> None:
    tok = ByteBPE.train(sample("unicode").text.replace("\u200c", ""), vocab_size=276)
    assert list(tok.merges) != SEED_003_MERGES


def test_seed_003_encodes_hello_world(seed_003: ByteBPE) -> None:
    assert seed_003.encode("hello world") == [104, 101, 108, 108, 111, 32, 119, 270, 108, 100]


def test_seed_003_decodes_half_a_character_as_u_fffd(seed_003: ByteBPE) -> None:
    assert seed_003.decode([128]) == "\ufffd"


def test_minbpes_example_encodes_as_its_readme_says(minbpe_example: ByteBPE) -> None:
    assert minbpe_example.encode("aaabdaaabac") == [258, 100, 258, 97, 99]


def test_half_a_character_keeps_its_byte_where_bytes_are_asked_for(seed_003: ByteBPE) -> None:
    assert seed_003.decode_bytes([128]) == b"\x80"


def test_minbpes_example_decodes_as_its_readme_says(minbpe_example: ByteBPE) -> None:
    assert minbpe_example.decode([258, 100, 258, 97, 99]) == "aaabdaaabac"


def test_minbpes_example_merges_aa_then_a_then_b(minbpe_example: ByteBPE) -> None:
    assert [minbpe_example.vocab[i] for i in (256, 257, 258)] == [b"aa", b"aaa", b"aaab"]


# ---- the slow twin --------------------------------------------------------------------------


@given(text=repetitive, merges=st.integers(0, 40))
@settings(max_examples=100)
def test_merges_are_the_slow_twins(text: str, merges: int) -> None:
    tok = ByteBPE.train(text, num_merges=merges)
    assert list(tok.merges) == train_slowly([text.encode()], merges).merges


@given(text=repetitive)
@settings(max_examples=60)
def test_counts_are_the_slow_twins(text: str) -> None:
    trace = ByteBPE.train(text, num_merges=30).trace
    assert trace is not None
    slow = train_slowly([text.encode()], 30)
    assert [step.count for step in trace.steps] == [step.count for step in slow.steps]


@given(documents=st.lists(repetitive, max_size=4))
@settings(max_examples=60)
def test_documents_merge_as_the_slow_twin_and_never_across(documents: list[str]) -> None:
    tok = ByteBPE.train(documents, num_merges=20)
    assert list(tok.merges) == train_slowly([text.encode() for text in documents], 20).merges


def test_no_merge_crosses_documents() -> None:
    assert ByteBPE.train(["a", "b", "a", "b"], num_merges=5).merges == ()


@given(text=repetitive)
@settings(max_examples=60)
def test_encoding_the_training_text_gives_the_last_step(text: str) -> None:
    tok = ByteBPE.train(text, num_merges=20)
    assert tok.trace is not None
    assert tok.encode(text) == tok.trace.token_ids(len(tok.trace))


@given(training=repetitive, text=repetitive)
@settings(max_examples=80)
def test_encoding_new_text_is_the_slow_twins(training: str, text: str) -> None:
    tok = ByteBPE.train(training, num_merges=20)
    assert tok.encode(text) == encode_plainly(list(text.encode()), tok.merges)


# ---- any text -------------------------------------------------------------------------------


@given(text=hard_text)
@settings(max_examples=100)
def test_any_text_survives_encoding_and_decoding(seed_003: ByteBPE, text: str) -> None:
    assert seed_003.decode(seed_003.encode(text)) == text


@given(training=any_text, text=any_text)
@settings(max_examples=60)
def test_tokens_join_to_the_bytes_of_the_text(training: str, text: str) -> None:
    assert b"".join(ByteBPE.train(training, num_merges=9).tokenize(text)) == text.encode()


def test_a_lone_surrogate_is_encoded_as_u_fffd(seed_003: ByteBPE) -> None:
    assert seed_003.encode("a\ud800b") == seed_003.encode("a\ufffdb")


def test_a_lone_surrogate_in_training_text_is_read_as_u_fffd() -> None:
    trace = ByteBPE.train("a\ud800", num_merges=0).trace
    assert trace is not None
    assert trace.token_ids(0) == list("a\ufffd".encode())


@pytest.mark.parametrize("ids", [[276], [0, 5000], [-1]])
def test_an_unknown_id_is_refused(seed_003: ByteBPE, ids: list[int]) -> None:
    with pytest.raises(ValueError, match=rf"{ids[-1]} is not among its 276 tokens"):
        seed_003.decode(ids)


def test_the_vocabulary_is_dense_from_zero(seed_003: ByteBPE) -> None:
    assert list(seed_003.vocab) == list(range(276))


def test_the_vocabulary_of_the_model_is_that_of_the_trace(seed_003: ByteBPE) -> None:
    assert seed_003.trace is not None
    assert dict(seed_003.vocab) == dict(seed_003.trace.vocab)


# ---- why training stops ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", [], [""], ["", ""]])
def test_an_empty_text_stops_at_once_and_says_so(text: str | list[str]) -> None:
    trace = ByteBPE.train(text, num_merges=5).trace
    assert trace is not None
    assert (len(trace), trace.stop_reason) == (
        0,
        "The text is empty, so there is no pair to merge.",
    )


@pytest.mark.parametrize(("text", "made"), [("    ", 2), ("abcd", 3), ("é", 1)])
def test_a_text_without_pairs_left_stops_and_says_so(text: str, made: int) -> None:
    trace = ByteBPE.train(text, num_merges=99).trace
    assert trace is not None
    assert len(trace) == made
    assert trace.stop_reason.startswith(f"No pair is left to merge after {made} of 99 merges")


def test_all_merges_made_is_said_too(seed_003: ByteBPE) -> None:
    assert seed_003.trace is not None
    assert seed_003.trace.stop_reason == "All 20 merges that were asked for are made."


def test_pairs_seen_once_still_merge_first_seen_first() -> None:
    assert ByteBPE.train("abc", num_merges=1).merges == ((97, 98),)


# ---- settings -------------------------------------------------------------------------------


def test_vocab_size_counts_the_256_bytes() -> None:
    assert len(ByteBPE.train("abcabc", vocab_size=258).merges) == 2


def test_vocab_size_256_makes_no_merge() -> None:
    assert ByteBPE.train("abcabc", vocab_size=256).merges == ()


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"vocab_size": 200}, r"vocab_size is 200, but .* Ask for 256 or more"),
        ({"num_merges": -1}, "num_merges is -1"),
        ({}, "Give exactly one"),
        ({"vocab_size": 300, "num_merges": 4}, "Give exactly one"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(numbers: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ByteBPE.train("text", **numbers)  # type: ignore[arg-type]


def test_training_can_be_cancelled_between_merges() -> None:
    def cancel(rank: int) -> None:
        if rank == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ByteBPE.train("abcdefg", num_merges=5, on_merge=cancel)


def test_a_trained_model_cannot_be_changed(seed_003: ByteBPE) -> None:
    with pytest.raises(AttributeError):
        seed_003.merges = ()  # type: ignore[misc]


def test_every_public_number_is_a_python_int(seed_003: ByteBPE) -> None:
    replay = seed_003.encode_trace("hello world")
    steps = [(s.rank, *s.pair, s.token_id, s.position, s.pre_token) for s in replay.steps]
    mergeable = [(*pair, rank, i) for pair, (rank, i) in replay.mergeable.items()]
    pairs = [*seed_003.merges, *steps, *mergeable]
    numbers = [*(n for some in pairs for n in some), *seed_003.encode("hi"), *replay.token_ids(1)]
    assert steps
    assert {type(number) for number in numbers} == {int}


def test_saving_writes_the_merges_as_minbpe_does(tmp_path: Path, minbpe_example: ByteBPE) -> None:
    minbpe_example.save(tmp_path / "x.model")
    assert (tmp_path / "x.model").read_text() == "minbpe v1\n\n0\n97 97\n256 97\n257 98\n"


def test_a_saved_model_loads_with_the_same_merges(tmp_path: Path, seed_003: ByteBPE) -> None:
    seed_003.save(tmp_path / "x.model")
    loaded = tokviz.load(tmp_path / "x.model")
    assert isinstance(loaded, ByteBPE)
    assert loaded.merges == seed_003.merges
