"""tokviz from a shell.

python -m tokviz train 'corpus/*.txt' --vocab-size 8192 --out corpus.model
python -m tokviz train 'corpus/*.txt' --dask tcp://10.0.0.5:8786 --out corpus.tiktoken
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from glob import glob
from pathlib import Path

from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE, count_pre_tokens
from tokviz.text.errors import TokvizError

PATTERNS = {"gpt2": GPT2_PATTERN, "gpt4": GPT4_PATTERN, "o200k": O200K_PATTERN}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; 2 where that is not possible."""
    asked = _parser().parse_args(arguments)
    try:
        _train(asked)
    except TokvizError as error:
        print(f"tokviz: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tokviz", description="See how a tokenizer learns.")
    commands = parser.add_subparsers(required=True, metavar="command")
    train = commands.add_parser("train", help="train RegexBPE on files")
    train.add_argument("files", nargs="+", help="UTF-8 files, or patterns such as 'corpus/*.txt'")
    train.add_argument("--vocab-size", type=int, default=8192, help="bytes and merged tokens")
    train.add_argument("--pattern", default="gpt2", help=f"{', '.join(PATTERNS)}, or one of yours")
    train.add_argument("--special", action="append", default=[], help="a special token")
    train.add_argument("--dask", metavar="ADDRESS", help="count on this Dask cluster")
    train.add_argument("--out", type=Path, required=True, help="a .model or .tiktoken file")
    return parser


def _train(asked: argparse.Namespace) -> None:
    pattern = PATTERNS.get(asked.pattern, asked.pattern)
    if asked.out.suffix not in (".model", ".tiktoken"):
        raise TokvizError(
            f"--out is {asked.out}, but RegexBPE is written as .model or .tiktoken. "
            "End the name with one of them."
        )
    counts = count_pre_tokens(
        _files(asked.files), pattern=pattern, special_tokens=asked.special, dask=asked.dask
    )
    tok = RegexBPE.train_from_counts(
        counts, vocab_size=asked.vocab_size, pattern=pattern, special_tokens=asked.special
    )
    tok.save(asked.out)
    assert tok.trace is not None
    print(
        f"{counts.weights.sum():,} pre-tokens, {len(counts.distinct):,} of them different. "
        f"{tok.trace.stop_reason} Written to {asked.out}."
    )


def _files(names: Iterable[str]) -> list[str]:
    """The files that the names and patterns stand for, those of one pattern sorted, each once."""
    files: dict[str, None] = {}
    for name in names:
        found = (
            [name] if Path(name).is_file() else sorted(filter(_is_file, glob(name, recursive=True)))
        )
        if not found:
            raise TokvizError(f"There must be a file to train on, but {name} names none.")
        files.update(dict.fromkeys(found))
    return list(files)


def _is_file(name: str) -> bool:
    return Path(name).is_file()


if __name__ == "__main__":
    sys.exit(main())
