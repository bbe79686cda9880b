"""RegexBPE with ranks that others made: tiktoken's ids on any text."""

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import tokviz
from tests.nasty_text import hard_text
from tests.slow_candidates import candidates
from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE
from tokviz.samples import SAMPLES, Sample

PATTERNS = [GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN]
SEED_004_TEXT = (
    "Hello, do you like a cup of chinese tea? *|endoftext|* In the sunlit terraces"
    "of someunknowPlace."
)
SEED_004_IDS = [
    *(15496, 11, 466, 345, 588, 257, 6508, 286, 442, 3762, 8887, 30, 1635, 91, 437, 1659),
    *(5239, 91, 9, 554, 262, 4252, 18250, 8812, 2114, 1659, 617, 2954, 2197, 27271, 13),
]


def made_up(pattern: str) -> tiktoken.Encoding:
    """Ranks in no order that training would give; "hello" and "éa" are reached by no merges."""
    tokens = [bytes([value]) for value in range(255, -1, -1)]
    tokens += [b"hello", b" the", b"th", b"he", b" t", "éa".encode(), b"aa", b"aaa"]
    tokens += ["é".encode(), b"\xf0\x9f", b"\x9f\x98", "😄".encode(), b"\n\n", b"  ", b"12", b"23"]
    ranks = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding(
        "made up", pat_str=pattern, mergeable_ranks=ranks, special_tokens={"<|end|>": 1000}
    )


# ---- GPT-2's ranks --------------------------------------------------------------------------


def test_gpt2_ids_of_seed_004(gpt2: RegexBPE) -> None:
    assert gpt2.encode(SEED_004_TEXT) == SEED_004_IDS


def test_gpt2_text_of_seed_004(gpt2: RegexBPE) -> None:
    assert gpt2.decode(SEED_004_IDS) == SEED_004_TEXT


def test_gpt2_replays_seed_004_to_its_ids(gpt2: RegexBPE) -> None:
    replay = gpt2.encode_trace(SEED_004_TEXT)
    assert replay.token_ids(len(replay)) == SEED_004_IDS
    assert replay.token_ids(0) == [gpt2.encode(char)[0] for char in SEED_004_TEXT]


def test_gpt2s_vocabulary_is_dense_and_complete(gpt2: RegexBPE) -> None:
    assert sorted(gpt2.vocab) == list(range(50257))


def test_gpt2s_special_token_comes_along(gpt2: RegexBPE) -> None:
    assert gpt2.encode("<|endoftext|>", allowed_special="all") == [50256]


@given(text=hard_text)
@settings(max_examples=100)
def test_gpt2_encodes_hard_text_as_tiktoken(gpt2: RegexBPE, text: str) -> None:
    assert gpt2.encode_ordinary(text) == tokviz.gpt2().encode_ordinary(text)


@given(text=st.text(st.characters(codec=None, categories=["Cs", "L", "S"]), max_size=12))
@settings(max_examples=60)
def test_gpt2_encodes_lone_surrogates_as_tiktoken(gpt2: RegexBPE, text: str) -> None:
    assert gpt2.encode_ordinary(text) == tokviz.gpt2().encode_ordinary(text)


@pytest.mark.parametrize("text", ["a\ud83d\ude04b", "\ud83d", "\ude04\ud83d", "\ud83d\ud83d\ude04"])
def test_gpt2_encodes_split_surrogate_pairs_as_tiktoken(gpt2: RegexBPE, text: str) -> None:
    assert gpt2.encode(text) == tokviz.gpt2().encode(text)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_gpt2_encodes_a_sample_as_tiktoken(gpt2: RegexBPE, sample: Sample) -> None:
    assert gpt2.encode(sample.text) == tokviz.gpt2().encode(sample.text)


def test_gpt2_encodes_every_assigned_character_as_tiktoken(gpt2: RegexBPE) -> None:
    everything = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    chars = regex.findall(r"(?V1)[\P{Cn}--\p{Co}--\p{Han}--\p{Hangul}]", everything)
    for start in range(0, len(chars), 4096):
        text = "".join(f"a{char}1 {char}\n" for char in chars[start : start + 4096])
        assert gpt2.encode_ordinary(text) == tokviz.gpt2().encode_ordinary(text)


@pytest.mark.parametrize("text", ["a" * 300, " " * 300, "ab" * 200, "\n" * 150, "😄" * 90])
def test_gpt2_encodes_long_pre_tokens_as_tiktoken(gpt2: RegexBPE, text: str) -> None:
    assert gpt2.encode(text) == tokviz.gpt2().encode(text)


@given(text=hard_text)
@settings(max_examples=60)
def test_gpt2s_replay_ends_with_its_ids(gpt2: RegexBPE, text: str) -> None:
    replay = gpt2.encode_trace(text)
    assert replay.token_ids(len(replay)) == tokviz.gpt2().encode(text)


@given(text=hard_text)
@settings(max_examples=60)
def test_gpt2s_replay_takes_the_lowest_rank_of_its_candidates(gpt2: RegexBPE, text: str) -> None:
    replay = gpt2.encode_trace(text)
    for k, step in enumerate(replay.steps):
        found = candidates(replay, k)
        assert (step.pair, step.rank, step.token_id) in found
        assert step.rank == min(rank for _, rank, _ in found)


def test_gpt2s_merges_are_ranked_among_the_merges(gpt2: RegexBPE) -> None:
    """GPT-2 learned "Ġ t", "Ġ a" and "h e" first, in this order."""
    steps = gpt2.encode_trace("the a t").steps
    ranks = {step.token: step.rank for step in steps}
    assert (ranks[b" t"], ranks[b" a"], ranks[b"he"]) == (0, 1, 2)


# ---- ranks that no training made ------------------------------------------------------------


@pytest.mark.parametrize("pattern", PATTERNS, ids=["gpt2", "cl100k", "o200k"])
@given(
    text=st.one_of(
        hard_text,
        st.lists(
            st.sampled_from(["hello", " the", "th", "éa", "aaa", "😄", "\n\n", "  ", "123", "'S"]),
            max_size=20,
        ).map("".join),
    )
)
@settings(max_examples=80)
def test_made_up_ranks_encode_as_tiktoken(pattern: str, text: str) -> None:
    encoding = made_up(pattern)
    assert RegexBPE.from_tiktoken(encoding).encode(text) == encoding.encode(text)


@pytest.mark.parametrize("pattern", PATTERNS, ids=["gpt2", "cl100k", "o200k"])
def test_a_whole_pre_token_is_looked_up_though_no_merges_reach_it(pattern: str) -> None:
    encoding = made_up(pattern)
    assert encoding.encode("hello") == [256]
    assert RegexBPE.from_tiktoken(encoding).encode("hello") == [256]


def test_a_whole_pre_token_out_of_reach_is_replayed_as_one_symbol() -> None:
    replay = RegexBPE.from_tiktoken(made_up(GPT2_PATTERN)).encode_trace("hello")
    assert (replay.token_ids(0), len(replay)) == ([256], 0)


def test_within_a_longer_pre_token_it_is_out_of_reach() -> None:
    encoding = made_up(GPT2_PATTERN)
    ids = encoding.encode("hellohello")
    assert 256 not in ids
    assert RegexBPE.from_tiktoken(encoding).encode("hellohello") == ids


def test_the_bytes_need_not_be_numbered_in_order() -> None:
    encoding = made_up(GPT2_PATTERN)
    assert RegexBPE.from_tiktoken(encoding).encode("zq") == encoding.encode("zq") == [133, 142]


def test_special_tokens_with_ids_far_away_come_along() -> None:
    tok = RegexBPE.from_tiktoken(made_up(GPT2_PATTERN))
    assert tok.encode("a<|end|>", allowed_special="all") == [158, 1000]


def test_ranks_that_lack_a_byte_are_refused() -> None:
    encoding = tiktoken.Encoding(
        "poor", pat_str=".", mergeable_ranks={b"a": 0, b"b": 1}, special_tokens={}
    )
    with pytest.raises(ValueError, match=r"but the byte 0x00 is none\. Give the encoding all 256"):
        RegexBPE.from_tiktoken(encoding)


@pytest.mark.parametrize(
    "char", ["\u088f", "\u0c5c", "\ua7f1", "\u1acf", "\U00011de0", "\U000323b0"]
)
@pytest.mark.parametrize("pattern", PATTERNS, ids=["gpt2", "cl100k", "o200k"])
def test_characters_new_to_one_regex_engine_encode_as_tiktoken(pattern: str, char: str) -> None:
    """A token for both halves shows whether the engine cut between them."""
    ranks = {bytes([value]): value for value in range(256)}
    ranks |= {f"{left}{char}".encode(): 256 + i for i, left in enumerate(["a", "1", ".", "é"])}
    encoding = tiktoken.Encoding("new", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    text = f"a{char}1{char}.{char}é{char}"
    assert RegexBPE.from_tiktoken(encoding).encode(text) == encoding.encode(text)


def test_text_that_the_pattern_misses_is_kept() -> None:
    ranks = {bytes([value]): value for value in range(256)}
    encoding = tiktoken.Encoding("w", pat_str=r"\w+", mergeable_ranks=ranks, special_tokens={})
    assert RegexBPE.from_tiktoken(encoding).decode(list(b"a-b")) == "a-b"
    assert RegexBPE.from_tiktoken(encoding).encode("a-b") == list(b"a-b")
