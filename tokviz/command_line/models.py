"""Tokenizers for a command: trained as the table of lessons says, or loaded from a file."""

import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from tokviz.algorithms.alike.sized import UNASKED
from tokviz.algorithms.alike.special_in_text import PLAIN, WHOLE, read_as
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.checks.errors import TokvizError, called
from tokviz.files.corpus import count_pre_tokens
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.tiktoken_ranks import SUFFIX as TIKTOKEN
from tokviz.lessons import LESSONS, Lesson, lesson
from tokviz.loading import load
from tokviz.references import encodings
from tokviz.references.gpt2 import gpt2_ranks
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import GPT2_PATTERN, NAMED
from tokviz.text.special_tokens import SpecialTokenError, allowed_in, with_ids
from tokviz.traces.tokenizer import Tokenizer

PATTERNS = {one.key: one.pattern for one in NAMED}
ALGORITHMS = {row.key: row.idea for row in LESSONS if row.variants}
"""The table's rows that have a tokenizer: key -> what it does."""
LEARNING = [row.key for row in LESSONS if row.training or row.learns]
GPT2 = "gpt2"
SPECIAL_REMEDY = (
    f"Give --special-in-text {WHOLE} to encode it as that token, or {PLAIN} as plain text."
)
_OPTIONS = {"vocab_size": "--vocab-size", "num_merges": "--merges", "character_coverage": None}
"""An argument of ``train`` -> the option that sets it, if there is one."""
TOLD_EVERY = 100
"""Steps of training from one line of progress to the next."""
Encoder: TypeAlias = tuple[Tokenizer, dict[str, Any]]
"""A model, and the keywords of all that encodes."""


def train(row: Lesson, texts: str | Sequence[str], asked: Namespace) -> Tokenizer:
    """Train as the row says, on one text or on several that do not touch.

    Where no size is asked for, it is what the comparison trains: ``UNASKED`` merges, or pieces.
    """
    given = sizes(row, asked)
    if not given and not more_settings(row, asked):
        variant = row.variants[0]
        return variant.train("" if variant.grows else texts)
    more: dict[str, Any] = {**more_settings(row, asked), "on_merge": told(row)}
    if "vocab_size" in given:
        sized = row.variants[0].sized
        assert sized is not None, "no size is taken by what learns nothing"
        return sized(texts, **given, **more)
    assert row.training is not None, "only merges are learned by their number"
    return row.training.train(texts, **(given or {"num_merges": UNASKED}), **more)


def check_format(row: Lesson, asked: Namespace) -> None:
    """Train on one letter, and write that: TokvizError, before the work, for what is refused.

    So are settings that make no sense with any text, of RegexBPE its size too.
    """
    size = (asked.merges, asked.vocab_size) if row.key == "regex_bpe" else (None, None)
    settings = {**vars(asked), "merges": size[0], "vocab_size": size[1]}
    model = train(row, "a", Namespace(**settings))
    try:
        with TemporaryDirectory() as folder:
            model.save(Path(folder) / asked.out.name)
    except OSError as error:
        raise TokvizError(
            "One letter is trained on and written first, but the place for temporary files takes "
            f"no file ({os.strerror(error.errno or 0)}). Make room there, or set TMPDIR to a "
            "folder that this user may write."
        ) from error


def without_the_rest(asked: Namespace) -> str:
    """What the file that was written leaves out, and how to say it again; else nothing."""
    said = [f"--pattern {shlex.quote(asked.pattern)}"] if asked.pattern else []
    said += [f"--special {shlex.quote(name)}" for name in asked.special]
    if asked.out.suffix != TIKTOKEN or not said:
        return ""
    return f" It holds the ranks alone: with --model, give {' '.join(said)} again."


def train_from_files(asked: Namespace, files: Sequence[str]) -> RegexBPE:
    """RegexBPE of a corpus that is counted first: by all cores, or by a Dask cluster."""
    row = lesson("regex_bpe")
    settings: dict[str, Any] = {"pattern": GPT2_PATTERN, "special_tokens": ()}
    settings |= more_settings(row, asked)
    counts = count_pre_tokens(files, **settings, dask=asked.dask)
    print(
        f"{plural(int(counts.weights.sum()), 'pre-token')}, {len(counts.distinct):,} different.",
        file=sys.stderr,
    )
    size: dict[str, Any] = {**(sizes(row, asked) or {"num_merges": UNASKED})}
    return RegexBPE.train_from_counts(counts, **size, **settings, on_merge=told(row))


def as_the_options_say(message: str) -> str:
    """A message of the engine with its settings called as the options of a command are."""
    return called(message, _OPTIONS)


def sizes(row: Lesson, asked: Namespace) -> dict[str, int]:
    """The one size that was asked for, by the name of the argument that takes it."""
    merges, vocab_size = asked.merges, asked.vocab_size
    by_merges = row.training is not None and row.training.size == "num_merges"
    if merges is not None and not by_merges:
        remedy = "Give --vocab-size, or neither" if row.key in LEARNING else "Leave it out"
        raise TokvizError(f"{row.key} takes no --merges. {remedy}.")
    if vocab_size is not None and row.key not in LEARNING:
        raise TokvizError(f"The vocabulary of {row.key} has no --vocab-size. Leave it out.")
    if merges is not None:
        return {"num_merges": merges}
    return {} if vocab_size is None else {"vocab_size": vocab_size}


def more_settings(row: Lesson, asked: Namespace) -> dict[str, Any]:
    """The split pattern and the special tokens that were asked for, which only RegexBPE takes."""
    pattern, special = getattr(asked, "pattern", None), getattr(asked, "special", [])
    given: dict[str, Any] = {} if pattern is None else {"pattern": PATTERNS.get(pattern, pattern)}
    given |= {"special_tokens": special} if special else {}
    if given and row.key != "regex_bpe":
        raise TokvizError(
            f"--pattern and --special are for regex_bpe, not for {row.key}. Leave them out."
        )
    return given


def encoder(name: str, asked: Namespace) -> Encoder:
    """The model of ``--model``, and its keywords; TokvizError where it has no choice of them."""
    model = _with_the_rest(name, asked) if _says_the_rest(asked) else loaded(name)
    if asked.special_in_text is None:
        return model, {}
    found = read_as(model, asked.special_in_text)
    if found is None:
        raise TokvizError(
            "--special-in-text is for RegexBPE, WordPiece and Hugging Face's pipelines, but "
            f"{name} holds another model, which always reads them its own way. Leave it out."
        )
    return found


def encoders(models: Mapping[str, Tokenizer], asked: Namespace, text: str) -> dict[str, Encoder]:
    """Each with its keywords; those that have no choice, where one was asked for, are told.

    Where none was, what would refuse a special token in the text reads it whole, and that is told.
    """
    if asked.special_in_text is None:
        return _reading_what_is_refused(models, text)
    found = {name: read_as(model, asked.special_in_text) for name, model in models.items()}
    own_way = [name for name, read in found.items() if read is None]
    if own_way:
        print(
            f"--special-in-text says nothing to {', '.join(own_way)}: special tokens are always "
            "read in one way there.",
            file=sys.stderr,
        )
    return {name: read or (models[name], {}) for name, read in found.items()}


def _reading_what_is_refused(models: Mapping[str, Tokenizer], text: str) -> dict[str, Encoder]:
    found: dict[str, Encoder] = {name: (model, {}) for name, model in models.items()}
    for name, model in models.items():
        if not isinstance(model, RegexBPE):  # no other refuses any
            continue
        try:
            allowed_in(text, model.special_tokens, model.allowed_special)
        except SpecialTokenError as refused:
            found[name] = read_as(model, WHOLE) or found[name]
            print(
                f"{name} reads {refused.token!r} in the text as its special token, as the page "
                f"does. Give --special-in-text {PLAIN} to encode it as plain text.",
                file=sys.stderr,
            )
    return found


def _says_the_rest(asked: Namespace) -> bool:
    return asked.pattern is not None or bool(asked.special)


def _with_the_rest(name: str, asked: Namespace) -> RegexBPE:
    """The ranks of a file that says neither how to split nor what is special."""
    if Path(name).suffix != TIKTOKEN:
        raise TokvizError(
            f"--pattern and --special are for a {TIKTOKEN} file, which names neither, but --model "
            f"is {name}. Leave them out."
        )
    _check_file(name)
    model = load_tiktoken(name, pattern=PATTERNS.get(asked.pattern, asked.pattern or GPT2_PATTERN))
    return model.with_special_tokens(with_ids(asked.special, ordinary=model.vocab))


def told(row: Lesson) -> Callable[[int], None]:
    """Tells on stderr how far a training is, where somebody looks at it."""
    what = "steps" if row.training is None else "merges"

    def tell(number: int) -> None:
        if number and number % TOLD_EVERY == 0 and sys.stderr.isatty():
            print(f"\r{number:,} {what} ", end="", file=sys.stderr, flush=True)

    return tell


def loaded(name: str) -> Tokenizer:
    """The tokenizer of a file, or GPT-2's, or that of an encoding which this machine keeps."""
    if name == GPT2:
        return RegexBPE.from_ranks(**gpt2_ranks()._asdict())
    if not Path(name).exists() and name in encodings.kept():
        return RegexBPE.from_tiktoken(encodings.load_kept(name))
    _check_file(name)
    return load(name)


def _check_file(name: str) -> None:
    if not Path(name).exists() and name in encodings.names():
        raise TokvizError(
            f"--model is {name}, an encoding that this machine does not keep yet. "
            f"Run first: python -m tokviz fetch {name}"
        )
    if not Path(name).is_file():
        raise TokvizError(f"--model is {name}, but that is no file. Give one, or {GPT2}.")
