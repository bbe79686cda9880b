"""Links and saved lessons that nobody wrote: ``python -m tests.benchmarks.fuzz_links --inputs N``.

Each input goes through every reader that pages use, a share of them through whole pages. A value
comes out, of its type and well-formed, or ``RefusedError``; anything else is printed and fails.
"""

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from tests import hostile
from tests.pages.problems import faults
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS
from tokviz.ui.components import sight
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.saved_lesson import read_lesson
from tokviz.ui.shell.values import (
    Reader,
    Text,
    choice,
    decimal,
    file_name,
    flag,
    forced_pairs,
    linked_text,
    names,
    one_of,
    some_of,
    whole_number,
)

APP = Path(__file__).parents[2] / "app.py"
KEYS = (None, *(row.key for row in LESSONS))
READERS: dict[str, tuple[Reader, type]] = {
    "text of a page": (linked_text, str),
    "text of a box": (Text(limits.SENTENCE), str),
    "pattern": (Text(limits.PATTERN, packed=False), str),
    "choice": (choice(("own", "file", "None")), str),
    "flag": (flag, bool),
    "whole number": (whole_number(0, 20_000), int),
    "decimal": (decimal(0.0, 1.0, step=0.05), float),
    "one of": (one_of((1.0, 0.9995)), float),
    "names": (names, list),
    "some of": (some_of(("a", "<|endoftext|>")), list),
    "forced pairs": (forced_pairs, str),
    "file name": (file_name, str),
}


def outcome(read: Callable[[Any], Any], kind: type, value: Any) -> str:
    """ "read", "refused", or the exception that nobody should see."""
    try:
        found = read(value)
    except RefusedError:
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    if type(found) is not kind:
        return f"a {type(found).__name__} for a {kind.__name__}"
    try:
        "".join(found if isinstance(found, list) else [str(found)]).encode()
    except UnicodeEncodeError:
        return "not well-formed"
    return "read"


def lesson_outcome(content: bytes) -> str:
    """The same of a saved lesson, which is a file of any bytes."""
    try:
        read_lesson("a.tokviz.json", content)
    except TokvizError:
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return "read"


def fuzz_readers(inputs: int, source: random.Random) -> dict[str, Counter[str]]:
    """Reader -> how often each outcome came."""
    found: dict[str, Counter[str]] = {name: Counter() for name in (*READERS, "saved lesson")}
    for _ in range(inputs):
        odd = source.random() < 0.05
        value = source.choice(hostile.OTHER_TYPES) if odd else hostile.fuzzed(source)
        for name, (read, kind) in READERS.items():
            found[name][outcome(read, kind, value)] += 1
        content = bytearray(
            hostile.saved_lesson(source) if odd else str(value).encode("utf-8", "surrogatepass")
        )
        if content and source.random() < 0.5:
            content[source.randrange(len(content))] = source.randrange(256)
        found["saved lesson"][lesson_outcome(bytes(content))] += 1
    return found


def fuzz_page(seed: int) -> list[str]:
    """What went wrong on one page that was opened with a hostile link, and then run again."""
    source = random.Random(seed)
    key = source.choice(KEYS)
    at = AppTest.from_file(APP, default_timeout=120)
    if key is not None:
        at.switch_page(f"pages/{key}.py")
    for name, value in hostile.link(source, source.sample(hostile.NAMES, 12)).items():
        at.query_params[name] = value
    with patch.object(sight, "STAGE_FIRST", False):  # no browser asks for the rest
        return [f"{key}, seed {seed}: {fault}" for _ in range(2) for fault in faults(at.run())]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=100_000)
    options.add_argument("--pages", type=int, help="pages opened; one for each 1,000 inputs")
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    started = time.perf_counter()
    found = fuzz_readers(asked.inputs, random.Random(asked.seed))
    seconds = time.perf_counter() - started
    print(f"{'reader':16}{'read':>12}{'refused':>12}{'foreign':>12}")
    foreign: list[str] = []
    for name, outcomes in found.items():
        others = [f"{name}: {text}" for text in outcomes if text not in ("read", "refused")]
        wrong = outcomes.total() - outcomes["read"] - outcomes["refused"]
        print(f"{name:16}{outcomes['read']:12,}{outcomes['refused']:12,}{wrong:12,}")
        foreign += others
    pages = asked.inputs // 1_000 if asked.pages is None else asked.pages
    for seed in range(asked.seed, asked.seed + pages):
        foreign += fuzz_page(seed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
    print(f"{asked.inputs:,} inputs in {seconds:.0f} s, {pages:,} pages; peak {peak:.0f} MB")
    print("\n".join(foreign) or "no foreign exception")
    raise SystemExit(bool(foreign))


if __name__ == "__main__":
    main()
