"""One reader for what a link, a saved lesson or a box says: the value, or why it is none."""

import json
import math
import random
import tracemalloc
import zlib
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import packed
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.shell import values
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.saved_lesson import SavedLesson, read_lesson
from tokviz.ui.shell.values import (
    Reader,
    Text,
    decimal,
    file_name,
    flag,
    forced_pairs,
    linked_text,
    names,
    one_of,
    pack_text,
    read_json,
    some_of,
    unpack_text,
    whole_number,
)

# ---- texts -------------------------------------------------------------------------------------


@given(st.text(max_size=300))
def test_a_packed_text_comes_back(text: str) -> None:
    link = pack_text(text)
    assert link is not None
    assert unpack_text(link) == text


def test_a_link_holds_only_characters_that_an_address_may_hold() -> None:
    link = pack_text("안녕하세요 👏🏻 <script>&?=#")
    assert link is not None
    assert set(link) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_text_too_long_for_a_link_gives_none() -> None:
    noise = random.Random(1)
    text = "".join(chr(noise.randrange(0x4E00, 0x9FFF)) for _ in range(limits.LINK))
    assert pack_text(text) is None


@pytest.mark.parametrize("link", ["!!!", "AAAA", "abc", "é", "eJwz", packed(b"\xff\xfe"), "\ud800"])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(RefusedError, match="damaged"):
        Text(100)(link)


def test_the_text_of_a_page_may_be_longer_than_its_link_says() -> None:
    """Its box takes more than a link, so the refusal is not about the box."""
    with pytest.raises(RefusedError, match="more than the 1,000,000 characters that a text may "):
        linked_text(packed(b"a" * (limits.LINKED_TEXT + 1)))


def test_a_link_unpacks_no_further_than_its_box_holds() -> None:
    bomb = packed(b"a" * 50_000_000)
    tracemalloc.start()
    with pytest.raises(RefusedError, match="more than the 400 characters that its box takes"):
        Text(400)(bomb[: limits.SETTING])
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("letter", ["a", "é", "語", "👏"])
def test_a_text_as_long_as_its_box_is_read_and_a_longer_one_is_not(letter: str) -> None:
    assert Text(50)(pack_text(letter * 50)) == letter * 50
    with pytest.raises(RefusedError, match="more than the 50 characters"):
        Text(50)(pack_text(letter * 51))


def test_a_lone_surrogate_in_a_link_becomes_the_replacement_character() -> None:
    assert Text(50)(pack_text("half \ud83d")) == "half \ufffd"
    assert Text(50, packed=False)("half \ud83d") == "half \ufffd"
    assert names('["a\\ud800"]') == ["a\ufffd"]


# ---- numbers, choices, lists -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "said", "value"),
    [
        (whole_number(0, 10), "7", 7),
        (whole_number(-5, 10), "-5", -5),
        (decimal(0.0, 1.0, step=0.05), "0.33", 0.35),
        (decimal(0.0, 1.0, step=0.05), "1e-1", 0.1),
        (one_of((1.0, 0.9995)), "0.9995", 0.9995),
        (flag, "1", True),
        (flag, "0", False),
        (names, '["a", "b", "a"]', ["a", "b"]),
        (names, "[]", []),
        (some_of(("a", "b")), '["b"]', ["b"]),
    ],
)
def test_a_value_is_read(read: Reader, said: str, value: Any) -> None:
    assert read(said) == value
    assert type(read(said)) is type(value)


WRONG: dict[str, tuple[Reader, tuple[Any, ...]]] = {
    "whole": (
        whole_number(0, 10),
        ("seven", "", "None", "-1", "11", "1.0", "1e3", "９", "1_0", " 7", "9" * 5_000, 7, None),
    ),
    "decimal": (decimal(0.0, 1.0, step=0.1), ("nan", "inf", "-inf", "1e999", "2", "-0.1", "", 0.5)),
    "one of": (one_of((1.0,)), ("nan", "inf", "0.5", "1e99", "", True)),
    "flag": (flag, ("2", "-1", "yes", "", True)),
    "names": (
        names,
        (
            "[" * 5_000,
            "[" * 5_000 + "]" * 5_000,
            '{"a":' * 5_000,
            "[[]]",
            "[1]",
            '[""]',
            "[null]",
            "[NaN]",
            "NaN",
            "Infinity",
            "9" * 10_000,
            '"a"',
            "{}",
            "",
            json.dumps(["a" * (limits.SPECIAL_TOKEN + 1)]),
            json.dumps([str(number) for number in range(limits.SPECIAL_TOKENS + 1)]),
            "[" + " " * limits.SETTING + "]",
            ["a"],
        ),
    ),
    "some": (some_of(("a",)), ('["b"]', "[[]]", '[["a"]]', '[{"a": 1}]')),
    "pattern": (Text(limits.PATTERN, packed=False), ("a" * (limits.PATTERN + 1), 1, None, [])),
}


@pytest.mark.parametrize(
    ("kind", "said"), [(kind, said) for kind, (_, values) in WRONG.items() for said in values]
)
def test_what_is_no_value_is_refused_in_words(kind: str, said: Any) -> None:
    with pytest.raises(RefusedError) as refused:
        WRONG[kind][0](said)
    assert 5 < len(str(refused.value)) < 100


FINITE = st.floats(allow_nan=False, allow_infinity=False)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(value=ANYTHING, ascii_only=st.booleans())
def test_json_that_is_within_the_limits_is_read(value: object, ascii_only: bool) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only)
    assert read_json(written) == json.loads(written)


@given(st.text(alphabet='[]{}",:\\ 0aeN-', max_size=60))
def test_json_is_read_as_python_reads_it_or_refused(text: str) -> None:
    try:
        value = read_json(text)
    except RefusedError:
        return
    assert value == json.loads(text)
    assert not (isinstance(value, float) and not math.isfinite(value))


def test_brackets_in_a_string_nest_nothing() -> None:
    assert names(json.dumps(["[" * 50, '"\\"[[[[[[[[['])) == ["[" * 50, '"\\"[[[[[[[[[']


# ---- files -------------------------------------------------------------------------------------


def test_forced_pairs_are_in_the_order_of_their_steps() -> None:
    said = '[[7, "a", "b"], [2, [97], [98, 99]], [10, "c", "d"], [2, "e", "f"]]'
    assert forced_pairs(said) == '[[2,"e","f"],[7,"a","b"],[10,"c","d"]]'


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a.txt", "a.txt"),
        ("a\nb\r\tc", "a b c"),
        ("", "a file without a name"),
        ("\ud800", "\ufffd"),
    ],
)
def test_a_file_name_stands_on_one_line(name: str, shown: str) -> None:
    assert file_name(name) == shown


def test_a_long_file_name_keeps_its_beginning_and_its_end() -> None:
    name = file_name("a" * 10_000 + ".tokviz.json")
    assert len(name) <= limits.FILE_NAME
    assert name.startswith("aaa")
    assert name.endswith("a.tokviz.json")


@given(st.text(st.characters(), max_size=50))
def test_a_saved_lesson_comes_back(text: str) -> None:
    lesson = SavedLesson(text + "\ud83d", {"step": "3", "own_pattern": "\ud800"})
    assert read_lesson("a", lesson.to_bytes()) == lesson


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        "1",
        "[" * 5_000,
        '{"text": "a"}',
        '{"settings": {}}',
        '{"text": 1, "settings": {}}',
        '{"text": null, "settings": {}}',
        '{"text": ["a"], "settings": {}}',
        '{"text": "a", "settings": []}',
        '{"text": "a", "settings": "b"}',
        '{"text": "a", "settings": {"merges": NaN}}',
        '{"text": "a", "settings": ' + '{"a":' * 5_000,
    ],
)
def test_a_file_that_holds_no_lesson_is_refused(content: str) -> None:
    with pytest.raises(TokvizError, match=r"A saved lesson holds a text and settings, but a\.json"):
        read_lesson("a.json", content.encode())


@given(st.text(st.characters()))
def test_what_is_read_is_well_formed(text: str) -> None:
    for read in (Text(1_000, packed=False), file_name):
        value = read(text)
        assert value == well_formed(value)


def test_a_text_too_long_for_a_link_is_packed_no_further_than_it_takes_to_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[int] = []

    class Counting:
        def __init__(self, level: int) -> None:
            self._zipped = zlib.compressobj(level)

        def compress(self, content: bytes) -> bytes:
            sizes.append(len(content))
            return self._zipped.compress(content)

    text = "".join(random.Random(1).choices("abcdefgh ", k=900_000))
    with monkeypatch.context() as patched:
        patched.setattr(values, "zlib", SimpleNamespace(compressobj=Counting))
        assert pack_text(text) is None
    assert sum(sizes) < 200_000
