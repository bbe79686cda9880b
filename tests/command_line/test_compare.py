"""``compare``: one text through several tokenizers, as a table and as a page."""

import base64
import re
from pathlib import Path

import pytest

import tokviz
from tests.command_line.conftest import TEXT
from tests.command_line.test_commands import fail
from tests.payload_reader import unpack
from tokviz.__main__ import main


def test_a_comparison_is_a_table_and_a_page(
    text: str, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", text, "-a", "byte_bpe", "-a", "unigram", "-o", out]) == 0
    printed = capsys.readouterr()
    rows = [line.split("\t") for line in printed.out.splitlines()]
    assert [row[0] for row in rows] == ["tokenizer", "byte_bpe", "unigram", "gpt2"]
    assert [row[-1] for row in rows[1:]] == ["yes", "no", "yes"]
    assert int(rows[3][2]) == len(tokviz.gpt2().encode_ordinary(TEXT))
    assert "fairer" in printed.err
    assert "replay(document.body" in Path(out).read_text(encoding="utf-8")


def test_a_comparison_says_what_the_page_says(
    tmp_path: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"en.txt": "low lower lowest", "ja.txt": "日本語"}
    for name, words in texts.items():
        (tmp_path / name).write_text(words, encoding="utf-8")
    command = ["compare", str(tmp_path / "ja.txt"), "--train-on", str(tmp_path / "en.txt")]
    assert main([*command, "-a", "word_level", "-a", "wordpiece", "-o", out]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[3:] for row in rows[:2]] == [["all unknown", "no"]] * 2
    (packed,) = re.findall(r'replay\(document.body, "(.*?)"', Path(out).read_text("utf-8"))
    drawn = unpack(base64.b64decode(packed))[0]["rows"]
    assert [(row["bytesPerToken"], row["lostBytes"]) for row in drawn[:2]] == [(None, 9)] * 2
    assert (drawn[2]["lostBytes"], rows[2][4]) == (0, "yes")


def test_all_that_learn_are_compared_with_the_vocabulary_size_that_is_asked_for(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", text, "-a", "regex_bpe", "-a", "byte_bpe", "-a", "whitespace"]
    assert main([*command, "--vocab-size", "258"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[1] for row in rows[:2]] == ["258", "258"]


def test_who_cannot_learn_so_little_is_left_out_of_a_comparison_and_named(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", text, "--vocab-size", "30"]) == 0
    printed = capsys.readouterr()
    compared = {line.split("\t")[0] for line in printed.out.splitlines()[1:]}
    assert {"char_bpe", "sentencepiece_bpe", "whitespace", "gpt2"} <= compared
    assert not {"byte_bpe", "regex_bpe"} & compared
    assert (
        "byte_bpe is left out: --vocab-size is 30, but the 256 bytes alone need 256. "
        "Ask for 256 or more." in printed.err
    )


def test_the_standard_input_is_not_read_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """A second time nothing would be left in it to learn from."""
    said = fail(capsys, "compare", "-", "--train-on", "-", "-a", "byte_bpe")
    assert said == (
        "tokviz: The standard input is read once, but is both the text and --train-on. "
        "Leave --train-on out, or name a file."
    )
