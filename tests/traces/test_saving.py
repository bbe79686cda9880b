"""A saved trace is the trace: field by field, payload by payload, and no file can break it."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import tokviz
from tests import trace_schema
from tests.recorded import recorded
from tests.saved_traces import each_trace, traces
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.traces.choice import Spans
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.saving.loading import load_trace
from tokviz.traces.saving.plain import to_plain
from tokviz.traces.saving.saved import SavedTrace
from tokviz.traces.saving.untold import UNTOLD
from tokviz.views.player.player import train_payload


@each_trace
def test_a_trace_comes_back_field_by_field(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    trace.save(tmp_path / "x.json")
    again = load_trace(tmp_path / "x.json")
    assert type(again) is type(trace)
    assert to_plain(again) == to_plain(trace)


def test_a_text_that_holds_special_tokens_comes_back(tmp_path: Path) -> None:
    """They are words that were met, but none that is sorted among the others."""
    trace = recorded(tokviz.WordLevel.train("a |e| b", special_tokens=("|e|",)).trace)
    trace.save(tmp_path / "x.json")
    assert to_plain(load_trace(tmp_path / "x.json")) == to_plain(trace)


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


@pytest.mark.parametrize("name", ["MergeTrace", "EncodeTrace"])
def test_a_file_from_before_a_trace_said_what_is_no_text_is_read(name: str, tmp_path: Path) -> None:
    saved = next(trace for trace in traces().values() if type(trace).__name__ == name)
    saved.save(tmp_path / "x.json")
    record = json.loads((tmp_path / "x.json").read_text("ascii"))
    for later in {"unk_id"} | ({"special_ids", "whole"} if name == "EncodeTrace" else set()):
        del record[later]
    (tmp_path / "x.json").write_text(json.dumps(record), "ascii")
    found = tokviz.load_trace(tmp_path / "x.json")
    assert found.steps == saved.steps
    assert isinstance(found, MergeTrace | EncodeTrace)
    assert found.unk_id is None


def test_who_wins_a_tie_is_known_by_its_name_however_a_file_words_it(tmp_path: Path) -> None:
    """An older file has the words alone."""
    path, names = tmp_path / "x.json", []
    traces()["byte_bpe, training"].save(path)
    whole = json.loads(path.read_text("ascii"))
    in_other_words = {**whole["rule"], "ties": "whoever was there first"}
    older = {name: value for name, value in whole["rule"].items() if name != "tie_rule"}
    unknown = {**older, "ties": "nobody"}
    for rule in (whole["rule"], in_other_words, older, unknown):
        path.write_text(json.dumps({**whole, "rule": rule}), "ascii")
        trace = load_trace(path)
        assert isinstance(trace, MergeTrace)
        names.append((trace.rule.tie_rule, trace.rule.in_text_order))
    assert names == [("first seen", True)] * 3 + [(None, False)]


@pytest.mark.parametrize("forced", [None, {5: ("p", "en")}])
def test_a_file_from_before_equal_pairs_were_barred_says_so_of_them(
    forced: dict[int, tuple[str, str]] | None, tmp_path: Path
) -> None:
    """Which rule forbade them it does not name; what it tells stays."""
    text = sample("rhyme").text
    trace = recorded(tokviz.SentencePieceBPE.train(text, vocab_size=300, forced=forced).trace)
    path, rows = tmp_path / "x.json", []
    for k in range(len(trace)):
        counts = trace.pair_counts(k)
        for pair, rule in trace.choice(k).barred:
            if counts[pair] > trace.counts[k] or pair[0] % 2:  # an older file had some of the equal
                rows.append((*pair, k, k + 1, trace.rule.bars.index(rule)))
    spans = Spans.of(np.array(rows, np.int64), trace.pairs)
    replace(trace, barred=spans, num_barred=spans.per_step(len(trace))).save(path)
    again, untold = load_trace(path), 0
    assert isinstance(again, MergeTrace)
    assert again.rule.overruled == trace.rule.overruled or not forced
    for k in range(len(trace)):
        was, now = trace.choice(k), again.choice(k)
        assert (now.winner, now.tied, now.overruled) == (was.winner, was.tied, was.overruled)
        if k in trace.forced:
            continue
        assert {pair for pair, _ in now.barred} == {pair for pair, _ in was.barred}
        assert again.num_barred[k] == len(now.barred)
        others = {*now.barred} - {*was.barred}
        assert {rule for _, rule in others} <= {UNTOLD}
        untold += len(others)
    assert untold > 20
    again.save(path)
    assert to_plain(load_trace(path)) == to_plain(again)


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


def test_a_table_without_a_step_has_its_head(tmp_path: Path) -> None:
    trace = tokviz.ByteBPE.train("x", num_merges=3).trace
    assert trace is not None
    assert not trace.steps
    trace.save(tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text().splitlines() == ["step"]


@each_trace
def test_the_table_numbers_steps_as_a_replay_does(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    rows = table(trace, tmp_path / "x.csv")
    if isinstance(trace, LatticeTrace):  # has positions
        assert "step" not in rows[0]
    else:
        assert [int(row["step"]) for row in rows] == list(range(1, len(trace.steps) + 1))


def test_a_row_says_what_the_step_did(tmp_path: Path) -> None:
    trace = recorded(tokviz.ByteBPE.train("low lower lowest é", num_merges=2).trace)
    rows = table(trace, tmp_path / "x.csv")
    assert [row["token"] for row in rows] == ['"lo"', '"low"']
    assert [row["count"] for row in rows] == ["3", "3"]
    assert [row["tied"] for row in rows] == [str(len(trace.choice(k).tied)) for k in range(2)]
    assert [int(row["tokens_after"]) for row in rows] == [trace.num_tokens(1), trace.num_tokens(2)]


def test_a_row_of_an_encoding_says_what_was_joined(tmp_path: Path) -> None:
    model = tokviz.ByteBPE.train("low lower lowest", num_merges=2)
    first, second = table(model.encode_trace("slow"), tmp_path / "x.csv")
    assert (first["left"], first["right"], first["token"]) == ('"l"', '"o"', '"lo"')
    assert [int(second[name]) for name in ("left_id", "right_id")] == [256, ord("w")]


@each_trace
def test_how_many_a_list_has_is_called_so(name: str, tmp_path: Path) -> None:
    trace = traces()[name]
    (row, *_), step = table(trace, tmp_path / "x.csv"), trace.steps[0]
    for field in fields(step) if is_dataclass(step) else ():
        value = getattr(step, field.name)
        if isinstance(value, np.ndarray | tuple | Mapping) and field.name != "pair":
            assert row[f"num_{field.name}"] == str(len(value))
            assert field.name not in row


@each_trace
def test_no_cell_is_a_formula(name: str, tmp_path: Path) -> None:
    for row in table(traces()[name], tmp_path / "x.csv"):
        for value in row.values():
            assert value[:1] not in ("=", "+", "@")
            assert value[:1] != "-" or float(value) < 0


@each_trace
def test_no_cell_is_a_fraction_which_a_spreadsheet_takes_for_a_date(
    name: str, tmp_path: Path
) -> None:
    for row in table(traces()[name], tmp_path / "x.csv"):
        assert not [value for value in row.values() if re.fullmatch(r"[0-9]+/[0-9]+", value)]


def test_another_suffix_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(TokvizError, match=r"\.json or \.csv.*x\.yaml"):
        traces()["byte_bpe, training"].save(tmp_path / "x.yaml")


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
