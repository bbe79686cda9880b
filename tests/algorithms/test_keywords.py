"""A keyword of ``encode`` is one of all that encodes, so that a remedy can be followed anywhere."""

from collections.abc import Mapping
from typing import Any

import pytest

from tokviz import CharBPE, RegexBPE, TokvizError, WordPiece

TEXT = "the hen<|end|> [MASK] then"
REGEX = RegexBPE.train("the hens " * 3, num_merges=5, special_tokens=("<|end|>",))
PIECES = WordPiece.train(TEXT, vocab_size=60)
CASES: list[tuple[Any, Mapping[str, Any]]] = [
    *((REGEX, {"allowed_special": allowed}) for allowed in ("all", {"<|end|>"})),
    (REGEX, {"disallowed_special": ()}),
    *((PIECES, {"allowed_special": allowed}) for allowed in ("all", {"[MASK]"}, frozenset[str]())),
    *((CharBPE.train(TEXT, num_merges=9), {"mark_end": marked}) for marked in (True, False)),
]
METHODS = ("encode_batch", "encode_trace", "sample", "token_spans", "tokenize")


@pytest.mark.parametrize(
    ("model", "keywords", "method"),
    [
        (model, keywords, method)
        for model, keywords in CASES
        for method in METHODS
        if method != "sample" or model is not PIECES  # WordPiece has none
    ],
)
def test_all_that_encodes_takes_the_keywords_of_encode(
    model: Any, keywords: Mapping[str, Any], method: str
) -> None:
    ids = model.encode(TEXT, **keywords)
    tokens = [model.vocab[token_id] for token_id in ids]
    if method == "encode_batch":
        assert model.encode_batch([TEXT], **keywords) == [ids]
    elif method == "encode_trace":
        assert model.encode_trace(TEXT, **keywords).ids == ids
    elif method == "token_spans":
        assert len(model.token_spans(TEXT, **keywords)) == len(ids)
    elif method == "tokenize":
        assert model.tokenize(TEXT, **keywords) == tokens
    else:
        assert model.sample(TEXT, dropout=0, **keywords) == tokens


def test_the_keywords_make_a_difference() -> None:
    lengths = [len(model.encode(TEXT, **keywords)) for model, keywords in CASES]
    assert lengths[0] == lengths[1] < lengths[2]
    assert lengths[3] == lengths[4] < lengths[5]
    assert lengths[6] != lengths[7]


@pytest.mark.parametrize("method", ["encode", *METHODS[1:]])
def test_both_remedies_of_a_refused_special_token_can_be_passed(method: str) -> None:
    encode = getattr(REGEX, method)
    with pytest.raises(TokvizError, match=r"Pass allowed_special=.* or disallowed_special=\(\)"):
        encode(TEXT)
    assert encode(TEXT, allowed_special={"<|end|>"})
    assert encode(TEXT, disallowed_special=())


@pytest.mark.parametrize(
    ("call", "name"),
    [(REGEX.encode, "given"), (REGEX.sample, "given"), (RegexBPE.train, "settings")],
)
def test_what_gathers_keywords_is_none(call: Any, name: str) -> None:
    """Its own name is neither taken nor offered."""
    with pytest.raises(TokvizError, match=f"takes no argument '{name}', but ") as refused:
        call("low", **{name: 1})
    assert name not in str(refused.value).split(", but ")[1]
