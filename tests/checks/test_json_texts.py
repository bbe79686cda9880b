"""How much JSON says, and how deep lists and objects stand in each other; and why it is none."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.checks import json_texts
from tokviz.checks.json_texts import (
    HEAVY,
    TooMuchError,
    holds_more,
    json_fault,
    loads,
    nests_deeper,
)
from tokviz.checks.limits import FILE_VALUES, JSON_VALUES, MERGES, SETTING, VOCAB_TOKENS

ODD = st.text(alphabet='[]{}",:\\\\ aé\ud800🙂')
VALUES = st.recursive(
    st.one_of(ODD, st.integers(), st.none()),
    lambda inside: st.lists(inside) | st.dictionaries(ODD, inside),
    max_leaves=20,
)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def values_of(written: str) -> int:
    """Counted by the grammar: strings are cut out one by one."""
    plain = _STRING.sub("", written)
    return plain.count(",") + HEAVY * sum(map(plain.count, ":[{"))


@pytest.mark.parametrize("at_once", [1, 2, 3, 2**20])
@given(value=VALUES, ascii_only=st.booleans())
def test_what_would_be_built_is_counted_and_no_string(
    at_once: int, value: object, ascii_only: bool
) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only)
    there = values_of(written)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(json_texts, "_AT_ONCE", at_once)
        assert not holds_more(written, there)
        assert holds_more(written, there - 1)


@pytest.mark.parametrize(
    "written",
    ["[" + "{}," * 50_000 + "0]", "[" + '"",' * 50_000, '{"a":' * 50_000, "[" * 500_000],
)
def test_nothing_is_built_of_what_says_too_much(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*_: object, **__: object) -> None:
        raise AssertionError("it is built")

    monkeypatch.setattr(json, "loads", build)
    with pytest.raises(TooMuchError):
        loads(written, 40_000, 8)


def test_a_long_text_says_no_more_than_a_short_one() -> None:
    text = 'a, b: [c] {d} "e" \\ ' * 100_000
    assert loads(json.dumps({"text": text}), 2 * HEAVY, 1) == {"text": text}


def test_as_many_tokens_and_merges_as_are_taken_may_be_lists() -> None:
    assert (HEAVY + 2) * (VOCAB_TOKENS + MERGES) < FILE_VALUES
    assert SETTING < JSON_VALUES


@pytest.mark.parametrize(
    ("value", "depth"),
    [
        ("[[[", 0),
        ([], 1),
        ([1, "a", None], 1),
        ({"a": [1]}, 2),
        ([[], {"a": {"b": [0]}}, []], 4),
    ],
)
def test_no_deeper_than_it_is(value: object, depth: int) -> None:
    assert [nests_deeper(value, most) for most in range(6)] == [most < depth for most in range(6)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no json", "in line 1, column 1, JSON allows no 'no json'"),
        ('{"a": 1,\n "b" 2}', "in line 2, column 6, JSON allows no '2}'"),
        ("[1, 2", "it ends too early, in line 1, column 6"),
        ("", "it ends too early, in line 1, column 1"),
        ('["a', "the string that begins in line 1, column 2 has no end"),
        ("[1] [2]", "it goes on after its end, in line 1, column 5"),
        ('["a\nb"]', "in line 1, column 4, JSON allows no '\\n'"),
    ],
)
def test_the_place_of_the_fault_is_told_and_what_stands_there(text: str, words: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert json_fault(caught.value) == words
