"""Try spoiled model files by the thousand: ``python -m tests.benchmarks.fuzz --inputs 1000000``.

Each input follows from the seed and its number alone, so a finding comes back with
``--seed S --first NUMBER --inputs 1``. The suite tries a few (tests/files/test_fuzz.py).
"""

import argparse
import time
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection

from tests.files.trials import Findings, kinds, trial_run
from tests.files.valid_files import valid_files

PORTION = 500


def main() -> None:
    """Print what is found at once, a line a minute, and the table at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    valid_files()
    begun = time.monotonic()
    receiver, sender = Pipe(duplex=False)
    jobs = [Process(target=_job, args=(asked, job, sender)) for job in range(asked.jobs)]
    for job in jobs:
        job.start()
    findings, told = Findings(), begun
    while findings.inputs < asked.inputs:
        part = receiver.recv()
        findings.add(part)
        print(*part.faults, sep="\n", end="\n" * bool(part.faults), flush=True)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{findings.inputs:,} inputs, {len(findings.faults)} faults", flush=True)
    for job in jobs:
        job.join()
    _print(findings, time.monotonic() - begun)


def _job(asked: argparse.Namespace, job: int, sender: Connection) -> None:
    """Every so many-th portion of the inputs."""
    stop = asked.first + asked.inputs
    for at in range(asked.first + job * PORTION, stop, asked.jobs * PORTION):
        sender.send(trial_run(asked.seed, range(at, min(at + PORTION, stop))))


def _print(findings: Findings, seconds: float) -> None:
    rows = {
        "inputs": f"{findings.inputs:,}",
        "loaded": f"{findings.loaded:,}",
        "refused": f"{findings.refused:,}",
        "foreign exceptions, hangs, growth": f"{len(findings.faults):,}",
        "slowest, processor seconds": f"{findings.slowest:.2f} ({findings.slowest_seed})",
        "peak memory of a process, MB": f"{findings.peak_bytes / 2**20:,.0f}",
        "inputs a second": f"{findings.inputs / seconds:,.0f}",
    }
    print("\n".join(f"{name:36} {value}" for name, value in rows.items()))
    for fault, times in kinds(findings.faults).most_common():
        print(f"{times:6} {fault}")


if __name__ == "__main__":
    main()
