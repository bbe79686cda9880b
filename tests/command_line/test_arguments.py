"""Arguments that are none: one sentence with a remedy, and the code 2."""

from pathlib import Path

import pytest

from tokviz.__main__ import main


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of such arguments: one line."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (said,) = printed.err.splitlines()
    return said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "x", "-o", "y", "--merges", "abc"], "--merges: 'abc' is no whole number. "),
        (["replay", "x", "-o", "y", "--step", "1.5"], "--step: '1.5' is no whole number. "),
        (["train", "x", "-o", "y", "-a", "nope"], "-a/--algorithm: invalid choice: 'nope' (choose"),
        (["train"], "the following arguments are required: files, -o/--out. "),
        (["replay", "x", "-o", "y", "--merges", "-3", "-a", "no"], "-a/--algorithm: invalid"),
        (["replay", "x", "-o", "y", "--title", "- a", "-a", "no"], "-a/--algorithm: invalid"),
        (["replay", "x", "-o"], "-o/--out: expected one argument. "),
        (["encode", "x", "--tokens", "--decode"], "--decode: not allowed with argument --tokens. "),
        (["encode", "x", "--nope"], "unrecognized arguments: --nope. "),
        (["nope"], "command: invalid choice: 'nope'"),
        ([], "the following arguments are required: command. "),
    ],
)
def test_it_is_one_sentence_with_a_remedy(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, *arguments)
    assert said.startswith(f"tokviz: {words}")
    unknown = not arguments or arguments[0] == "nope" or "--nope" in arguments
    command = "tokviz" if unknown else f"tokviz {arguments[0]}"
    assert said.endswith(f". What there is: python -m {command} --help")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["encode", "-dash.txt"], "tokviz encode"),
        (["replay", "-dash.txt", "-o", "x.html"], "tokviz replay"),
        (["encode", "text.txt", "-dash.txt"], "tokviz"),
        (["train", "text.txt", "-dash.txt", "-o", "x.json"], "tokviz"),
        (["compare", "text.txt", "--train-on", "-dash.txt"], "tokviz compare"),
        (["replay", "text.txt", "-o", "-dash.txt"], "tokviz replay"),
    ],
)
def test_a_name_that_begins_like_an_option(
    command: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *command) == (
        f"tokviz: What begins with - is taken for an option, but {told} has no -dash.txt. "
        "For a file of that name, write ./-dash.txt"
    )


def test_a_file_that_begins_like_an_option_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """-a and text.txt, to argparse."""
    monkeypatch.chdir(tmp_path)
    Path("-atext.txt").write_text("low", encoding="utf-8")
    assert refused(capsys, "replay", "-atext.txt", "-o", "x.html").endswith(
        "For a file of that name, write ./-atext.txt"
    )
    assert main(["replay", "./-atext.txt", "-o", "x.html"]) == 0
