"""How a byte-level BPE is saved: the suffix chooses among minbpe's, tiktoken's, Hugging Face's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokviz.algorithms.merging.byte_merges import ByteMerges
from tokviz.algorithms.merging.divisions import merging_pairs
from tokviz.files.errors import FormatError, check_suffix
from tokviz.files.hugging_face.byte_bpe import byte_bpe_content
from tokviz.files.hugging_face.pipeline import SUFFIX as JSON_SUFFIX
from tokviz.files.hugging_face.pipeline import write_pipeline
from tokviz.files.minbpe import SUFFIX as MINBPE_SUFFIX
from tokviz.files.minbpe import write_minbpe
from tokviz.files.tiktoken_ranks import SUFFIX as TIKTOKEN_SUFFIX
from tokviz.files.tiktoken_ranks import check_spelled_once, write_tiktoken
from tokviz.text.labels import named
from tokviz.text.tiktoken_splits import specials_tiktoken_finds
from tokviz.traces.choice import Pair


def save_byte_bpe(
    path: str | Path,
    model: ByteMerges,
    pattern: str | None,
    special_tokens: Mapping[str, int],
) -> None:
    """Write the model in the format of the suffix; FormatError for what that cannot hold."""
    suffix = Path(path).suffix
    if suffix == JSON_SUFFIX:
        content = byte_pipeline(model, pattern, special_tokens)
        write_pipeline(path, content)
    elif suffix == TIKTOKEN_SUFFIX:
        _write_ranks(path, model, pattern)
    elif model.merges is not None:
        ranks = () if pattern is None else (TIKTOKEN_SUFFIX,)
        check_suffix(path, MINBPE_SUFFIX, JSON_SUFFIX, *ranks)
        write_minbpe(path, pattern=pattern, special_tokens=special_tokens, merges=model.merges)
    else:
        if suffix != MINBPE_SUFFIX:
            check_suffix(path, TIKTOKEN_SUFFIX, JSON_SUFFIX)
        raise FormatError(
            "A .model file lists merges over bytes numbered 0 to 255, but this tokenizer holds "
            f"tiktoken's ranks, which have none. Save it as {TIKTOKEN_SUFFIX}."
        )


def byte_pipeline(
    model: ByteMerges, pattern: str | None, special_tokens: Mapping[str, int]
) -> dict[str, Any]:
    """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
    by_rank = model.merges is None
    if by_rank and (hidden := set(special_tokens) - specials_tiktoken_finds(special_tokens)):
        raise FormatError(
            "A tokenizer.json finds the longest special token at a place, but tiktoken tries a "
            f"shorter one before {min(hidden)!r}, so that it never finds it. Rename it."
        )
    return byte_bpe_content(
        model.vocab,
        list(pairs_by_rank(model).values()) if model.merges is None else model.merges,
        pattern=pattern,
        special_tokens=special_tokens,
        whole_first=by_rank,
    )


def _write_ranks(path: str | Path, model: ByteMerges, pattern: str | None) -> None:
    if pattern is None:
        raise FormatError(
            "tiktoken always splits the text first, but this tokenizer splits nothing. Save it as "
            f"{Path(path).stem}{MINBPE_SUFFIX}."
        )
    ordinary = {i: token for i, token in model.vocab.items() if i not in model.special_ids}
    check_spelled_once(ordinary)
    if model.merges is not None:
        by_rank = pairs_by_rank(ByteMerges(model.vocab, None, model.special_ids))
        odd = next((i for i, pair in enumerate(model.merges, 256) if by_rank.get(i) != pair), None)
        if odd is not None:
            raise FormatError(
                "tiktoken merges any two tokens that spell a third, but here the token "
                f"{named(model.vocab[odd])} is made of one pair that would never come about "
                f"so. Save the model as {Path(path).stem}{MINBPE_SUFFIX}."
            )
    write_tiktoken(path, ordinary)


def pairs_by_rank(model: ByteMerges) -> dict[int, Pair]:
    """Of tiktoken's ranks, the token that each pair makes, by rank."""
    ordinary = sorted((i, t) for i, t in model.vocab.items() if i not in model.special_ids)
    byte_ids = {token: i for i, token in ordinary if len(token) == 1}
    symbols = {i: [byte_ids[bytes([b])] for b in token] for i, token in ordinary if len(token) > 1}
    return dict(merging_pairs(symbols, model.merge_of))
