"""The five commands: train, replay, encode, compare, fetch."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tokviz.checks.errors import TokvizError
from tokviz.command_line.models import (
    ALGORITHMS,
    GPT2,
    LEARNING,
    Encoder,
    as_the_options_say,
    check_format,
    encoder,
    encoders,
    loaded,
    train,
    train_from_files,
    without_the_rest,
)
from tokviz.command_line.texts import (
    STDIN,
    are_on_disk,
    check_out,
    check_place,
    files_of,
    read_text,
    write_page,
)
from tokviz.lessons import lesson
from tokviz.references import encodings
from tokviz.text.labels import plural
from tokviz.text.typed_ids import typed_ids
from tokviz.traces.results import result_of
from tokviz.traces.saving.saved import cell
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.standalone.traces import trace_html
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import strips_html, strips_payload

HTML = (".html", ".htm")
REPLAYED = "regex_bpe"
"""Who learns where nobody is named."""
NO_SIZE = Namespace(merges=None, vocab_size=None)
"""What is asked of a tokenizer that learns nothing."""
MOST_COMPARED = 20_000
"""Characters that are drawn side by side; the numbers are of the whole text."""


def run_train(asked: Namespace) -> None:
    """Train on files and write the model."""
    row, files = lesson(asked.algorithm), files_of(asked.files)
    if asked.dask and (row.key != "regex_bpe" or not are_on_disk(files)):
        raise TokvizError(
            "--dask counts the pre-tokens of files, from which only regex_bpe trains here, not "
            f"{row.key if row.key != 'regex_bpe' else 'what comes through a pipe'}. Leave it out."
        )
    check_place(asked.out, read=files)
    check_format(row, asked)
    if row.key == "regex_bpe" and are_on_disk(files):
        model: Tokenizer = train_from_files(asked, files)
    else:
        texts = [read_text(name, most=None) for name in files]
        model = train(row, texts if len(texts) > 1 else texts[0], asked)
    model.save(asked.out)
    why = f" {model.trace.stop_reason}" if model.trace is not None else ""
    left_out = without_the_rest(asked)
    print(
        f"{plural(len(model.vocab), 'token')}.{why} Written to {asked.out}.{left_out}",
        file=sys.stderr,
    )


def run_replay(asked: Namespace) -> None:
    """Write one HTML file that replays a training, or an encoding."""
    check_out(asked.out, HTML, "a replay", read=filter(None, [asked.text, asked.model]))
    text = read_text(asked.text)
    name = "standard input" if asked.text == STDIN else Path(asked.text).name
    trace: Any
    if asked.model:
        _check_learns_nothing(asked)
        encoding, given = encoder(asked.model, asked)
        trace, title = encoding.encode_trace(text, **given), f"{asked.model} encodes {name}"
    elif asked.special_in_text:
        raise TokvizError("--special-in-text is for a --model that encodes. Leave it out.")
    else:
        row = lesson(asked.algorithm or REPLAYED)
        model = train(row, text, asked)
        trace = model.encode_trace(text) if model.trace is None else model.trace
        title = f"{row.title}: {name}"
    page = trace_html(trace, title=asked.title or title, step=asked.step)
    write_page(asked.out, page)
    why = f" {reason}" if (reason := getattr(trace, "stop_reason", "")) else ""
    print(f"{plural(len(trace.steps), 'step')}.{why} Written to {asked.out}.", file=sys.stderr)


def _check_learns_nothing(asked: Namespace) -> None:
    learning = {
        "--algorithm": asked.algorithm,
        "--merges": asked.merges,
        "--vocab-size": asked.vocab_size,
    }
    given = next((name for name, value in learning.items() if value is not None), None)
    if given is not None:
        raise TokvizError(
            f"{given} says how a tokenizer learns, but one that is given by --model has learned. "
            "Leave one of the two out."
        )


def run_encode(asked: Namespace) -> None:
    """Print the ids of a text, or its tokens; or the text of ids."""
    if asked.decode and asked.special_in_text:
        raise TokvizError(
            "--special-in-text is for a text that is encoded, but --decode reads ids. "
            "Leave one of the two out."
        )
    model, given = encoder(asked.model, asked)
    text = read_text(asked.text, most=None)
    if asked.decode:
        sys.stdout.flush()
        sys.stdout.buffer.write(model.decode(typed_ids(text, model.vocab)).encode())
        return
    ids = model.encode(text, **given)
    if asked.tokens:
        for token_id in ids:
            print(token_id, cell(model.vocab[token_id]), sep="\t")
    else:
        print(*ids)
    print(f"{plural(len(ids), 'token')} of {plural(len(text), 'code point')}.", file=sys.stderr)


def run_compare(asked: Namespace) -> None:
    """Print how several tokenizers cut one text; with --out, draw them side by side."""
    if asked.out:
        read = [asked.text, asked.train_on, *(asked.model or [])]
        check_out(asked.out, HTML, "a comparison", read=filter(None, read))
    if asked.text == asked.train_on == STDIN:
        raise TokvizError(
            "The standard input is read once, but is both the text and --train-on. "
            "Leave --train-on out, or name a file."
        )
    text = read_text(asked.text)
    learned_from = read_text(asked.train_on) if asked.train_on else text
    models: dict[str, Tokenizer] = {}
    for key in asked.algorithm or ALGORITHMS:
        try:
            models[key] = train(lesson(key), learned_from, asked if key in LEARNING else NO_SIZE)
        except TokvizError as fault:
            print(f"{key} is left out: {as_the_options_say(str(fault))}", file=sys.stderr)
    if not models:
        raise TokvizError(
            "None of these learns from such a text as was asked, so nothing is left to compare. "
            "Ask for another --vocab-size, or for other tokenizers."
        )
    for name, path in _names_of(dict.fromkeys(asked.model or [GPT2])).items():
        models[name] = loaded(path)
    ready = encoders(models, asked, text)
    _print_table(ready, text)
    if asked.out:
        write_page(asked.out, _side_by_side(ready, text))
    if not asked.train_on:
        print("Trained on this same text: --train-on FILE is fairer.", file=sys.stderr)


def run_fetch(asked: Namespace) -> None:
    """Fetch an encoding of tiktoken's and keep it on this machine."""
    tokens = encodings.fetch(asked.encoding).n_vocab
    print(
        f"{asked.encoding}, {plural(tokens, 'token')}, is kept in {encodings.folder()}: “Any "
        "tokenizer” offers it beside GPT-2, and needs no network.",
        file=sys.stderr,
    )


def _names_of(paths: Iterable[str]) -> dict[str, str]:
    """What each model is called, by its file's name, or its whole path where others have that."""
    names = Counter(Path(path).name for path in paths)
    return {Path(path).name if names[Path(path).name] == 1 else path: path for path in paths}


def _print_table(models: Mapping[str, Encoder], text: str) -> None:
    results = [result_of(name, model, text, **given) for name, (model, given) in models.items()]
    print("tokenizer", "vocabulary", "tokens", "bytes per token", "gives the text back", sep="\t")
    for result in results:
        each = result.measure.bytes_per_token
        rate = "all unknown" if each is None else f"{each:.2f}" if result.ids else ""
        back = "yes" if result.exact else "no"
        print(result.name, result.vocab_size, len(result.ids), rate, back, sep="\t")


def _side_by_side(models: Mapping[str, Encoder], text: str) -> str:
    short = text[:MOST_COMPARED]
    rows = [
        result_row(result_of(name, model, short, **given), model)
        for name, (model, given) in models.items()
    ]
    return strips_html(strips_payload(rows, text=short), title="Side by side")
