"""``vocab.json`` and ``merges.txt``, and other JSON that is no ``tokenizer.json``."""

import json
from pathlib import Path
from string import ascii_lowercase

import pytest
from tokenizers import Tokenizer

import tokviz
from tests.files.test_pipelines import changed
from tests.pipelines import LINES, built
from tokviz.checks.errors import TokvizError
from tokviz.files.errors import FormatError
from tokviz.files.loading.vocab_merges import load_vocab_merges
from tokviz.ui.shell.saved_lesson import SavedLesson


def two_files(tmp_path: Path, shape: str = "gpt2", name: str = "vocab.json") -> Path:
    content = json.loads(built(shape).to_str())["model"]
    (tmp_path / name).write_text(json.dumps(content["vocab"]), encoding="utf-8")
    lines = ["#version: 0.2", *(" ".join(pair) for pair in content["merges"])]
    (tmp_path / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path / name


def test_a_vocab_json_finds_its_merges_beside_it(tmp_path: Path) -> None:
    model = tokviz.load(two_files(tmp_path))
    for text in LINES[:3]:
        assert model.encode(text) == Tokenizer.from_str(plain_gpt2()).encode(text).ids
        assert model.decode(model.encode(text)) == text


def plain_gpt2() -> str:
    return changed("gpt2", lambda content: content.update(added_tokens=[]))


def test_tokens_that_no_merge_makes_are_special(tmp_path: Path) -> None:
    model = tokviz.load(two_files(tmp_path))
    assert {model.vocab[i] for i in model.special_ids} == {b"<|endoftext|>"}
    assert len(model.encode("<|endoftext|>")) == 1


def test_another_pattern_may_be_given(tmp_path: Path) -> None:
    model = load_vocab_merges(two_files(tmp_path), pattern=r"\p{N}| ?\p{L}+|\s+|[^\s\p{L}\p{N}]+")
    assert [len(token) for token in model.tokenize("1234")] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("merges", "reason"),
    [
        (None, "there is no merges.txt beside vocab.json. .* load the model's tokenizer.json"),
        ("a b c", "line 1 is 'a b c'"),
        ("a", "line 1 is 'a'"),
        ("▁ a", "tokens are bytes, but vocab.json has '▁'"),
        ("a t</w>", "tokens are bytes, but vocab.json has 't</w>'"),
        ("Q1 Z", "library must be able to read"),
    ],
)
def test_other_pairs_of_files_are_refused(tmp_path: Path, merges: str | None, reason: str) -> None:
    path = two_files(tmp_path)
    (tmp_path / "merges.txt").unlink()
    if merges is not None:
        (tmp_path / "merges.txt").write_text(merges, encoding="utf-8")
    with pytest.raises(FormatError if "library" not in reason else TokvizError, match=reason):
        tokviz.load(path)


WORDS = ("model", "added_tokens", "version", "tokviz", "tokviz_model", "settings", "kind")
"""Keys by which other files are known; in a vocabulary they are words like others."""


@pytest.mark.parametrize("word", WORDS)
def test_a_vocabulary_may_hold_any_word(tmp_path: Path, word: str) -> None:
    """GPT-2's own holds "model"."""
    made = [word[:length] for length in range(2, len(word) + 1)]
    tokens = dict.fromkeys([*ascii_lowercase, "_", *made])
    merges = [f"{token[:-1]} {token[-1]}\n" for token in made]
    (tmp_path / "vocab.json").write_text(json.dumps({t: i for i, t in enumerate(tokens)}))
    (tmp_path / "merges.txt").write_text("".join(merges))
    assert b"".join(tokviz.load(tmp_path / "vocab.json").tokenize(word)) == word.encode()
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(FormatError, match=r"there is no merges\.txt beside vocab\.json"):
        tokviz.load(tmp_path / "vocab.json")


@pytest.mark.parametrize("content", ["[]", "3", '{"a": "b"}', '{"a": 1.5}', '{"a": true}'])
def test_json_that_is_no_tokenizer_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=r"a tokenizer\.json, a vocab\.json .* x\.json is none"):
        tokviz.load(tmp_path / "x.json")


def test_what_else_tokviz_saves_is_said_to_be_no_tokenizer(tmp_path: Path) -> None:
    trace = tokviz.ByteBPE.train("ab ab", num_merges=1).trace
    assert trace is not None
    training, lesson = tmp_path / "training.json", tmp_path / "x.tokviz.json"
    trace.save(training)
    lesson.write_bytes(SavedLesson("ab", {"merges": "3"}).to_bytes())
    with pytest.raises(
        FormatError, match=r"training\.json is a training or an encoding that tokviz"
    ):
        tokviz.load(training)
    with pytest.raises(FormatError, match=r"x.tokviz.json is a lesson .* “Text and settings”"):
        tokviz.load(lesson)
