"""What every trace can do besides answering questions: be written to a file.

``.json`` holds the whole record, field by field as the classes of the traces declare them
(plain.py says how each type is written, ``trace.schema.json`` says it for other programs), and
``load_trace`` reads it back. ``.csv`` is a table of the steps, for a spreadsheet; it is not read
back. It numbers them as a replay does: the first is step 1. Tokens in it are JSON strings, those
that are no whole characters bytes in hex, so that no cell is ever a formula and none loses a
character. An exact score is a decimal there: a spreadsheet takes 1/7 for the first of July.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sized
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_origin

from tokviz.arrays.frozen import ReadOnlyArrays
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.file_faults import writing
from tokviz.text.labels import plural
from tokviz.traces.saving.plain import declared, to_plain

Cell: TypeAlias = str | int | float
KIND = "tokviz_trace"
VERSION = 1


class SavedTrace(ReadOnlyArrays):
    """The base of every trace: ``save``, and a line that stands for it where Python writes it."""

    steps: Any
    """Its steps, dataclasses or named tuples, in order."""

    def __repr__(self) -> str:
        """<MergeTrace: 1,200 steps>"""
        return f"<{type(self).__name__}: {plural(len(self.steps), 'step')}>"

    @checked
    def save(self, path: str | Path) -> None:
        """Write the trace, as the suffix says: ``.json`` or ``.csv``.

        Raises TokvizError for another suffix, FileError where it cannot be written.
        """
        path = Path(path)
        if path.suffix not in _WRITERS:
            raise TokvizError(
                f"A trace is saved as {' or '.join(_WRITERS)}, and the suffix chooses, but the "
                f"file is {path.name}. Save it as {path.stem}.json."
            )
        with writing(path):
            _WRITERS[path.suffix](self, path)

    @checked
    def step_rows(self) -> Iterator[dict[str, Cell]]:
        """One row of the table for each step: its fields, of a list how many it has."""
        for number, step in enumerate(self.steps, 1):
            fields = [
                (name, getattr(step, name), get_origin(kind) is Literal)
                for name, kind in declared(type(step)).items()
            ]
            yield {"step": number} | {
                f"num_{name}" if is_list(value) else name: cell(value, is_word=is_word)
                for name, value, is_word in fields
            }


def _write_json(trace: SavedTrace, path: Path) -> None:
    record = {KIND: type(trace).__name__, "version": VERSION, **to_plain(trace)}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(part)}" for name, part in record.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="ascii", newline="\n")


def _write_csv(trace: SavedTrace, path: Path) -> None:
    rows = list(trace.step_rows())
    columns = list(dict.fromkeys(name for row in rows for name in row)) or ["step"]
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(columns)
        table.writerows([row.get(name, "") for name in columns] for row in rows)


def cell(value: Any, *, is_word: bool = False) -> Cell:
    """What stands in one cell of the table; ``is_word`` says that a string is a word of ours."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value if is_word else json.dumps(value)
    if isinstance(value, bytes):
        return _bytes_cell(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    return float(value) if isinstance(value, Fraction) else len(value)


def pair_cells(vocab: Mapping[int, Any], pair: tuple[int, int]) -> dict[str, Cell]:
    """The columns of the two tokens that a step joined."""
    left, right = pair
    return {
        "left_id": left,
        "right_id": right,
        "left": cell(vocab[left]),
        "right": cell(vocab[right]),
    }


def is_list(value: Any) -> bool:
    """Whether a cell says how many it has, and its column does so too."""
    return isinstance(value, Sized) and not isinstance(value, str | bytes)


def _bytes_cell(value: bytes) -> str:
    try:
        return json.dumps(value.decode("utf-8"))
    except UnicodeDecodeError:
        return f"0x{value.hex()}"


_WRITERS: Mapping[str, Any] = {".json": _write_json, ".csv": _write_csv}
