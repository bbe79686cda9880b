"""A saved trace is the trace: field by field, payload by payload, and no file can break it."""

import csv
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import tokviz
from tests import trace_schema
from tests.recorded import recorded
from tokviz.samples import sample
from tokviz.text.errors import TokvizError
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.saving import checks, loading
from tokviz.traces.saving.loading import Trace, load_trace
from tokviz.traces.saving.plain import to_plain
from tokviz.traces.saving.saved import SavedTrace
from tokviz.views.player.player import train_payload
from tokviz.views.standalone.traces import trace_html

TEXT = sample("rhyme").text
ODD = "=1+1 \ud800 ▁ \x00 안녕 🐓"


def _trained() -> dict[str, Any]:
    return {
        "byte_bpe": tokviz.ByteBPE.train(TEXT, num_merges=30),
        "regex_bpe": tokviz.RegexBPE.train([TEXT, ODD], num_merges=30),
        "char_bpe": tokviz.CharBPE.train(TEXT, num_merges=30),
        "wordpiece": tokviz.WordPiece.train(TEXT, vocab_size=70),
        "sentencepiece_bpe": tokviz.SentencePieceBPE.train(TEXT, vocab_size=120),
        "unigram": tokviz.Unigram.train(TEXT, vocab_size=80),
        "word_level": tokviz.WordLevel.train(TEXT, unk_token="<unk>"),
        "whitespace": tokviz.Whitespace(),
        "code_points": tokviz.CodePoints(),
        "utf8_bytes": tokviz.Utf8Bytes(),
    }


@cache
def traces() -> dict[str, SavedTrace]:
    """Every trace that training and encoding make, by name."""
    found: dict[str, SavedTrace] = {}
    for name, tokenizer in _trained().items():
        if tokenizer.trace is not None:
            found[f"{name}, training"] = tokenizer.trace
        odd = ODD.replace("\ud800", "") if name == "unigram" else ODD
        found[f"{name}, encoding"] = tokenizer.encode_trace(f"the hen, {odd}")
    return found


each_trace = pytest.mark.parametrize("name", list(traces()))


@each_trace
def test_a_trace_comes_back_field_by_field(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    trace.save(tmp_path / "x.json")
    again = load_trace(tmp_path / "x.json")
    assert type(again) is type(trace)
    assert to_plain(again) == to_plain(trace)


@pytest.mark.parametrize("name", [n for n, t in traces().items() if isinstance(t, MergeTrace)])
def test_a_trace_that_came_back_answers_alike(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    assert isinstance(trace, MergeTrace)
    trace.save(tmp_path / "x.json")
    again = load_trace(tmp_path / "x.json")
    assert isinstance(again, MergeTrace)
    assert again.steps == trace.steps
    assert train_payload(again) == train_payload(trace)
    for k in range(len(trace)):
        assert again.choice(k) == trace.choice(k)
        assert again.pair_counts(k) == trace.pair_counts(k)
        assert again.token_ids(k) == trace.token_ids(k)


@each_trace
def test_the_file_is_what_its_schema_says(name: str, tmp_path: Path) -> None:
    traces()[name].save(tmp_path / "x.json")
    record = json.loads((tmp_path / "x.json").read_text("ascii"))
    schema = json.loads(trace_schema.FILE.read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(record)


def test_the_schema_is_made_of_the_classes_as_they_are() -> None:
    assert trace_schema.FILE.read_text("utf-8") == trace_schema.written(), (
        "Run python -m tests.trace_schema."
    )


# ---- the table of steps ------------------------------------------------------------------------


def table(trace: SavedTrace, path: Path) -> list[dict[str, str]]:
    trace.save(path)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@each_trace
def test_the_table_has_a_row_for_every_step(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    assert len(table(trace, tmp_path / "x.csv")) == len(trace.steps)


def test_a_row_says_what_the_step_did(tmp_path: Path) -> None:
    trace = recorded(tokviz.ByteBPE.train("low lower lowest é", num_merges=2).trace)
    rows = table(trace, tmp_path / "x.csv")
    assert [row["token"] for row in rows] == ['"lo"', '"low"']
    assert [row["count"] for row in rows] == ["3", "3"]
    assert [row["tied"] for row in rows] == [str(len(trace.choice(k).tied)) for k in range(2)]
    assert [int(row["tokens_after"]) for row in rows] == [trace.num_tokens(1), trace.num_tokens(2)]


@each_trace
def test_no_cell_is_a_formula(name: str, tmp_path: Path) -> None:
    for row in table(traces()[name], tmp_path / "x.csv"):
        for value in row.values():
            assert value[:1] not in ("=", "+", "@")
            assert value[:1] != "-" or float(value) < 0


def test_another_suffix_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(TokvizError, match=r"\.json or \.csv.*x\.yaml"):
        traces()["byte_bpe, training"].save(tmp_path / "x.yaml")


# ---- hostile files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        b"{}",
        b'{"tokviz_trace": "MergeTrace"}',
        b'{"tokviz_trace": ["MergeTrace"], "version": 1}',
        b'{"tokviz_trace": "MergeTrace", "version": 1}',
        b'{"tokviz_trace": "MergeTrace", "version": true}',
        b'{"tokviz_trace": "NumberTrace", "version": 1, "text": 7, "steps": []}',
    ],
)
def test_what_is_no_trace_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(TokvizError, match="no saved trace"):
        load_trace(path)


@pytest.mark.parametrize("depth", [101, 5_000])
def test_a_trace_with_many_lists_within_each_other_is_refused(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"tokviz_trace": ' + "[" * depth + "]" * depth + "}", encoding="utf-8")
    with pytest.raises(TokvizError, match="lists within each other"):
        load_trace(path)


def test_a_trace_too_large_to_read_or_to_replay_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    trace = tokviz.ByteBPE.train("abc" * 20, num_merges=2).trace  # 60 symbols
    assert trace is not None
    trace.save(path)
    monkeypatch.setattr(checks, "TRACE_SYMBOLS", 59)
    with pytest.raises(TokvizError, match="at most 59 symbols, but has 60"):
        load_trace(path)
    monkeypatch.setattr(loading, "TRACE_BYTES", 100)
    with pytest.raises(TokvizError, match="at most 100 bytes"):
        load_trace(path)


ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 3, 2**31 - 1, 2**63, 10**400, 0.5, 1e308, "", "inf", "x", [], [[]],
    {}, {"hex": "zz"}, {"hex": "00"}, {"fraction": [1, 0]},
    {"type": "int32", "shape": [0], "values": []},
    {"type": "int32", "shape": [2], "values": [0, 9]},
    {"type": "float64", "shape": [1], "values": ["inf"]},
)  # fmt: skip


def mutated(record: Any, random_source: random.Random) -> Any:
    """The record with one value somewhere in it replaced, removed or moved."""
    places: list[tuple[Any, Any]] = []
    open_values = [record]
    while open_values:
        value = open_values.pop()
        keys = list(value) if isinstance(value, dict) else range(len(value))
        places += [(value, key) for key in keys]
        open_values += [value[key] for key in keys if isinstance(value[key], dict | list)]
    inside, key = random_source.choice(places)
    change = random_source.randrange(4)
    if change == 0:
        del inside[key]
    elif change == 1:
        inside[key] = random_source.choice(ODD_VALUES)
    elif isinstance(inside[key], int):
        inside[key] += random_source.choice((-1, 1, 1000, -1000))
    elif isinstance(inside, list):
        inside.insert(key, random_source.choice([*ODD_VALUES, inside[key]]))
    return record


@each_trace
def test_a_file_that_was_tampered_with_is_refused_or_answers(name: str, tmp_path: Path) -> None:
    random_source = random.Random(name)
    traces()[name].save(tmp_path / "whole.json")
    whole = (tmp_path / "whole.json").read_text("ascii")
    path = tmp_path / "x.json"
    for _ in range(150):
        path.write_text(json.dumps(mutated(json.loads(whole), random_source)), "ascii")
        try:
            trace = load_trace(path)
        except TokvizError:
            continue
        ask(trace)


def ask(trace: Trace) -> None:
    """All that a replay asks a trace."""
    trace_html(trace)
    list(trace.step_rows())
    if isinstance(trace, MergeTrace | UnigramTrace):
        for k in range(len(trace)):
            trace.choice(k)
    if isinstance(trace, MergeTrace):
        for k in range(0, len(trace), 7):
            trace.token_ids(k)
            trace.pair_counts(k)
    if isinstance(trace, UnigramTrace):
        assert trace.pieces_per_step


def test_a_text_that_holds_special_tokens_comes_back(tmp_path: Path) -> None:
    """They are words that were met, but none that is sorted among the others."""
    trace = recorded(tokviz.WordLevel.train("a |e| b", special_tokens=("|e|",)).trace)
    trace.save(tmp_path / "x.json")
    assert to_plain(load_trace(tmp_path / "x.json")) == to_plain(trace)


def _in_order(record: Any) -> None:
    """The first merge joins what the last one makes."""
    record["pairs"]["values"][0] = record["merged_ids"]["values"][-1]


def _huge(record: Any) -> None:
    record["forced"] = [[0, [2**70, 97]]]


def _no_word(record: Any) -> None:
    record["vocab"].pop(0)


def _two_tokens(record: Any) -> None:
    record["pieces"][record["outcomes"].index("nothing fits")] = [1, 1]


def _unsettled(record: Any) -> None:
    record["steps"].pop(0)


@pytest.mark.parametrize(
    ("name", "edit", "why"),
    [
        ("byte_bpe, training", _in_order, "step 1 must join tokens that are in the text"),
        ("byte_bpe, training", _huge, "forced must be ids of the vocabulary"),
        ("word_level, training", _no_word, "vocab must number its entries from 0"),
        ("wordpiece, encoding", _two_tokens, "must become one token"),
        ("unigram, encoding", _unsettled, "from one settled position to another"),
    ],
)
def test_fields_that_do_not_agree_are_refused(
    name: str, edit: Callable[[Any], None], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    traces()[name].save(path)
    record = json.loads(path.read_text("ascii"))
    edit(record)
    path.write_text(json.dumps(record), "ascii")
    with pytest.raises(TokvizError, match=why):
        load_trace(path)


# ---- frozen ---------------------------------------------------------------------------------


def _can_be_written(value: Any, place: str) -> Iterator[str]:
    """Where a trace, or a record in it, holds what somebody could write into."""
    if isinstance(value, list | dict | set) or (
        isinstance(value, np.ndarray) and value.flags.writeable
    ):
        yield place
    elif is_dataclass(value):
        for field in fields(value):
            yield from _can_be_written(getattr(value, field.name), f"{place}.{field.name}")
    elif isinstance(value, tuple):
        for number, item in enumerate(value[:3]):
            yield from _can_be_written(item, f"{place}[{number}]")


@each_trace
def test_what_was_recorded_is_frozen_before_and_after(name: str, tmp_path: Path) -> None:
    trace, path = traces()[name], tmp_path / "trace.json"
    trace.save(path)
    assert [*_can_be_written(trace, "trace"), *_can_be_written(load_trace(path), "read")] == []
