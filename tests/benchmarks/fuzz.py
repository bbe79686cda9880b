"""Try what comes from outside, spoiled, by the million: ``python -m tests.benchmarks.fuzz``.

    --minutes 12       so long in all, each kind its share; or --inputs N, so many of each kind
    --kinds NAME ...   these alone; --list names them
    --jobs 2           processes at once

All inputs of a kind are tried in one process after another, each bounded in time and memory; none
of them costs a process of its own. Each input follows from the seed and its number alone, so a
finding comes back with ``--kinds KIND --seed S --first NUMBER --inputs 1``. The suite tries a few
(tests/files/test_fuzz.py). Whole pages opened by hostile links: ``fuzz_links``.
"""

import argparse
import time
from functools import partial
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection

from tests.files.trials import Findings, Trial, kinds, model_file, trial_run
from tests.files.valid_files import valid_files
from tests.foreign_kinds import KINDS, make_ready, taken

PORTION = 500
MODELS = "model files"
SHARE = 4
"""Of the time, for model files: of all kinds they are the most, and the slowest to try."""
TRIALS: dict[str, Trial] = {
    MODELS: model_file,
    **{name: partial(taken, kind) for name, kind in KINDS.items()},
}


def main() -> None:
    """Print what is found at once, and a line for each kind when it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--kinds", nargs="+", choices=TRIALS, default=list(TRIALS))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(TRIALS))
        return
    valid_files()
    make_ready()
    shares = sum(SHARE if kind == MODELS else 1 for kind in asked.kinds)
    print(f"{'kind':27}{'inputs':>11}{'taken':>11}{'refused':>11}{'faults':>7}", end="")
    print(f"{'a second':>9}{'slowest s':>10}{'peak MB':>8}{'grown MB':>9}", flush=True)
    found = []
    for kind in asked.kinds:
        seconds = 60 * (asked.minutes or 0) / shares * (SHARE if kind == MODELS else 1)
        found += _try(kind, asked, seconds).faults
    total = f"{len(found):,} foreign exceptions, hangs or growths"
    print(total if found else "No foreign exception, no hang, no growth.")
    for fault, times in kinds(found).most_common():
        print(f"{times:6} {fault}")
    raise SystemExit(bool(found))


def _try(kind: str, asked: argparse.Namespace, seconds: float) -> Findings:
    """All inputs of a kind, or as many as these seconds allow, and its line of the table."""
    begun = time.monotonic()
    until = begun + seconds if asked.minutes else None
    receiver, sender = Pipe(duplex=False)
    jobs = [
        Process(target=_job, args=(kind, asked, job, until, sender)) for job in range(asked.jobs)
    ]
    for job in jobs:
        job.start()
    sender.close()
    findings = Findings()
    while any(job.is_alive() for job in jobs) or receiver.poll():
        try:
            part = receiver.recv()
        except EOFError:
            break
        findings.add(part)
        print(*part.faults, sep="\n", end="\n" * bool(part.faults), flush=True)
    for job in jobs:
        job.join()
    _print(kind, findings, time.monotonic() - begun)
    return findings


def _job(
    kind: str, asked: argparse.Namespace, job: int, until: float | None, sender: Connection
) -> None:
    """Every so many-th portion of the inputs."""
    at = asked.first + job * PORTION
    while time.monotonic() < until if until else at < asked.first + asked.inputs:
        stop = at + PORTION if until else min(at + PORTION, asked.first + asked.inputs)
        sender.send(trial_run(asked.seed, range(at, stop), TRIALS[kind]))
        at += asked.jobs * PORTION


def _print(kind: str, found: Findings, seconds: float) -> None:
    counts = f"{found.inputs:11,}{found.loaded:11,}{found.refused:11,}{len(found.faults):7,}"
    speed = f"{found.inputs / seconds:9,.0f}{found.slowest:10.2f}"
    memory = f"{found.peak_bytes / 2**20:8,.0f}{found.growth_bytes / 2**20:9,.0f}"
    print(f"{kind:27}{counts}{speed}{memory}", flush=True)


if __name__ == "__main__":
    main()
