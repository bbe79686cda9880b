"""The merge trees are the recorded merges: parts make their token, and the roots are the text."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz import RegexBPE
from tokviz.references.gpt2 import gpt2
from tokviz.traces.encoding import EncodeTrace
from tokviz.views.components import TREES
from tokviz.views.strips.cut_characters import share_held
from tokviz.views.trees.trees import merge_trees, trees_payload

GPT2 = RegexBPE.from_tiktoken(gpt2())

TEXTS = ["the the", "안녕 unhappily", "👏🏻 <|endoftext|>", ""]


def encoded(text: str) -> EncodeTrace:
    return GPT2.encode_trace(text, disallowed_special=())


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(max_size=40) | st.sampled_from(["the the", "안녕 unhappily", "👏🏻 <|endoftext|>"])
)
def test_the_roots_are_what_gpt2_makes_of_the_text(text: str) -> None:
    nodes, roots = merge_trees(encoded(text))
    assert [nodes[root].token_id for root in roots] == gpt2().encode_ordinary(text)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=40))
def test_two_parts_spell_what_their_merge_made(text: str) -> None:
    trace = encoded(text)
    nodes, _ = merge_trees(trace)
    spelled = [bytes(trace.vocab[node.token_id]) for node in nodes]  # type: ignore[arg-type]
    for node, token in zip(nodes, spelled, strict=True):
        if node.parts is not None:
            assert b"".join(spelled[part] for part in node.parts) == token


def test_a_tree_by_hand() -> None:
    nodes, roots = merge_trees(encoded("Ten"))
    assert len(roots) == 1
    root = nodes[roots[0]]
    assert (root.token_id, root.rank, (root.start, root.end)) == (24893, 24637, (0, 3))
    assert root.parts is not None
    assert [nodes[part].token_id for part in root.parts] == [51, 268]


def test_it_is_told_which_tokens_open_a_pre_token() -> None:
    header = unpack(trees_payload(encoded("Strawberry pie"), text="Strawberry pie", merges=50_000))[
        0
    ]
    labels = [header["nodes"][node]["label"] for node in header["tokens"]]
    assert ["".join(text for _, text in label) for label in labels] == [
        "St",
        "raw",
        "berry",
        " pie",
    ]
    assert header["opens"] == [0, 3]


def test_a_byte_of_a_character_shows_the_character() -> None:
    header = unpack(trees_payload(encoded("안"), text="안", merges=50_000))[0]
    tokens = [header["nodes"][node] for node in header["tokens"]]
    assert [token["over"] for token in tokens] == [[["text", "안"]]] * len(tokens)
    assert tokens[0]["holds"] == ["byte 1 of 3 of 안 U+C548"]


def test_beside_the_character_stands_which_of_its_bytes_it_is() -> None:
    header = unpack(trees_payload(encoded("안 뷁"), text="안 뷁", merges=50_000))[0]
    tokens = [header["nodes"][node] for node in header["tokens"]]
    assert [token["share"] for token in tokens[:3]] == ["1/3", "2/3", "3/3"]
    joined = [node["share"] for node in header["nodes"] if len(node["holds"]) == 1]
    assert {"1/3", "2/3", "3/3"} <= {*joined}
    assert all((node["share"] == "") == (len(node["holds"]) != 1) for node in header["nodes"])


def test_several_bytes_of_a_character_are_told_from_the_first_to_the_last() -> None:
    assert share_held("👏".encode(), 1, 3) == "2–3/4"
    assert share_held("👏👏".encode(), 3, 5) == ""  # parts of two
    assert share_held("a👏".encode(), 0, 5) == ""


def test_a_whole_character_needs_none() -> None:
    header = unpack(trees_payload(encoded("the hen"), text="the hen", merges=50_000))[0]
    assert all(node["over"] == [] and node["holds"] == [] for node in header["nodes"])


def test_a_special_token_is_no_base_symbol() -> None:
    trace = GPT2.encode_trace("hen<|endoftext|>", allowed_special="all")
    made = trees_payload(
        trace, text="hen<|endoftext|>", merges=50_000, special_ids=GPT2.special_ids
    )
    header = unpack(made)[0]
    assert [header["nodes"][node]["id"] for node in header["special"]] == [50256]
    assert header["special"] == header["tokens"][-1:]


def test_the_script_imports_nothing() -> None:
    assert not re.search(r"^import ", TREES.js, re.MULTILINE)
    assert ".tree-node" in TREES.css
