"""No file breaks a trace: what is none is refused, what was edited is refused or answers."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.saved_traces import each_trace, traces
from tokviz.checks.errors import TokvizError
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.saving import checks, loading
from tokviz.traces.saving.loading import Trace, load_trace
from tokviz.views.standalone.traces import trace_html


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


@pytest.mark.parametrize("columns", [9, 10**18, 10**30])
def test_an_array_without_rows_has_as_many_columns_as_an_array_may(
    columns: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    trace = tokviz.ByteBPE.train("abc" * 20, num_merges=2).trace
    assert trace is not None
    trace.save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["barred"]["pairs"]["values"] == []
    content["barred"]["pairs"]["shape"] = [0, columns]
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(TokvizError, match=r"barred\.pairs\.shape"):
        load_trace(path)


@pytest.mark.parametrize("rank", [2**63, 10**30, -(10**30)])
def test_a_number_wider_than_an_arrays_is_refused(rank: int, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    tokviz.ByteBPE.train("abc" * 20, num_merges=2).encode_trace("abcabc").save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["mergeable"]
    content["mergeable"][0][1][0] = rank
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(TokvizError, match=r"mergeable.* must be a whole number of 64 bits"):
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
    answered = 0
    for _ in range(150):
        path.write_text(json.dumps(mutated(json.loads(whole), random_source)), "ascii")
        try:
            trace = load_trace(path)
        except TokvizError:
            continue
        ask(trace)
        answered += 1
    assert answered > 10


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


def _in_order(record: Any) -> None:
    """The first merge joins what the last one makes."""
    record["pairs"]["values"][0] = record["merged_ids"]["values"][-1]


def _huge(record: Any) -> None:
    record["forced"] = [[0, [2**62, 97]]]


def _no_word(record: Any) -> None:
    record["vocab"].pop(0)


def _two_tokens(record: Any) -> None:
    record["pieces"][record["outcomes"].index("nothing fits")] = [1, 1]


def _unsettled(record: Any) -> None:
    record["steps"].pop(0)


def _not_arriving(record: Any) -> None:
    record["steps"][-1]["best"] = record["steps"][0]["best"]


def _no_gap(record: Any) -> None:
    record["gaps"].pop()


def _array(shape: list[int], *values: int) -> dict[str, Any]:
    return {"type": "int32", "shape": shape, "values": [*values]}


def _barred_by_nothing(record: Any) -> None:
    """A rule forbids a pair, but the trainer has none."""
    record["barred"] = {"pairs": _array([1, 2], *record["pairs"]["values"][:2])}
    record["barred"] |= {"first": _array([1], 1), "last": _array([1], 2), "rule": _array([1], 0)}


def _two_columns(record: Any) -> None:
    record["tied"]["first"] = _array([1, 1], 0)


def _one_column(record: Any) -> None:
    record["barred"]["pairs"] = _array([0])


def _step_of(record: Any, kind: str) -> Any:
    return next(s for s in record["steps"] if s["kind"] == kind and s["dropped"]["values"])


def _improbable(record: Any) -> None:
    _step_of(record, "em")["log_probs"]["values"][0] = 800.0


def _improbable_seeds(record: Any) -> None:
    record["seed_log_probs"]["values"][0] = 800.0


def _uncounted(record: Any) -> None:
    step = _step_of(record, "em")
    dropped = step["dropped"]["values"]
    step["counted"]["values"] = [
        n if n != dropped[0] else dropped[-1] + 1 for n in step["counted"]["values"]
    ]


def _unjudged(record: Any) -> None:
    step = _step_of(record, "prune")
    dropped = step["dropped"]["values"][0]
    step["judged"]["values"] = [n if n != dropped else 0 for n in step["judged"]["values"]]


def _used_without_end(record: Any) -> None:
    _step_of(record, "em")["expected_counts"]["values"][0] = "inf"


@pytest.mark.parametrize(
    ("name", "edit", "why"),
    [
        ("byte_bpe, training", _in_order, "step 1 must join tokens that are in the text"),
        ("byte_bpe, training", _huge, "forced must be ids of the vocabulary"),
        ("word_level, training", _no_word, "vocab must number its entries from 0"),
        (
            "byte_bpe, training",
            _barred_by_nothing,
            "barred must be empty",
        ),
        ("byte_bpe, training", _two_columns, r"tied\.first must have one column"),
        ("byte_bpe, training", _one_column, r"barred\.pairs must have two columns"),
        ("wordpiece, encoding", _no_gap, "each word must have its gap"),
        ("wordpiece, encoding", _two_tokens, "must become one token"),
        ("unigram, training", _improbable, r"log_probs must be logarithms of probabilities"),
        ("unigram, training", _improbable_seeds, r"seed_log_probs must be logarithms"),
        ("unigram, training", _uncounted, "what each piece that it drops was judged by"),
        ("unigram, training", _unjudged, "what each piece that it drops was judged by"),
        ("unigram, training", _used_without_end, "must be finite"),
        ("unigram, encoding", _unsettled, "from one settled position to another"),
        ("unigram, encoding", _not_arriving, "the best edge of a step must be one that arrives"),
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


def test_a_trace_of_which_too_much_would_be_built_is_refused_unbuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    traces()["byte_bpe, training"].save(path)
    whole = path.read_text("ascii")
    path.write_text(whole.rstrip()[:-1] + ', "more": [' + "{}," * 100_000 + "0]}", "ascii")
    monkeypatch.setattr(loading, "TRACE_VALUES", 1_000_000, raising=False)
    with pytest.raises(TokvizError, match="at most 1,000,000 values, but has more"):
        load_trace(path)
