"""Take it along: the tokenizer in each format that holds it, and its training as data."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import streamlit as st

from tokviz.algorithms.pieces.piece_tokenizer import PieceTokenizer
from tokviz.files.errors import FORMATS, FormatError
from tokviz.files.hugging_face.pipeline import FILE_NAME as HUGGING_FACE
from tokviz.traces.tokenizer import EncodingTrace, Tokenizer, TrainTrace
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.save import file_stem
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.folder import in_a_folder

_WHOLE = "`tokviz.load` gives it back in Python."
READERS: Mapping[str, str] = {
    HUGGING_FACE: f"Hugging Face's `tokenizers` and `transformers` load it. {_WHOLE}",
    "tokviz.json": f"tokviz's own format. {_WHOLE}",
    "minbpe.model": f"minbpe loads it. {_WHOLE}",
    "sentencepiece.model": "The sentencepiece library loads it, and encodes as this page does. "
    + _WHOLE,
    "ranks.tiktoken": "The ranks alone: give tiktoken the split pattern and special tokens too. "
    "`tokviz.load` splits as GPT-2 does.",
    "vocab.txt": "BERT's format: the pieces alone, one a line. `tokviz.load` keeps capitals then.",
    "merges.codes": "subword-nmt applies these merges. They are all it holds: `tokviz.load` gives "
    "other ids, and takes a letter that no merge has as unknown.",
}
"""The files by their names, who reads each, and what it leaves out."""
MADE_FOR: Mapping[str, str] = {
    HUGGING_FACE: "Hugging Face",
    "tokviz.json": "tokviz",
    "minbpe.model": "minbpe",
    "sentencepiece.model": "SentencePiece",
    "ranks.tiktoken": "tiktoken",
    "vocab.txt": "BERT",
    "merges.codes": "subword-nmt",
}
"""Who reads each, in a word: a finger sees no more than that."""
_IN_PYTHON = re.compile(r" \(\w+=\w+\)|(, or save|(?<=\.) Save) (it|the|what)\b.*\.$")
"""What a reason tells who writes Python: an argument, or a name to save by."""
NOTHING_LEARNED = "There is no tokenizer to save: this one learns nothing. Make it anew in Python."


class Saved(NamedTuple):
    """The files of a tokenizer by their names, and why the others cannot hold it."""

    files: Mapping[str, bytes]
    refused: Mapping[str, str]


@runtime_checkable
class _Pipeline(Protocol):
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's file; FormatError where it cannot hold the model."""


def save_tokenizer(state: PageState, model: Tokenizer) -> None:
    """A button for each format that holds the tokenizer, and what the others cannot hold."""
    files, refused = saved(model)
    with st.container(horizontal=True):
        for name, content in files.items():
            suffix = Path(name).suffix
            st.download_button(
                f"Save the tokenizer ({suffix}) for {MADE_FOR[name]}",
                content,
                file_name=name,
                on_click="ignore",
                key=state.key(f"save_model{suffix}"),
                help=READERS[name],
            )
    with st.expander("Formats that cannot hold it, and why"):
        if files:
            st.caption("Press one of the buttons above instead.")
        for name, reason in refused.items():
            st.markdown(f"**{literal(name)}**: {literal(reason)}")


def save_training(state: PageState, trace: TrainTrace | None) -> None:
    """Two buttons for what training recorded, where anything was."""
    if trace is not None:
        save_trace(state, trace)


def save_trace(
    state: PageState, trace: TrainTrace | EncodingTrace, *, what: str = "its training"
) -> None:
    """Two buttons for what was recorded: all of it, and a table of its steps."""
    with st.container(horizontal=True):
        st.download_button(
            f"Save {what} (.json)",
            lambda: _written(trace, "trace.json"),
            file_name=f"{file_stem(state.page, 'trace')}.json",
            mime="application/json",
            on_click="ignore",
            key=state.key("save_trace"),
            help="All that was recorded. `tokviz.load_trace` gives it back in Python.",
        )
        st.download_button(
            "Save its steps as a table (.csv)",
            lambda: _written(trace, "trace.csv"),
            file_name=f"{file_stem(state.page, 'steps')}.csv",
            mime="text/csv",
            on_click="ignore",
            key=state.key("save_steps"),
            help="One row a step, for a spreadsheet.",
        )


def saved(model: Tokenizer) -> Saved:
    """The tokenizer in every format there is; its usual one comes first."""
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    if isinstance(model, _Pipeline):
        try:
            model.pipeline()
        except FormatError as error:
            refused[HUGGING_FACE] = _on_page(error)
    for suffix in dict.fromkeys((*model.formats, *FORMATS)):
        name = _name(suffix, model, HUGGING_FACE in refused)
        try:
            files[name] = _written(model, name)
        except FormatError as error:
            refused.setdefault(HUGGING_FACE if suffix == ".json" else suffix, _on_page(error))
    return Saved(files, refused)


def _on_page(error: FormatError) -> str:
    """Why, without what is only in Python; what to press instead is told once for all."""
    return _IN_PYTHON.sub("", str(error)).rstrip(".") + "."


def _name(suffix: str, model: Tokenizer, own_json: bool) -> str:
    """The file's name, by the format that the suffix stands for here."""
    if suffix == ".json":
        return "tokviz.json" if own_json or not isinstance(model, _Pipeline) else HUGGING_FACE
    if suffix == ".model":
        of_pieces = isinstance(model, PieceTokenizer)
        return "sentencepiece.model" if of_pieces else "minbpe.model"
    return next(name for name in READERS if name.endswith(suffix))


def _written(what: Tokenizer | TrainTrace | EncodingTrace, name: str) -> bytes:
    """What it saves under this name."""

    def write(folder: Path) -> bytes:
        path = folder / name
        what.save(path)
        return path.read_bytes()

    return in_a_folder(write)
