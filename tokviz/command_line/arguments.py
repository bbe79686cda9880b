"""What may be asked for, and the help that teaches it."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from tokviz.algorithms.alike.sized import UNASKED
from tokviz.algorithms.alike.special_in_text import PLAIN, WHOLE
from tokviz.command_line.commands import (
    REPLAYED,
    run_compare,
    run_encode,
    run_fetch,
    run_replay,
    run_train,
)
from tokviz.command_line.models import ALGORITHMS, GPT2, LEARNING, PATTERNS
from tokviz.command_line.parser import Parser, whole_number
from tokviz.references.encodings import OF_MODELS

EXAMPLES = """\
See how a tokenizer learns. A text is a file in UTF-8, or - for the standard input.

  echo "low lower lowest" | python -m tokviz replay - --merges 10 -o replay.html
  python -m tokviz replay text.txt --algorithm wordpiece -o replay.html
  python -m tokviz replay text.txt --model gpt2 -o how-gpt2-cuts-it.html
  python -m tokviz train 'corpus/*.txt' --vocab-size 8192 -o corpus.model
  python -m tokviz encode text.txt --model corpus.model
  python -m tokviz encode chat.txt --model gpt2 --special-in-text whole
  python -m tokviz compare text.txt --train-on corpus.txt -o compare.html
  python -m tokviz fetch o200k_base
  python -m tokviz encode text.txt --model o200k_base

What is asked for goes to the standard output or into -o, progress to the standard error.
It ends with 0, or with 2 and one sentence where it cannot be done.
"""


def parser() -> ArgumentParser:
    """The commands, each with the function that does it as ``run``."""
    found = Parser("tokviz", description=EXAMPLES, formatter_class=RawDescriptionHelpFormatter)
    commands = found.add_subparsers(required=True, metavar="command")
    _train(commands)
    _replay(commands)
    _encode(commands)
    _compare(commands)
    _fetch(commands)
    return found


def _train(commands: Any) -> None:
    words = "Train a tokenizer on files, and write it in the format of the suffix."
    train = _command(commands, "train", words, run_train)
    train.add_argument(
        "files", nargs="+", help="UTF-8 files, patterns such as 'corpus/*.txt', or -"
    )
    train.add_argument(
        "-a", "--algorithm", choices=LEARNING, default="regex_bpe", help=", ".join(LEARNING)
    )
    _sizes(train)
    train.add_argument("--dask", metavar="ADDRESS", help="count on this Dask cluster (regex_bpe)")
    train.add_argument("-o", "--out", type=Path, required=True, help="a .model, .json, ... file")


def _replay(commands: Any) -> None:
    words = "Write one HTML file that replays how a tokenizer learns from a text, or encodes it."
    replay = _command(commands, "replay", words, run_replay)
    replay.add_argument("text", help="a file, or - for the standard input")
    replay.add_argument(
        "-a",
        "--algorithm",
        choices=list(ALGORITHMS),
        help=f"who learns from the text, {REPLAYED} where nobody is named: {', '.join(ALGORITHMS)}",
    )
    replay.add_argument("--model", help=f"replay how this model file, or {GPT2}, encodes the text")
    _special_in_text(replay)
    _sizes(replay)
    replay.add_argument("--step", type=whole_number, default=0, help="the step to open on")
    replay.add_argument("--title", default="", help="the title of the page")
    replay.add_argument("-o", "--out", type=Path, required=True, help="an .html file")


def _encode(commands: Any) -> None:
    words = "Print the token ids of a text, with spaces between them."
    encode = _command(commands, "encode", words, run_encode)
    encode.add_argument("text", help="a file, or - for the standard input")
    encode.add_argument(
        "--model",
        default=GPT2,
        help=f"a model file, or an encoding that was fetched; by default {GPT2}",
    )
    _special_in_text(encode)
    _rest(encode)
    how = encode.add_mutually_exclusive_group()
    how.add_argument("--tokens", action="store_true", help="one token a line, beside its id")
    how.add_argument("--decode", action="store_true", help="the text is ids: print what they say")


def _compare(commands: Any) -> None:
    words = "Put one text through several tokenizers: print a table, and draw them side by side."
    compare = _command(commands, "compare", words, run_compare)
    compare.add_argument("text", help="a file, or - for the standard input")
    compare.add_argument(
        "-a",
        "--algorithm",
        action="append",
        choices=list(ALGORITHMS),
        help="one to compare; may be given again; by default all",
    )
    compare.add_argument(
        "--model", action="append", help=f"a model file; also again; by default {GPT2}"
    )
    _special_in_text(compare)
    compare.add_argument("--train-on", metavar="FILE", help="learn from this text instead")
    compare.add_argument("-o", "--out", type=Path, help="an .html file")
    compare.add_argument(
        "--vocab-size", type=whole_number, help="how many tokens each that learns has"
    )
    compare.set_defaults(merges=None)


def _fetch(commands: Any) -> None:
    words = "Fetch an encoding of tiktoken's once; from then on it needs no network."
    fetch = _command(commands, "fetch", words, run_fetch)
    fetch.add_argument("encoding", help=f"such as {', '.join(OF_MODELS)}")


def _special_in_text(command: ArgumentParser) -> None:
    command.add_argument(
        "--special-in-text",
        choices=(WHOLE, PLAIN),
        help="a special token of the model that the text spells is that token, or plain text; "
        "by default it is that token in a tokenizer.json, else RegexBPE refuses it, and to "
        "WordPiece it is plain",
    )


def _sizes(command: ArgumentParser) -> None:
    size = command.add_mutually_exclusive_group()
    size.add_argument("--vocab-size", type=whole_number, help="how many tokens to end with")
    size.add_argument(
        "--merges",
        type=whole_number,
        help=f"how many merges to make; {UNASKED}, or as many tokens, if not said",
    )
    _rest(command)


def _rest(command: ArgumentParser) -> None:
    words = f"split by {', '.join(PATTERNS)}, or by one of yours"
    command.add_argument("--pattern", help=f"{words} (to learn, or with a .tiktoken file)")
    command.add_argument("--special", action="append", default=[], help="a special token (as well)")


def _command(commands: Any, name: str, words: str, run: Any) -> ArgumentParser:
    command: ArgumentParser = commands.add_parser(name, help=words, description=words)
    command.set_defaults(run=run)
    return command
