"""Spoiled files of every format: each is refused with a reason, or loads and works."""

from functools import partial

import pytest

from tests.files import trials
from tests.files.mutations import spoiled
from tests.foreign_kinds import KINDS, make_ready, taken

INPUTS = 1_200


def test_every_spoiled_file_is_refused_with_a_reason_or_works() -> None:
    findings = trials.trial_run("suite", range(INPUTS))
    assert findings.faults == []
    assert findings.inputs == INPUTS
    assert min(findings.loaded, findings.refused) > INPUTS // 10


@pytest.mark.parametrize("name", KINDS)
def test_all_else_that_comes_from_outside_is_taken_or_refused_in_our_words(name: str) -> None:
    make_ready()
    findings = trials.trial_run("suite", range(60), partial(taken, KINDS[name]))
    assert findings.faults == []
    assert findings.inputs == 60
    assert findings.loaded


def test_the_same_seed_spoils_the_same_way() -> None:
    first = [spoiled(f"again:{number}") for number in range(200)]
    assert first == [spoiled(f"again:{number}") for number in range(200)]
    assert {file.suffix for file in first} == {".model", ".json", ".txt", ".codes", ".tiktoken"}
    assert len(set(first)) > 150


def hang(path: object) -> bool:
    while path:
        pass
    return True


def grow(path: object) -> bool:
    return bytearray(1 << 34) == path


def fail(path: object) -> bool:
    raise KeyError(path)


@pytest.mark.parametrize(
    ("accident", "reason"), [(hang, "ended with -27"), (grow, "MemoryError"), (fail, "KeyError")]
)
def test_a_hang_a_growth_and_a_foreign_exception_are_found(
    monkeypatch: pytest.MonkeyPatch, accident: object, reason: str
) -> None:
    monkeypatch.setattr(trials, "tried", accident)
    monkeypatch.setattr(trials, "SECONDS", 0.1)
    findings = trials.trial_run("accident", range(2))
    assert [reason in fault for fault in findings.faults] == [True, True]
