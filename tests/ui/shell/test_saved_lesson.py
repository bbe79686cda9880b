"""A saved lesson can always be read again, however large its text."""

import gzip
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.ui.shell.saved_lesson import (
    SavedLesson,
    check_size,
    read_lesson,
)

ROOT = Path(__file__).parents[3]
SETTINGS = {"merges": "250", "step": "3"}


def korean() -> str:
    syllables = [chr(random.Random(1).randrange(0xAC00, 0xD7A4)) for _ in range(1_000)]
    return "".join(random.Random(2).choices(syllables, k=limits.TEXT_BYTES // 3))


def ascii_noise() -> str:
    printable = [chr(code) for code in range(32, 127)]
    return "".join(random.Random(3).choices(printable, k=limits.TEXT_BYTES))


def signs_of_json() -> str:
    return ',{[:"\\' * (limits.TEXT_BYTES // 6)


@pytest.mark.parametrize(
    "text", [korean, ascii_noise, signs_of_json, lambda: "\x01" * limits.TEXT_BYTES]
)
def test_the_longest_texts_are_saved_within_the_limit_and_read_again(text) -> None:  # type: ignore[no-untyped-def]
    lesson = SavedLesson(text(), SETTINGS)
    check_size(lesson.text)
    content = lesson.to_bytes()
    assert len(content) <= limits.TEXT_BYTES
    assert read_lesson("long.tokviz.json", content) == lesson


@pytest.mark.parametrize("text", [korean, ascii_noise, lambda: "the hen in the pen " * 9_000])
def test_what_travels_is_compressed_within_the_limit_and_read_again(text) -> None:  # type: ignore[no-untyped-def]
    lesson = SavedLesson(text(), SETTINGS)
    content = lesson.packed()
    assert len(content) < min(limits.TEXT_BYTES, len(lesson.text.encode()))
    assert read_lesson("class.tokviz.json", content) == lesson


def test_of_a_text_that_packs_badly_the_smallest_file_is_made() -> None:
    """Level 1 leaves 4.25 MB of this one."""
    any_two_bytes = [chr(code) for code in range(0x80, 0x800)]
    text = "".join(random.Random(0).choices(any_two_bytes, k=limits.TEXT_BYTES // 2))
    lesson = SavedLesson(text, {})
    content = lesson.packed()
    assert len(content) <= limits.TEXT_BYTES
    assert read_lesson("class.tokviz.json", content) == lesson


def test_a_short_lesson_is_plain_json() -> None:
    assert json.loads(SavedLesson("a \ud800 b", SETTINGS).to_bytes())["text"] == "a \ud800 b"


@pytest.mark.parametrize(
    "content", [b"\x1f\x8bbroken", gzip.compress(b"{}", mtime=0), b"[]", b"{"], ids=range(4)
)
def test_a_file_without_a_lesson_is_refused(content: bytes) -> None:
    with pytest.raises(TokvizError, match=r"a\.tokviz\.json does not"):
        read_lesson("a.tokviz.json", content)


def test_an_editor_may_have_put_a_byte_order_mark_before_it() -> None:
    lesson = SavedLesson("the hen", SETTINGS)
    assert read_lesson("a.tokviz.json", b"\xef\xbb\xbf" + lesson.to_bytes()) == lesson


def test_a_file_does_not_unpack_without_bound() -> None:
    bomb = gzip.compress(b" " * 60_000_000)
    with pytest.raises(TokvizError, match="holds a text and settings"):
        read_lesson("bomb.tokviz.json", bomb)


def test_each_kind_of_file_has_one_limit() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["maxUploadSize"] * 10**6 == limits.FILE_BYTES
    with pytest.raises(TokvizError, match=r"up to 4 MB, 4,000,000 bytes, .* has 4,000,001"):
        check_size("a" * (limits.TEXT_BYTES + 1))


def test_a_file_over_the_limit_is_no_lesson_before_it_is_read() -> None:
    with pytest.raises(TokvizError, match="has 4,000,001 bytes, over 4,000,000"):
        read_lesson("a.tokviz.json", b" " * (limits.TEXT_BYTES + 1))


def lesson_with(more: str) -> bytes:
    return gzip.compress(f'{{"tokviz": 1, "text": "hello hello", {more}}}'.encode(), mtime=0)


def many_settings(count: int) -> str:
    return f'"settings": {json.dumps({f"s{i}": "1" for i in range(count)})}'


@pytest.mark.parametrize(
    "more", ['"settings": {}, "x": [' + "{}," * 100_000 + "0]", many_settings(100_000)]
)
def test_a_file_that_would_become_very_much_is_refused_before_it_does(
    more: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*_: object, **__: object) -> None:
        raise AssertionError("it is built")

    monkeypatch.setattr(json, "loads", build)
    with pytest.raises(
        TokvizError, match=r"it has more than 50,000 values\. Save the lesson again"
    ):
        read_lesson("a.tokviz.json", lesson_with(more))


def test_a_lesson_has_no_more_settings_than_a_page() -> None:
    assert len(read_lesson("a.tokviz.json", lesson_with(many_settings(100))).settings) == 100
    with pytest.raises(TokvizError, match="it has 101 settings, more than 100"):
        read_lesson("a.tokviz.json", lesson_with(many_settings(101)))


@pytest.mark.parametrize("setting", [{"a" * 100_001: ""}, {"a": "b" * 100_001}])
def test_a_lesson_has_no_setting_that_is_a_book(setting: dict[str, str]) -> None:
    with pytest.raises(TokvizError, match="has 100,001 characters, more than 100,000"):
        read_lesson("a.tokviz.json", lesson_with(f'"settings": {json.dumps(setting)}'))


def test_a_file_is_read_once_however_often_a_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = lesson_with('"settings": {"once": "1"}'), lesson_with('"once": 1')
    parsed: list[str] = []
    loads = json.loads

    def note(text: str, **how: Any) -> Any:
        parsed.append(text)
        return loads(text, **how)

    monkeypatch.setattr(json, "loads", note)
    for _ in range(3):
        assert read_lesson("a.tokviz.json", bytes(bytearray(good))).settings == {"once": "1"}
        with pytest.raises(TokvizError, match="“settings” are missing"):
            read_lesson("a.tokviz.json", bad)
    assert len(parsed) == 2
