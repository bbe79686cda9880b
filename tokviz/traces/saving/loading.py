"""Reading a saved trace back: ``load_trace``.

A file is hostile until it is read: how much it says, and how deep, is bounded, every field is
checked for its type (plain.py), and what the fields say is checked against each other (checks.py),
before a trace is made of it. Nothing in it is run or followed.
"""

from json import JSONDecodeError
from pathlib import Path
from typing import Any, TypeAlias

from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.file_faults import reading
from tokviz.checks.json_texts import TooMuchError, json_fault, loads
from tokviz.checks.limits import FILE_DEPTH, TRACE_BYTES, TRACE_VALUES
from tokviz.traces.choice import named
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.saving.checks import fault_of
from tokviz.traces.saving.plain import MismatchError, from_plain
from tokviz.traces.saving.saved import KIND, VERSION
from tokviz.traces.saving.untold import with_untold
from tokviz.traces.words import LookUpTrace, NumberTrace, WhitespaceTrace, WordLevelTrace

Trace: TypeAlias = (
    MergeTrace
    | UnigramTrace
    | WordLevelTrace
    | EncodeTrace
    | MatchTrace
    | LatticeTrace
    | LookUpTrace
    | NumberTrace
    | WhitespaceTrace
)
TRACES: tuple[type[Trace], ...] = Trace.__args__
_KINDS = {trace.__name__: trace for trace in TRACES}


@checked
def load_trace(path: str | Path) -> Trace:
    """The trace that ``trace.save`` wrote as ``.json``, with the same content in every field.

    ``==`` asks whether two traces are one object; of two that were saved, compare the files.

    Raises TokvizError for a file that is not such a trace, FileError where it cannot be read.
    """
    path = Path(path)
    record = _read(path)
    kind, version = record.pop(KIND, None), record.pop("version", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise _refused(path, f"{KIND} must be one of {', '.join(_KINDS)}, but is {kind!r:.40}")
    if version != VERSION or version is True:
        raise _refused(path, f"version must be {VERSION}, but is {version!r:.40}")
    if _KINDS[kind] is MergeTrace:
        record.setdefault("forced", [])  # saved before a step could be forced
        record.setdefault("whole", "")  # saved before a trace said what its pre-tokens are
        _name_ties(record.get("rule"))
    if _KINDS[kind] is EncodeTrace:
        record.setdefault("special_ids", [])  # saved before a trace said which tokens are no text
        record.setdefault("whole", "pre-token")  # saved before it said what its pre-tokens are
    if _KINDS[kind] in (MergeTrace, EncodeTrace, LatticeTrace):
        record.setdefault("unk_id", None)  # saved before a trace said which token is unknown
    if _KINDS[kind] is UnigramTrace:
        record.setdefault("sentence", [])  # saved before a sentence was watched
    try:
        trace: Trace = from_plain(_KINDS[kind], record)
    except MismatchError as mismatch:
        raise _refused(path, str(mismatch)) from None
    fault = fault_of(trace)
    if fault:
        raise _refused(path, fault)
    return with_untold(trace) if isinstance(trace, MergeTrace) else trace


def _name_ties(rule: Any) -> None:
    """Of a file saved before a rule had the name of its ties: by their words."""
    if isinstance(rule, dict):
        rule.setdefault("tie_rule", named(str(rule.get("ties"))))


def _read(path: Path) -> dict[str, Any]:
    with reading(path), path.open("rb") as file:
        content = file.read(TRACE_BYTES + 1)
    if len(content) > TRACE_BYTES:
        raise _refused(path, f"it must have at most {TRACE_BYTES:,} bytes, but has more")
    try:
        record = loads(content.decode("utf-8"), TRACE_VALUES, FILE_DEPTH)
    except RecursionError:
        why = f"it must have at most {FILE_DEPTH} lists within each other"
        raise _refused(path, why) from None
    except TooMuchError:
        why = f"it must have at most {TRACE_VALUES:,} values, but has more"
        raise _refused(path, why) from None
    except ValueError as error:
        why = json_fault(error) if isinstance(error, JSONDecodeError) else f"{error!s:.80}"
        raise _refused(path, f"it must be JSON in UTF-8: {why}") from None
    if not isinstance(record, dict):
        raise _refused(path, f"it must be one object, but is {record!r:.40}")
    return record


def _refused(path: Path, why: str) -> TokvizError:
    return TokvizError(f"{path.name} is no saved trace: {why}. Save it with trace.save.")
