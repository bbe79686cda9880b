"""Which files a command reads and writes, and which model it makes of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tokviz
from tests.command_line.test_commands import fail
from tokviz.__main__ import main
from tokviz.checks.limits import TEXT_BYTES
from tokviz.references import encodings
from tokviz.references.gpt2 import gpt2

TEXT = "year 12345 and 12345<|x|> low lower lowest\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, **environment}
    script = command.replace("TOKVIZ", f"{sys.executable} -m tokviz")
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=120, env=around
    )


# ---- GPT-2 --------------------------------------------------------------------------------------


def test_gpt2_is_made_of_its_file_as_the_pages_make_it(
    text: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """tiktoken's own reading of its ranks is for what is compared with tiktoken."""
    expected = tokviz.gpt2().encode_ordinary(TEXT)
    gpt2.cache_clear()
    monkeypatch.setattr("tokviz.references.gpt2.tiktoken", None)
    assert main(["encode", str(text), "--model", "gpt2"]) == 0
    assert [*map(int, capsys.readouterr().out.split())] == expected


# ---- names --------------------------------------------------------------------------------------


def test_models_of_one_name_are_all_compared(
    text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / folder / "tokenizer.json" for folder in ("one", "two")]
    for merges, path in enumerate(paths, start=3):
        path.parent.mkdir()
        tokviz.ByteBPE.train(TEXT, num_merges=merges).save(path)
    one, two = map(str, paths)
    plain = str(tmp_path / "plain.json")
    tokviz.ByteBPE.train(TEXT, num_merges=2).save(plain)
    models = ["--model", one, "--model", two, "--model", one, "--model", plain]
    assert main(["compare", str(text), "-a", "whitespace", *models]) == 0
    rows = [line.split("\t")[:2] for line in capsys.readouterr().out.splitlines()[2:]]
    assert rows == [[one, "259"], [two, "260"], ["plain.json", "258"]]


def test_a_file_under_two_names_counts_once(text: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.model", tmp_path / "twice.model"
    asked = ["train", str(text), "-a", "sentencepiece_bpe", "--vocab-size", "60", "-o", str(once)]
    assert main(asked) == 0
    other = str(text.parent / ".." / text.parent.name / text.name)
    assert main([*asked[:2], other, *asked[2:-1], str(twice)]) == 0
    assert once.read_bytes() == twice.read_bytes()


# ---- the standard input, pipes ------------------------------------------------------------------


@pytest.mark.parametrize("source", ["- < {text}", "<(cat {text})"])
@pytest.mark.parametrize("key", ["regex_bpe", "wordpiece"])
def test_training_reads_a_pipe(key: str, source: str, text: Path, tmp_path: Path) -> None:
    out, expected = tmp_path / "pipe.json", tmp_path / "file.json"
    assert main(["train", str(text), "-a", key, "-o", str(expected)]) == 0
    ended = shell(f"TOKVIZ train -a {key} -o {out} {source.format(text=text)}")
    assert ended.returncode == 0, ended.stderr
    model, same = tokviz.load(out), tokviz.load(expected)
    assert list(model.vocab.values())[:270] == list(same.vocab.values())[:270]
    assert model.encode("low lower") == same.encode("low lower")


def test_a_closed_standard_input_is_one_sentence() -> None:
    ended = shell("TOKVIZ encode - <&-")
    assert ended.returncode == 2
    assert ended.stderr == "tokviz: - is the standard input, but that is closed. Name a file.\n"


def test_decoded_text_is_utf_8_whatever_the_terminal_says(tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text(" ".join(map(str, tokviz.gpt2().encode("hé 😀\n"))))
    assert shell(f"TOKVIZ encode {ids} --decode", PYTHONIOENCODING="ascii").stdout == "hé 😀\n"


def test_a_name_that_the_terminal_cannot_write_is_escaped(text: Path, tmp_path: Path) -> None:
    named = tmp_path / "é.json"
    tokviz.ByteBPE.train(TEXT, num_merges=2).save(named)
    command = f"TOKVIZ compare {text} -a whitespace --model {named}"
    ended = shell(command, PYTHONIOENCODING="ascii")
    assert ended.returncode == 0, ended.stderr
    assert "\\xe9.json\t258" in ended.stdout


# ---- formats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name", "words"),
    [
        (("-a", "unigram"), "tokenizer.json", "Save it as .model"),
        (("-a", "sentencepiece_bpe"), "tokenizer.json", "Save it as .model"),
        (("-a", "wordpiece"), "x.model", ".txt"),
        (("-a", "byte_bpe"), "x.txt", ".model"),
        (("-a", "char_bpe"), "tokenizer.json", "another name"),
        (("--special", "<|x y|>"), "x.model", "Rename it"),
        (("--vocab-size", "100"), "x.model", "alone need 256"),
        (("--pattern", "("), "x.model", "pattern"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(
    options: tuple[str, ...],
    name: str,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file that cannot be read as a text shows that none was read."""
    text = tmp_path / "text.txt"
    text.write_bytes(b"\xff")
    assert words in fail(capsys, "train", str(text), *options, "-o", str(tmp_path / name))
    assert not (tmp_path / name).exists()


def test_what_ranks_leave_out_is_said_and_can_be_given_again(
    text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ranks, whole = str(tmp_path / "n.tiktoken"), str(tmp_path / "n.model")
    settings = ["--pattern", "gpt4", "--special", "<|x|>"]
    for out in (whole, ranks):
        assert main(["train", str(text), *settings, "--merges", "12", "-o", out]) == 0
    said = capsys.readouterr().err.splitlines()
    again = "It holds the ranks alone: with --model, give --pattern gpt4 --special '<|x|>' again."
    assert said[-1].endswith(again)
    assert not any("alone" in line for line in said[:-1])
    model = tokviz.load(whole)
    assert isinstance(model, tokviz.RegexBPE)
    ids = model.encode(TEXT, allowed_special="all")
    asked = ["encode", str(text), "--special-in-text", "whole", "--model"]
    assert main([*asked, ranks, *settings]) == 0
    assert [int(word) for word in capsys.readouterr().out.split()] == ids
    refused = fail(capsys, *asked, whole, *settings)
    assert "--pattern and --special are for a .tiktoken file, which names neither" in refused


@pytest.mark.parametrize("option", [("-a", "unigram"), ("--merges", "3"), ("--vocab-size", "300")])
def test_a_model_that_is_given_learns_nothing(
    option: tuple[str, str], text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.html")
    said = fail(capsys, "replay", str(text), "--model", "gpt2", *option, "-o", out)
    assert "says how a tokenizer learns, but one that is given by --model has learned" in said


@pytest.mark.parametrize("letter", ["é", "日", "👏"])
def test_the_remedy_for_a_text_that_is_too_long_can_be_followed(
    letter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It must not leave a part of a character at the end."""
    text, out = tmp_path / "file", tmp_path / "out.html"
    text.write_text("a" + letter * TEXT_BYTES, encoding="utf-8")
    said = fail(capsys, "replay", str(text), "-o", str(out))
    remedy = said.partition("Give a part of it: ")[2].replace(" file ", f" {text} ")
    followed = remedy.replace("python -m tokviz ... -", f"TOKVIZ replay - --merges 3 -o {out}")
    ended = shell(followed)
    assert ended.returncode == 0, ended.stderr
    assert out.exists()


def test_the_standard_input_that_is_no_utf_8_is_named_within_the_sentence() -> None:
    ended = shell("printf 'a\\xff' | TOKVIZ encode -")
    assert "UTF-8, but byte 1 of the standard input cannot" in ended.stderr


def test_an_encoding_that_is_not_kept_is_to_be_fetched_first(
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(encodings.FOLDER, str(tmp_path / "nothing"))
    asked = (["encode", str(text)], ["compare", str(text), "-a", "whitespace"])
    for name, command in zip(("o200k_base", "cl100k_base"), asked, strict=True):
        assert fail(capsys, *command, "--model", name) == (
            f"tokviz: --model is {name}, an encoding that this machine does not keep yet. "
            f"Run first: python -m tokviz fetch {name}"
        )
