"""A text that spells a special token is refused by a command, which names its own remedies."""

from pathlib import Path

import pytest

import tokviz
from tests.command_line.test_commands import fail
from tests.pipelines import built
from tokviz.__main__ import main
from tokviz.algorithms.any_tokenizer import PipelineTokenizer

TEXT = "low<|endoftext|>lower"
GPT2 = tokviz.gpt2()
COMMANDS = (["encode"], ["replay", "-o", "OUT"], ["compare", "-a", "whitespace", "-o", "OUT"])


@pytest.fixture
def content() -> str:
    return TEXT


def asked(command: list[str], text: str, model: str = "gpt2") -> list[str]:
    """The command on this text and model; what it writes stands beside the text."""
    out = str(Path(text).with_suffix(".html"))
    options = [out if each == "OUT" else each for each in command[1:]]
    return [command[0], text, "--model", model, *options]


@pytest.mark.parametrize("command", COMMANDS[:2])
def test_the_refusal_names_the_option(
    command: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = fail(capsys, *asked(command, text))
    assert said.startswith("tokviz: The text holds the special token '<|endoftext|>'")
    assert said.endswith(
        "Give --special-in-text whole to encode it as that token, or plain as plain text."
    )


@pytest.mark.parametrize("how", ["whole", "plain"])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_remedies_can_be_followed(command: list[str], how: str, text: str) -> None:
    assert main([*asked(command, text), "--special-in-text", how]) == 0


@pytest.mark.parametrize(
    ("how", "ids"),
    [("whole", GPT2.encode(TEXT, allowed_special="all")), ("plain", GPT2.encode_ordinary(TEXT))],
)
def test_a_special_token_is_that_or_plain_text(
    how: str, ids: list[int], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["encode", text, "--special-in-text", how]) == 0
    assert [int(word) for word in capsys.readouterr().out.split()] == ids
    command = ["compare", text, "-a", "whitespace", "--special-in-text", how]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1].split("\t")[2] == str(len(ids))


def test_a_wordpiece_reads_them_as_text_or_whole(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, path = tokviz.WordPiece.train("a [MASK]", vocab_size=20), tmp_path / "x.json"
    model.save(path)
    Path(text).write_text("a[MASK]", encoding="utf-8")
    for options, allowed in (
        ([], frozenset({"[MASK]"})),  # as its library reads this file
        (["--special-in-text", "plain"], frozenset[str]()),
        (["--special-in-text", "whole"], frozenset({"[MASK]"})),
    ):
        assert main([*asked(["encode"], text, str(path)), *options]) == 0
        ids = [int(word) for word in capsys.readouterr().out.split()]
        assert ids == model.encode("a[MASK]", allowed_special=allowed)


@pytest.fixture
def pipeline(tmp_path: Path) -> str:
    path = tmp_path / "p.json"
    built("bert").save(str(path))
    return str(path)


@pytest.mark.parametrize("how", ["whole", "plain"])
def test_a_brought_pipeline_reads_them_as_text_or_whole(
    how: str, pipeline: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(text).write_text("low[MASK]", encoding="utf-8")
    model = tokviz.load(pipeline)
    assert isinstance(model, PipelineTokenizer)
    ids = (model if how == "whole" else model.as_plain_text).encode("low[MASK]")
    assert main(["encode", text, "--model", pipeline, "--special-in-text", how]) == 0
    assert [int(word) for word in capsys.readouterr().out.split()] == ids
    command = ["compare", text, "-a", "whitespace", "--model", pipeline, "--special-in-text", how]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1].split("\t")[2] == str(len(ids))


def test_a_comparison_says_who_has_no_choice(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = "--special-in-text says nothing to whitespace, char_bpe: special tokens"
    command = ["compare", text, "-a", "whitespace", "-a", "char_bpe", "-a", "wordpiece"]
    assert main([*command, "--special-in-text", "plain"]) == 0
    assert capsys.readouterr().err.startswith(told)
    Path(text).write_text("low", encoding="utf-8")
    assert main(command) == 0
    assert "--special-in-text" not in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS[:2])
def test_a_model_that_has_no_choice_is_not_asked(
    command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.codes"
    tokviz.CharBPE.train("low", num_merges=1).save(path)
    said = fail(capsys, *asked(command, text, str(path)), "--special-in-text", "whole")
    assert said.endswith("Leave it out.")


def test_a_training_has_no_choice(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.html")
    said = fail(capsys, "replay", text, "--special-in-text", "whole", "-o", out)
    assert said.endswith("is for a --model that encodes. Leave it out.")


def test_ids_have_no_choice(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(text).write_text("220", encoding="utf-8")
    for how in ("whole", "plain"):
        said = fail(capsys, "encode", text, "--decode", "--special-in-text", how)
        assert said == (
            "tokviz: --special-in-text is for a text that is encoded, but --decode reads ids. "
            "Leave one of the two out."
        )


def test_a_comparison_reads_whole_what_would_be_refused_and_says_so(
    text: str, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", text, "-a", "whitespace", "--model", "gpt2", "-o", out]) == 0
    printed = capsys.readouterr()
    rows = [line.split("\t") for line in printed.out.splitlines()[1:]]
    assert [row[0] for row in rows] == ["whitespace", "gpt2"]
    assert rows[1][2] == str(len(GPT2.encode(TEXT, allowed_special="all")))
    assert printed.err.splitlines()[0] == (
        "gpt2 reads '<|endoftext|>' in the text as its special token, as the page does. "
        "Give --special-in-text plain to encode it as plain text."
    )
