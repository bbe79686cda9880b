"""Merges in a pipeline: with all options, on models made at random, as the library has them."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.pipelines import built, library_ids
from tokviz.files.loading.pipelines import pipeline_from_text

letters = st.sampled_from("abcé")
options = st.fixed_dictionaries(
    {
        "fuse_unk": st.booleans(),
        "byte_fallback": st.booleans(),
        "ignore_merges": st.booleans(),
        "unk_token": st.sampled_from([None, "<unk>"]),
        "continuing_subword_prefix": st.sampled_from([None, "", "#", "##"]),
        "end_of_word_suffix": st.sampled_from([None, "", "$"]),
    }
)


@st.composite
def merge_models(draw: st.DrawFn) -> str:
    """A file whose merges, in any order, join what it has, now and then twice."""
    chosen: dict[str, Any] = draw(options)
    prefix, suffix = chosen["continuing_subword_prefix"] or "", chosen["end_of_word_suffix"] or ""
    known = draw(st.sets(letters, min_size=1))
    tokens = [
        front + letter + back for letter in known for front in {"", prefix} for back in {"", suffix}
    ]
    merges = []
    for _ in range(draw(st.integers(0, 8))):
        left = draw(st.sampled_from(tokens))
        right = draw(st.sampled_from([token for token in tokens if token.startswith(prefix)]))
        merges.append([left, right])
        tokens.append(left + right.removeprefix(prefix))
    fallback = draw(st.sampled_from([[], ["<0xC3>", "<0xA9>", "<0x24>"], ["<0xC3>"]]))
    vocab = {t: i for i, t in enumerate(dict.fromkeys(["<unk>", *tokens, *fallback]))}
    model = {"type": "BPE", "dropout": None, **chosen, "vocab": vocab, "merges": merges}
    shell = json.loads(Tokenizer.from_str(built("word_level").to_str()).to_str())
    shell |= {"model": model, "added_tokens": [], "pre_tokenizer": {"type": "WhitespaceSplit"}}
    return json.dumps(shell | {"decoder": None})


@settings(max_examples=200, deadline=None)
@given(content=merge_models(), text=st.text(alphabet="abcéxy 😄", max_size=24))
def test_merging_is_the_librarys_with_any_options(content: str, text: str) -> None:
    model = pipeline_from_text(content, "random.json")
    library = Tokenizer.from_str(content)
    assert model.encode(text) == library_ids(library, text)
    assert model.encode_trace(text).ids == model.encode(text)
    spans = model.token_spans(text)
    assert len(spans) == len(model.encode(text))
    assert all(0 <= start <= end <= len(text.encode()) for start, end in spans)


def test_a_suffix_in_bytes_covers_no_text() -> None:
    """A letter that is no token is spelled in bytes with its suffix, which no text holds."""
    fallback = {"<0xC3>": 0, "<0xA9>": 1, "<0x24>": 2}
    model = {
        "type": "BPE", "byte_fallback": True, "end_of_word_suffix": "$",
        "vocab": {**fallback, "a": 3, "a$": 4}, "merges": [],
    }  # fmt: skip
    content = {"model": model, "pre_tokenizer": {"type": "WhitespaceSplit"}}
    tokenizer = pipeline_from_text(json.dumps(content), "suffix.json")
    assert tokenizer.encode("é aé") == [0, 1, 2, 3, 0, 1, 2]
    assert tokenizer.token_spans("é aé") == [
        (0, 2), (2, 2), (2, 2), (3, 4), (4, 6), (6, 6), (6, 6)
    ]  # fmt: skip
