"""What is done with a text and a reader's file makes no more of it than can be shown."""

import json
import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tokviz.algorithms.pipelines.lattices import PipelineLattice
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import LATTICE, LOOKED_UP
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.ui.components.bring import Brought
from tokviz.ui.training.brought import compared, examine, load_files, record

TEXT = "the hen in the pen and the men in the glen " * 20


def own() -> Any:
    return tokviz.Unigram.train(TEXT, vocab_size=30)


def of_file() -> Any:
    content = json.loads(built("unigram_without_unknown").to_str())
    content["model"]["vocab"] = [[letter, -1.0] for letter in sorted({*TEXT, "▁"})]
    return load_files([("a.json", json.dumps(content).encode())], "")


@pytest.mark.parametrize("make", [own, of_file])
def test_no_lattice_is_laid_over_more_than_is_drawn(
    monkeypatch: pytest.MonkeyPatch, make: Callable[[], Any]
) -> None:
    laid: list[LatticeTrace] = []

    def watched(kind: type, name: str) -> None:
        trace = getattr(kind, name)

        def noting(*asked: Any) -> LatticeTrace:
            laid.append(trace(*asked))
            return laid[-1]

        monkeypatch.setattr(kind, name, noting)

    watched(tokviz.Unigram, "encode_trace")
    watched(PipelineLattice, "trace")
    found: Any = record(make(), TEXT)
    assert [found] == laid
    assert LATTICE - 10 < len(found.normalized) <= LATTICE
    assert TEXT.startswith(found.text)


@pytest.mark.parametrize("most", [30, 800])
def test_more_than_can_be_shown_is_refused(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("tokviz.ui.training.brought.AT_ONCE", most)
    model = own()
    with pytest.raises(TokvizError, match=f"at most {most} (tokens|characters) here"):
        examine(model, b"", TEXT)


def test_of_other_traces_and_results_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokviz.ui.training.brought.AT_ONCE", 30)
    model = tokviz.ByteBPE.train(TEXT, num_merges=5)
    with pytest.raises(TokvizError, match="at most 30 steps here"):
        record(model, TEXT)
    with pytest.raises(TokvizError, match="at most 30 tokens here"):
        compared("mine", model, TEXT)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"merges.txt": b"a b"}, "the other half is the vocab.json"),
        ({"vocab.txt": b"[UNK]\na", "merges.txt": b"a b"}, "merges.txt goes with its vocab.json"),
        ({"notes.txt": b"Dear diary,\n\nit rained."}, "looks like a text. Drop a text under “Text"),
        ({"picture.model": b"\x89PNG\r\n"}, "one of SentencePiece's or of minbpe's"),
        (
            {"a.json": b'{"a": 1}'},
            "a.json is no tokenizer. A .json here is a tokenizer.json, a vocab.json",
        ),
        (
            {"a.json": b'{"a": 0, "b": 2}'},
            "and none is left out. The numbers in a.json are no such ids. Choose another file.",
        ),
        ({"vocab.json": b'{"a": 0, "b": 1}'}, "vocab.json is a vocabulary alone: its merges are"),
        ({"vocab.json": b'{"a": 0, "model": 1}'}, "drop vocab.json together with its merges.txt"),
    ],
)
def test_who_brings_what_is_no_tokenizer_is_told_what_it_is(
    files: dict[str, bytes], told: str
) -> None:
    with pytest.raises(TokvizError, match=re.escape(told)):
        load_files(tuple(files.items()), "")


@pytest.mark.parametrize(
    "name", ["a." + "é" * 200, "a.js\0on", "a.\ud800", "../../a.json/../b", "..", ""]
)
def test_no_name_is_one_that_a_folder_cannot_take(name: str) -> None:
    """A box takes files of some suffixes; what a program sends in its place is refused in words."""
    with pytest.raises(TokvizError, match="The suffix says the format") as refused:
        load_files([(name, b"{}")], "")
    assert name in str(refused.value)


def test_words_with_more_tries_than_can_be_kept_are_refused() -> None:
    """Each start with each end: a word of 680 letters took a gigabyte of a server."""
    pieces = MappingProxyType({0: "[UNK]", 1: "a", 2: "##a", 3: "##b"})
    model = WordPiece(pieces, max_chars_per_word=1_000)
    with pytest.raises(TokvizError, match="at most 10,000,000 characters of tries here"):
        record(model, "ab" * 340)
    trace = record(model, "ab" * 150)
    assert isinstance(trace, MatchTrace)
    assert len(trace) == 45_150


def test_long_words_are_cut_in_a_worker_and_those_of_bert_at_once() -> None:
    pieces = MappingProxyType({0: "[UNK]", 1: "a"})
    long = Brought("long", WordPiece(pieces, max_chars_per_word=1_000), "long")
    assert [long.apart(size) for size in (200, 300)] == [False, True]
    assert not Brought("BERT", WordPiece(pieces), "bert").apart(LOOKED_UP)
