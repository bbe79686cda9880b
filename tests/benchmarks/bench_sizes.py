"""What training and encoding cost as the text grows: time, peak memory, and the slope of both.

    python tests/benchmarks/bench_sizes.py corpus [--sizes 0.1 1 10 30] [--vocab-size 8192]

Each size is measured in a process of its own, rustbpe and tiktoken beside our engine in the same
one. Time is that of the processor, so that a busy machine matters less; memory is what the process
held at its highest, less what it held before. The slope between two sizes is how many times the
cost grew, divided by how many times the text did: at most 1 is no steeper than the text.
Targets: on 30 MB of source code training in at most 2 times rustbpe's wall time and 12 bytes for a
byte of text; encoding at a quarter of tiktoken's speed.
"""

import argparse
import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import rustbpe  # noqa: E402

from tokviz import GPT2_PATTERN, RegexBPE, gpt2  # noqa: E402

MEGABYTE = 1_000_000


def held(at_its_highest: bool) -> int:
    """The memory of this process in bytes (Linux)."""
    name = "VmHWM:" if at_its_highest else "VmRSS:"
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds on the processor and on the clock, and what the work made."""
    gc.collect()
    began, began_at = process_time(), perf_counter()
    made = work()
    return process_time() - began, perf_counter() - began_at, made


def measure(corpus: Path, size: float, vocab_size: int) -> dict[str, float]:
    """One size, in this process."""
    with corpus.open("rb") as file:
        text = file.read(int(size * MEGABYTE)).decode(errors="ignore")
    num_bytes = len(text.encode())
    RegexBPE.train("warm up", num_merges=1)
    before = held(at_its_highest=False)
    cpu, wall, tok = timed(lambda: RegexBPE.train(text, vocab_size=vocab_size))
    memory = held(at_its_highest=True) - before
    other = rustbpe.Tokenizer()
    _, rust, _ = timed(
        lambda: other.train_from_iterator(iter([text]), vocab_size, pattern=GPT2_PATTERN)
    )
    part = text[: 3 * MEGABYTE]
    encoding = gpt2()
    ours = RegexBPE.from_tiktoken(encoding)
    theirs, _, ids = timed(lambda: encoding.encode_ordinary(part))
    mine, _, same = timed(lambda: ours.encode_ordinary(part))
    assert ids == same
    assert len(tok.vocab) <= vocab_size
    return {
        "MB": num_bytes / MEGABYTE,
        "train s": cpu,
        "wall s": wall,
        "/ rustbpe": wall / rust,
        "peak MB": memory / MEGABYTE,
        "bytes a byte": memory / num_bytes,
        "encode MB/s": len(part.encode()) / mine / MEGABYTE,
        "of tiktoken": theirs / mine,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost against size.")
    parser.add_argument("corpus", type=Path, help="a UTF-8 text file")
    parser.add_argument("--sizes", nargs="+", type=float, default=[0.1, 1, 10, 30], help="in MB")
    parser.add_argument("--vocab-size", type=int, default=8192)
    parser.add_argument("--one", type=float, help="only this size, as JSON")
    asked = parser.parse_args()
    if asked.one is not None:
        print(json.dumps(measure(asked.corpus, asked.one, asked.vocab_size)))
        return
    rows: list[dict[str, float]] = []
    for size in asked.sizes:
        command = [sys.executable, __file__, str(asked.corpus), "--one", str(size)]
        command += ["--vocab-size", str(asked.vocab_size)]
        rows.append(json.loads(run(command, capture_output=True, check=True, text=True).stdout))
        if len(rows) == 1:
            print("".join(f"{name:>14}" for name in (*rows[0], "time slope", "memory slope")))
        now, last = rows[-1], rows[-2:][0]
        slopes = [
            now[name] / last[name] / (now["MB"] / last["MB"]) for name in ("train s", "peak MB")
        ]
        print("".join(f"{value:14.2f}" for value in (*now.values(), *slopes)), flush=True)


if __name__ == "__main__":
    main()
