"""JSON models that were made to break their reader: wrong types, depth, numbers, surrogates."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.files.test_hostile_files import doublings, refused
from tokviz.checks.errors import TokvizError
from tokviz.files import tokviz_json
from tokviz.files.errors import FormatError

WORDS = {
    "tokviz_model": "word_level",
    "words": ["a", "b", "<u>"],
    "special_tokens": ["<u>"],
    "unk_token": "<u>",
}
LETTERS = {
    "tokviz_model": "char_bpe",
    "alphabet": ["a", "b"],
    "ends": [],
    "end_of_word_joined": False,
    "end_of_word": "</w>",
    "merges": [[0, 1]],
}
PIECES = {
    "tokviz_model": "wordpiece",
    "tokens": ["[UNK]", "a"],
    "lowercase": True,
    "strip_accents": None,
    "unk_token": "[UNK]",
    "continuing_prefix": "##",
    "max_chars_per_word": 100,
    "special_tokens": ["[UNK]"],
}


@pytest.mark.parametrize("number", [26, 36, 5_000])
def test_merges_that_double_are_refused_in_json(tmp_path: Path, number: int) -> None:
    content = json.dumps({**LETTERS, "merges": doublings(3, number)})
    refused(tmp_path, ".json", content, "33,554,432 long together")


# ---- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[" * 5_000, "model"),
        ("[" * 101 + "]" * 101, "within each other"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "within each other"),
        (json.dumps(WORDS)[:-1] + ', "x": ' + "[" * 5_000 + "]" * 5_000 + "}", "within each other"),
        ('{"tokviz_model": NaN}', "NaN is no number"),
        ('{"tokviz_model": -Infinity}', "-Infinity is no number"),
        ("9" * 5_000, "a number in it is too long"),
        ('{"tokviz_model": "' + "k" * 5_000 + '"}', "is of the kind 'kkkk"),
        (b"\xff{}", "is UTF-8 text"),
        ('{"tokviz_model": ["word_level"]}', "says whose it is"),
    ],
)
def test_json_that_is_no_model_is_refused(
    tmp_path: Path, content: str | bytes, reason: str
) -> None:
    refused(tmp_path, ".json", content, reason)


HOSTILE: list[tuple[Mapping[str, Any], str, object, str]] = [
    (WORDS, "words", ["a", "\ud800"], "lone surrogate"),
    (WORDS, "words", ["a", "<u>", ""], "lists of different words"),
    (WORDS, "words", ["a", "<u>", 7], "lists of different words"),
    (WORDS, "words", ["a", "<u>", ["b"]], "lists of different words"),
    (WORDS, "words", {"a": 0, "<u>": 1}, "lists of different words"),
    (WORDS, "words", ["a b", "<u>"], "no white space"),
    (WORDS, "words", ["a" + " " * 9_999, "<u>"], "no white space"),
    (WORDS, "unk_token", 7, "lists of different words"),
    (WORDS, "unk_token", "z", "one of its words"),
    (WORDS, "special_tokens", "<u>", "lists of different words"),
    (LETTERS, "alphabet", ["a", "\ud83d"], "lone surrogate"),
    (LETTERS, "alphabet", ["a", "a"], "different single characters"),
    (LETTERS, "alphabet", ["a", ""], "different single characters"),
    (LETTERS, "alphabet", "ab", "different single characters"),
    (LETTERS, "alphabet", [[]] * 2, "different single characters"),
    (LETTERS, "ends", [0], "different single characters"),
    (LETTERS, "ends", None, "different single characters"),
    (LETTERS, "end_of_word", "", "at most 64 characters"),
    (LETTERS, "end_of_word", " ", "at most 64 characters, no white space"),
    (LETTERS, "end_of_word", "w" * 65, "at most 64 characters"),
    (LETTERS, "end_of_word", 1, "at most 64 characters"),
    (LETTERS, "end_of_word_joined", "yes", "is true or false"),
    (LETTERS, "end_of_word_joined", 1, "is true or false"),
    (LETTERS, "merges", [["0", "1"]], "a list of pairs of ids"),
    (LETTERS, "merges", [[True, False]], "a list of pairs of ids"),
    (LETTERS, "merges", [[0.0, 1.0]], "a list of pairs of ids"),
    (LETTERS, "merges", [[0, 10**400]], "tokens before it"),
    (LETTERS, "merges", [[0, -1]], "tokens before it"),
    (LETTERS, "merges", None, "a list of pairs of ids"),
    (PIECES, "tokens", ["[UNK]", "\udfff"], "lone surrogate"),
    (PIECES, "tokens", ["[UNK]", 1], "a list of different texts"),
    (PIECES, "lowercase", "true", "true or false"),
    (PIECES, "lowercase", 1, "true or false"),
    (PIECES, "strip_accents", 0, "true or false"),
    (PIECES, "max_chars_per_word", "100", "from 1 to 1,000"),
    (PIECES, "max_chars_per_word", True, "from 1 to 1,000"),
    (PIECES, "max_chars_per_word", 100.0, "from 1 to 1,000"),
    (PIECES, "max_chars_per_word", 0, "from 1 to 1,000"),
    (PIECES, "max_chars_per_word", 10**6, "from 1 to 1,000"),
    (PIECES, "continuing_prefix", "", "two characters or more"),
    (PIECES, "continuing_prefix", "#" * 65, "at most 64 characters"),
    (PIECES, "special_tokens", ["[UNK]", ""], "one is empty"),
    (PIECES, "special_tokens", ["[UNK]", "[UNK]"], "given twice"),
    (PIECES, "special_tokens", ["[UNK]", None], "are texts"),
    (PIECES, "special_tokens", [f"<{n}>" for n in range(8_193)], "at most 8,192"),
    (PIECES, "special_tokens", ["x" * 513], "at most 512 characters"),
]


@pytest.mark.parametrize(
    ("model", "key", "value", "reason"),
    HOSTILE,
    ids=[f"{m['tokviz_model']}-{key}-{number}" for number, (m, key, _, _) in enumerate(HOSTILE)],
)
def test_a_value_of_another_kind_is_refused(
    tmp_path: Path, model: Mapping[str, Any], key: str, value: object, reason: str
) -> None:
    (tmp_path / "good.json").write_text(json.dumps(model), encoding="ascii")
    assert tokviz.load(tmp_path / "good.json").encode("a")
    refused(tmp_path, ".json", json.dumps({**model, key: value}), reason)


def test_an_end_of_word_that_is_joined_must_be_there(tmp_path: Path) -> None:
    content = json.dumps({**LETTERS, "end_of_word": None, "end_of_word_joined": True})
    refused(tmp_path, ".json", content, "true only with an end of word")


def test_two_surrogates_are_not_saved_as_the_character_that_they_spell(tmp_path: Path) -> None:
    tok = tokviz.WordLevel({0: "\ud83d\ude00"})
    with pytest.raises(FormatError, match=r"well-formed Unicode.*x\.json.*Take it out"):
        tok.save(tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


LONG = "x" * 513


@pytest.mark.parametrize(
    "model",
    [
        tokviz.WordLevel({0: LONG, 1: "a"}, LONG, ()),
        tokviz.WordPiece({0: LONG, 1: "a"}, special_tokens=(), unk_token=LONG),
    ],
    ids=["WordLevel", "WordPiece"],
)
def test_a_long_unknown_token_is_refused(tmp_path: Path, model: Any) -> None:
    model.save(tmp_path / "a.json")
    with pytest.raises(TokvizError, match="unknown text has at most 512 characters"):
        tokviz.load(tmp_path / "a.json")


@pytest.mark.parametrize(
    "content", [b'{"model": {"type": "BPE"', b"\xff", b"[" * 101], ids=range(3)
)
def test_a_broken_json_is_told_what_it_should_be(content: bytes, tmp_path: Path) -> None:
    """It may be the half of a download: nothing says that tokviz wrote it."""
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"should be a tokenizer\.json, .* Download it again"):
        tokviz.load(path)


@pytest.mark.parametrize("name", ["tokenizer.json", "vocab.json"])
def test_a_file_of_which_too_much_would_be_built_is_refused_unbuilt(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokviz_json, "FILE_VALUES", 1_000_000, raising=False)
    path = tmp_path / name
    path.write_text(json.dumps(WORDS)[:-1] + ', "more": [' + "{}," * 100_000 + "0]}", "ascii")
    with pytest.raises(FormatError, match=f"at most 1,000,000 values, but {name} has more"):
        tokviz.load(path)
