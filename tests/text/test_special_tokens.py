"""Special tokens as tiktoken treats them: whole, refused unless allowed, never merged."""

from dataclasses import replace
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz import RegexBPE, WordPiece
from tokviz.text.special_tokens import allowed_in

BYTE_RANKS = {bytes([value]): value for value in range(256)}
SPECIALS = {"<|end|>": 300, "<|pad|>": 301, "<|x y|>": 302}


@pytest.fixture(scope="module")
def tok() -> RegexBPE:
    return RegexBPE.train("the the", num_merges=2, special_tokens=SPECIALS)


def test_the_spelling_is_refused_by_default(tok: RegexBPE) -> None:
    with pytest.raises(ValueError, match=r"holds the special token '<\|end\|>'"):
        tok.encode("the<|end|>")


def test_the_refusal_names_all_three_remedies(tok: RegexBPE) -> None:
    with pytest.raises(
        ValueError, match=r"allowed_special=.*disallowed_special=\(\) \(encode_ordinary\)"
    ):
        tok.encode("the<|end|>")


def test_the_replay_refuses_it_too(tok: RegexBPE) -> None:
    with pytest.raises(ValueError, match="holds the special token"):
        tok.encode_trace("<|end|>")


def test_an_allowed_one_becomes_its_id(tok: RegexBPE) -> None:
    assert tok.encode("a<|end|>", allowed_special={"<|end|>"}) == [97, 300]


def test_all_allows_every_one(tok: RegexBPE) -> None:
    ids = tok.encode("<|end|><|x y|>a<|pad|>", allowed_special="all")
    assert ids == [300, 302, 97, 301]


def test_what_is_not_allowed_is_still_refused(tok: RegexBPE) -> None:
    with pytest.raises(ValueError, match=r"'<\|pad\|>'"):
        tok.encode("<|end|><|pad|>", allowed_special={"<|end|>"})


def test_with_nothing_disallowed_it_is_plain_text(tok: RegexBPE) -> None:
    assert tok.encode("<|end|>", disallowed_special=()) == tok.encode_ordinary("<|end|>")


def test_encode_ordinary_never_gives_a_special_id(tok: RegexBPE) -> None:
    assert not set(tok.encode_ordinary("<|end|><|pad|>")) & set(SPECIALS.values())


def test_a_disallowed_text_need_not_be_a_special_token(tok: RegexBPE) -> None:
    with pytest.raises(ValueError, match="'secret'"):
        tok.encode("a secret", disallowed_special={"secret"})


def test_an_allowed_name_that_is_no_special_token_changes_nothing(tok: RegexBPE) -> None:
    assert tok.encode("the", allowed_special={"the"}) == tok.encode_ordinary("the")


@pytest.mark.parametrize("setting", ["allowed_special", "disallowed_special"])
def test_a_bare_string_is_refused_with_the_remedy(tok: RegexBPE, setting: str) -> None:
    settings: dict[str, Any] = {setting: "<|end|>"}
    with pytest.raises(TypeError, match=r"Write \{'<\|end\|>'\}"):
        tok.encode("a", **settings)


@pytest.mark.parametrize("setting", ["allowed_special", "disallowed_special"])
@pytest.mark.parametrize("names", [{5}, {b"<|end|>"}])
def test_names_that_are_no_strings_are_refused(tok: RegexBPE, setting: str, names: Any) -> None:
    """Bytes would be no special token at all, and so would a number."""
    settings: dict[str, Any] = {setting: names}
    with pytest.raises(TypeError, match=setting):
        tok.encode("a<|end|>", **settings)
    with pytest.raises(TypeError, match="allowed_special"):
        WordPiece.train("a", vocab_size=20).encode("a", allowed_special=names)


@pytest.mark.parametrize(
    "text",
    ["", "a", "<|end|>", "<|end|><|end|>", "a<|pad|> b<|x y|>\n", "<|en<|end|>", "<|END|>"],
)
@pytest.mark.parametrize("allowed", [frozenset[str](), frozenset({"<|end|>"}), "all"])
@pytest.mark.parametrize("disallowed", [frozenset[str](), frozenset({"<|pad|>"}), "all"])
def test_every_setting_does_as_tiktoken_does(
    text: str, allowed: frozenset[str], disallowed: frozenset[str]
) -> None:
    encoding = tiktoken.Encoding(
        "bytes", pat_str=r"\w+|\W", mergeable_ranks=BYTE_RANKS, special_tokens=SPECIALS
    )
    ours = RegexBPE.from_tiktoken(encoding)
    settings = {"allowed_special": allowed, "disallowed_special": disallowed}
    try:
        expected = encoding.encode(text, **settings)
    except ValueError:
        with pytest.raises(ValueError, match="holds the special token"):
            ours.encode(text, **settings)
    else:
        assert ours.encode(text, **settings) == expected


@pytest.mark.parametrize("disallowed", [[""], {"", "x"}])
def test_an_empty_disallowed_text_is_refused(tok: RegexBPE, disallowed: Any) -> None:
    """Every text holds it, at every place."""
    with pytest.raises(ValueError, match="one of disallowed_special is empty"):
        tok.encode("the", disallowed_special=disallowed)


def test_the_longest_goes_first() -> None:
    specials = {"<a>": 256, "<a><b>": 257, "<b>": 258}
    tok = RegexBPE.train("", num_merges=0, special_tokens=specials)
    assert tok.encode("<a><b><a><a><b>", allowed_special="all") == [257, 256, 257]


def test_one_that_the_model_allows_is_among_the_tokens_and_has_its_span(tok: RegexBPE) -> None:
    open_to_all = replace(tok, allowed_special="all")
    text = "a<|end|>"
    assert open_to_all.tokenize(text) == [open_to_all.vocab[i] for i in open_to_all.encode(text)]
    assert open_to_all.token_spans(text) == [(0, 1), (1, 8)]


NESTED = ["<a>", "<a><b>", "<a><b><c>", "a", "ab", "abc", "b<", "<|e|>", "<|e|>x", "im", "im_start"]
nested_names = st.lists(st.sampled_from(NESTED), min_size=1, unique=True)
nested_texts = st.lists(st.sampled_from([*NESTED, " ", "é"]), max_size=8).map("".join)


@settings(max_examples=200)
@given(nested_names, nested_texts, st.sets(st.sampled_from(NESTED)))
def test_of_two_that_begin_alike_tiktoken_decides(
    names: list[str], text: str, allowed: set[str]
) -> None:
    """tiktoken's choice depends on its hash table; only it knows."""
    encoding = tiktoken.Encoding(
        "bytes",
        pat_str=r"\w+|\W",
        mergeable_ranks=BYTE_RANKS,
        special_tokens={name: token_id for token_id, name in enumerate(names, 300)},
    )
    ours = RegexBPE.from_tiktoken(encoding)
    everything = frozenset(names)
    for these in (everything, allowed & everything):
        expected = encoding.encode(text, allowed_special=these, disallowed_special=())
        assert ours.encode(text, allowed_special=these, disallowed_special=()) == expected


@pytest.mark.parametrize("allowed", [["<|end|>"], ("<|end|>",), []])
def test_allowed_special_that_is_no_set_is_refused_as_in_tiktoken(allowed: Any) -> None:
    tok = RegexBPE.train("a", num_merges=0, special_tokens=SPECIALS)
    encoding = tiktoken.Encoding(
        "bytes", pat_str=r"\w+|\W", mergeable_ranks=BYTE_RANKS, special_tokens=SPECIALS
    )
    with pytest.raises(TypeError):
        encoding.encode("a", allowed_special=allowed)
    with pytest.raises(TypeError, match=r"Make it a set with set\(...\)"):
        tok.encode("a", allowed_special=allowed)


def test_operators_of_regular_expressions_are_plain_in_a_special_token() -> None:
    tok = RegexBPE.train("", num_merges=0, special_tokens=(".*", "[x]", "\\"))
    assert tok.encode("a.*[x]\\", allowed_special="all") == [97, 256, 257, 258]


# ---- in the training text -------------------------------------------------------------------


def test_in_training_text_it_stays_whole() -> None:
    tok = RegexBPE.train("ab<|x|>ab", num_merges=9, special_tokens=("<|x|>",))
    assert tok.trace is not None
    assert [tok.trace.token_ids(k) for k in (0, 1)] == [[97, 98, 257, 97, 98], [256, 257, 256]]


def test_in_training_text_its_pairs_are_not_counted() -> None:
    tok = RegexBPE.train("<|x|>" * 5 + "ab", num_merges=9, special_tokens=("<|x|>",))
    assert tok.merges == ((97, 98),)


def test_a_text_of_special_tokens_alone_has_nothing_to_merge() -> None:
    tok = RegexBPE.train("<|x|><|x|>", num_merges=9, special_tokens=("<|x|>",))
    assert tok.trace is not None
    assert (tok.trace.token_ids(0), tok.trace.num_tokens(0)) == ([256, 256], 2)
    assert tok.merges == ()


def test_the_training_text_encodes_as_its_last_step() -> None:
    text = "ab<|y|>ab ab<|x|><|x|> ab"
    tok = RegexBPE.train(text, num_merges=9, special_tokens=("<|x|>", "<|y|>"))
    assert tok.trace is not None
    assert tok.encode(text, allowed_special="all") == tok.trace.token_ids(len(tok.trace))


def test_in_a_replay_it_is_one_symbol(tok: RegexBPE) -> None:
    replay = tok.encode_trace("the<|end|>the", allowed_special="all")
    assert 300 in replay.token_ids(0)
    assert replay.token_ids(len(replay)) == tok.encode("the<|end|>the", allowed_special="all")


def test_a_model_that_allows_them_has_them_whole_in_its_tokens_and_spans(tok: RegexBPE) -> None:
    allowing = replace(tok, allowed_special="all")
    assert allowing.tokenize("a<|end|>") == [b"a", b"<|end|>"]
    assert allowing.token_spans("a<|end|>") == [(0, 1), (1, 8)]
    with pytest.raises(ValueError, match="special token"):
        tok.token_spans("a<|end|>")


# ---- with_special_tokens --------------------------------------------------------------------


def test_with_special_tokens_replaces_the_old_ones(tok: RegexBPE) -> None:
    changed = tok.with_special_tokens({"<|new|>": 258})
    assert changed.encode("<|new|>", allowed_special="all") == [258]
    assert changed.encode("<|end|>") == tok.encode_ordinary("<|end|>")


def test_with_special_tokens_leaves_the_model_itself_alone(tok: RegexBPE) -> None:
    tok.with_special_tokens({"<|new|>": 258})
    assert tok.special_tokens == SPECIALS


def test_with_special_tokens_drops_the_old_ids_from_the_vocabulary(tok: RegexBPE) -> None:
    assert list(tok.with_special_tokens({"<|new|>": 258}).vocab) == list(range(259))


def test_the_trace_names_the_new_ones() -> None:
    old = RegexBPE.train("the the", num_merges=2, special_tokens=("<x>",))
    tok = old.with_special_tokens({"<y>": 258})
    assert old.trace is not None
    assert tok.trace is not None
    assert tok.trace.vocab == tok.vocab
    assert tok.trace.special_ids == tok.special_ids
    assert [step.token for step in tok.trace.steps] == [step.token for step in old.trace.steps]
    assert old.trace.vocab[258] == b"<x>"


def test_the_trace_has_those_of_its_text_under_their_new_ids() -> None:
    old = RegexBPE.train("the<x>the<y>", num_merges=2, special_tokens=("<x>", "<y>"))
    tok = old.with_special_tokens({"<y>": 258, "<x>": 300})
    assert tok.trace is not None
    for k in range(len(tok.trace) + 1):
        assert tok.decode(tok.trace.token_ids(k)) == "the<x>the<y>"
    assert tok.trace.token_ids(2) == tok.encode("the<x>the<y>", allowed_special="all")


def test_without_one_that_stands_in_its_text_there_is_no_trace() -> None:
    old = RegexBPE.train("the<x>the", num_merges=2, special_tokens=("<x>",))
    assert old.with_special_tokens({"<y>": 258}).trace is None


def test_a_trace_without_a_merge_names_the_new_ones_too() -> None:
    old = RegexBPE.train("a<x>", num_merges=0, special_tokens=("<x>",))
    assert old.with_special_tokens({"<y>": 256}).trace is None
    tok = old.with_special_tokens({"<x>": 300})
    assert tok.trace is not None
    assert tok.trace.token_ids(0) == [97, 300]
    assert tok.trace.vocab == tok.vocab


def test_with_special_tokens_refuses_an_id_that_is_taken(tok: RegexBPE) -> None:
    with pytest.raises(ValueError, match="Ids from 258 on are free"):
        tok.with_special_tokens({"<|new|>": 0})


def test_with_special_tokens_works_on_tiktokens_ranks() -> None:
    encoding = tiktoken.Encoding(
        "bytes", pat_str=r"(?s:.+)", mergeable_ranks=BYTE_RANKS, special_tokens={}
    )
    changed = RegexBPE.from_tiktoken(encoding).with_special_tokens({"<|im|>": 256})
    assert changed.encode("a<|im|>", allowed_special="all") == [97, 256]


def test_the_allowed_ones_are_those_that_exist() -> None:
    assert allowed_in("text", {"a": 1}, {"a", "b"}) == {"a"}
