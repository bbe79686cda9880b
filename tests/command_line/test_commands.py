"""The commands: what they write and print, and what they say where they cannot."""

import io
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tokviz
from tests.command_line.conftest import TEXT
from tokviz.__main__ import main
from tokviz.command_line.models import ALGORITHMS, LEARNING
from tokviz.samples import sample


def fail(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says that cannot be done: one line."""
    assert main(arguments) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("tokviz: ")
    return said


# ---- replay -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALGORITHMS)
def test_every_algorithm_of_the_table_is_replayed(key: str, text: str, out: str) -> None:
    assert main(["replay", text, "--algorithm", key, "-o", out]) == 0
    assert Path(out).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_replay_is_that_of_the_trace(text: str, out: str) -> None:
    asked = ["replay", text, "-a", "regex_bpe", "--merges", "5", "--step", "2", "--title", "T"]
    assert main([*asked, "-o", out]) == 0
    trace = tokviz.RegexBPE.train(TEXT, num_merges=5).trace
    assert Path(out).read_text(encoding="utf-8") == tokviz.replay_html(trace, title="T", step=2)


def test_a_step_that_a_replay_does_not_have_is_refused(
    text: str, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["replay", text, "-a", "regex_bpe", "--merges", "5", "-o", out]
    assert main([*asked, "--step", "999"]) != 0
    assert "to 5, the last step of this replay, but is 999" in capsys.readouterr().err
    assert not Path(out).exists()


def test_an_encoding_is_replayed(text: str, out: str) -> None:
    assert main(["replay", text, "--model", "gpt2", "--title", "T", "-o", out]) == 0
    trace = tokviz.RegexBPE.from_tiktoken(tokviz.gpt2()).encode_trace(TEXT)
    assert Path(out).read_text(encoding="utf-8") == tokviz.replay_html(trace, title="T")


def test_the_standard_input_is_read(
    out: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode())))
    assert main(["replay", "-", "--merges", "5", "-o", out]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "5 steps" in printed.err
    assert "standard input</h1>" in Path(out).read_text(encoding="utf-8")


# ---- train and encode ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted({*LEARNING} - {"byte_bpe"}))
def test_a_trained_model_is_loaded_back(
    key: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suffix = {"char_bpe": ".json", "wordpiece": ".txt", "regex_bpe": ".json"}.get(key, ".model")
    out = str(tmp_path / f"out{suffix}")
    size = {"regex_bpe": "270", "unigram": "25"}.get(key, "60")
    assert main(["train", text, "-a", key, "--vocab-size", size, "-o", out]) == 0
    assert f"Written to {out}" in capsys.readouterr().err
    assert main(["encode", text, "--model", out]) == 0
    ids = [int(word) for word in capsys.readouterr().out.split()]
    assert ids == tokviz.load(out).encode(TEXT)


@pytest.mark.parametrize("size", [(), ("--vocab-size", "300")])
@pytest.mark.parametrize("key", sorted({*LEARNING} - {"char_bpe", "unigram"}))
def test_several_files_do_not_touch(key: str, size: tuple[str, ...], tmp_path: Path) -> None:
    """Else a token would begin in a file and end in the next, with a line break between."""
    files = [tmp_path / f"{number}.txt" for number in range(4)]
    for file, letters in zip(files, ("ab", "cd", "ab", "cd"), strict=True):
        file.write_text(letters, encoding="utf-8")
    out = tmp_path / ("out.txt" if key == "wordpiece" else "out.model")
    assert main(["train", *map(str, files), "-a", key, *size, "-o", str(out)]) == 0
    tokens = tokviz.load(out).vocab.values()
    long = {t if isinstance(t, str) else t.decode("latin-1") for t in tokens if len(t) > 1}
    assert long & {"ab", "▁ab"}
    assert not {token for token in long if "\n" in token or "bc" in token}


@pytest.mark.parametrize("option", ["--merges", "--vocab-size"])
def test_what_learns_nothing_is_offered_no_size(
    option: str, text: str, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = fail(capsys, "replay", text, "-a", "whitespace", option, "5", "-o", out)
    assert said.endswith("Leave it out.")


def test_a_training_without_a_step_says_why_and_is_replayed_as_one(
    tmp_path: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, model = tmp_path / "empty.txt", tmp_path / "out.json"
    empty.touch()
    assert main(["train", str(empty), "-o", str(model)]) == 0
    said = "256 tokens. The text is empty, so there is no pair to merge. Written to"
    assert said in capsys.readouterr().err
    assert main(["replay", str(empty), "--title", "T", "-o", out]) == 0
    trace = tokviz.ByteBPE.train("", num_merges=256).trace
    assert Path(out).read_text(encoding="utf-8") == tokviz.replay_html(trace, title="T")


def test_ids_are_printed_alone_and_decode_again(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["encode", text]) == 0
    printed = capsys.readouterr()
    assert [int(word) for word in printed.out.split()] == tokviz.gpt2().encode_ordinary(TEXT)
    assert "tokens of" in printed.err
    ids = tmp_path / "ids.txt"
    ids.write_text(printed.out)
    assert main(["encode", str(ids), "--decode"]) == 0
    assert capsys.readouterr().out == TEXT


def test_tokens_stand_one_a_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encode", text, "--tokens"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ['9319\t"low"', '2793\t" lower"']
    assert any(re.fullmatch(r"\d+\t0x[0-9a-f]+", line) for line in lines)


def test_all_that_learn_end_with_the_vocabulary_size_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The unknown token is one of them, as on "Side by side"."""
    path = tmp_path / "more.txt"
    path.write_text(sample("harbour").text, encoding="utf-8")
    for key in ("char_bpe", "wordpiece", "sentencepiece_bpe", "unigram"):
        model = "x.json" if key in ("char_bpe", "wordpiece") else "x.model"
        asked = ["train", str(path), "-a", key, "--vocab-size", "70", "-o", str(tmp_path / model)]
        assert main(asked) == 0
        assert capsys.readouterr().err.startswith("70 tokens.")


# ---- what cannot be done ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "nowhere.txt", "-o", "x.html"], "nowhere.txt is no file"),
        (["replay", "TEXT", "-o", "x.pdf"], "End the name with one of them"),
        (["replay", "TEXT", "-a", "wordpiece", "--merges", "3", "-o", "x.html"], "takes no --merg"),
        (["replay", "TEXT", "-a", "whitespace", "--vocab-size", "3", "-o", "x.html"], "Leave it"),
        (["replay", "TEXT", "-a", "unigram", "--special", "<x>", "-o", "x.html"], "for regex_bpe"),
        (["replay", "TEXT", "--vocab-size", "3", "-o", "x.html"], "256"),
        (["replay", "TEXT", "--pattern", "(", "-o", "x.html"], "pattern"),
        (["replay", "TEXT", "--step", "-1", "-o", "x.html"], "0, the start, to 17"),
        (["replay", "TEXT", "-o", "/nowhere/x.html"], "there is no folder /nowhere. Make it"),
        (["replay", "TEXT", "--merges", "-3", "-o", "x.html"], "--merges is -3, but"),
        (["compare", "TEXT", "-a", "byte_bpe", "--vocab-size", "3"], "nothing is left to compare"),
        (["replay", "TEXT", "-a", "unigram", "--vocab-size", "3", "-o", "x.html"], "or more."),
        (["compare", "TEXT", "-o", "/nowhere/x.html"], "there is no folder /nowhere. Make it"),
        (["train", "TEXT", "-o", "/nowhere/x.json"], "there is no folder /nowhere. Make it"),
        (["train", "TEXT", "-a", "unigram", "-o", "/nowhere/x.model"], "no folder /nowhere"),
        (["encode", "TEXT", "--model", "nowhere.model"], "that is no file"),
        (["encode", "TEXT", "--decode"], "low” is none"),
        (["train", "TEXT", "-a", "unigram", "--dask", "x", "-o", "x.model"], "only regex_bpe"),
        (["train", "TEXT", "-a", "unigram", "-o", "x.tiktoken"], ".model"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], words: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [text if argument == "TEXT" else argument for argument in arguments]
    assert words in fail(capsys, *asked)


def test_what_is_no_utf_8_is_refused(
    tmp_path: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("naïve".encode("latin-1"))
    assert "byte 2" in fail(capsys, "replay", str(path), "-o", out)


def test_a_wrong_option_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "-", "--algorithm", "nonsense", "-o", "x.html"])
    assert ended.value.code == 2
    assert "regex_bpe" in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["train"], ["replay"], ["encode"], ["compare"]])
def test_help_says_what_there_is(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    assert "usage" in capsys.readouterr().out


def test_a_reader_who_goes_away_is_no_error(text: str) -> None:
    command = f"{sys.executable} -m tokviz encode {text} --tokens | true"
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in ended.stderr
    assert "Error" not in ended.stderr


def test_a_full_disk_is_told_with_a_remedy(text: str) -> None:
    ended = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m tokviz encode {text} > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.stderr.splitlines()[-1] == (
        "tokviz: There must be a place to write to, but the standard output is on a disk that is "
        "full. Make room, or name another place."
    )


def test_character_bpe_is_written_as_codes_too(text: str, tmp_path: Path) -> None:
    out = tmp_path / "low.codes"
    assert main(["train", text, "-a", "char_bpe", "--merges", "3", "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("#version: 0.1")


def test_the_size_that_is_learned_unasked_is_that_of_a_pipe_and_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    text = " ".join(f"{first}{last}" for first in letters for last in letters)
    (tmp_path / "corpus.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    for source, out in ((str(tmp_path / "corpus.txt"), "file.model"), ("-", "pipe.model")):
        assert main(["train", source, "-o", str(tmp_path / out)]) == 0
    by_file, by_pipe = (tokviz.load(tmp_path / name) for name in ("file.model", "pipe.model"))
    assert len(by_file.vocab) == len(by_pipe.vocab) == 456
    assert by_file.encode(text) == by_pipe.encode(text)
