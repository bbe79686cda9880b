"""Many readers at once, over real WebSockets, each changing text or settings once a second.

Run: python -m tests.benchmarks.bench_readers --readers 30 100 --servers 1 --seconds 30
     python -m tests.benchmarks.bench_readers --readers 300 --servers 2      (needs nginx)
     python -m tests.benchmarks.bench_readers --readers 20 --minutes 60

All open the lesson within a second and, once it stands in every browser, begin to change; with
300 and more the server may let them in more slowly. A wait is from a change to the end of its run,
as the reader's browser would see it. The readers
run on the same machine and take their part of it; CPU is the servers' own, and tells more on a
machine that has other work. "No text" counts the runs without the reader's own text in them, which
should be none, and no reader may receive another's. Memory is the servers' own, before the readers
come, while they read, and after they left; with --minutes one crowd follows another, a row each.
"""

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.behind_nginx import servers
from tests.benchmarks.reader import Reader

HEAD = (
    "readers  opened/ms (p95) changes median/ms   p95/ms   max/ms  no text CPU ms/change"
    " MB bef.    most   after"
)
FORGET_AFTER = 5
"""Seconds until the server forgets a reader who left; Streamlit's own 120 for a quicker end."""


def memory(pids: list[int]) -> float:
    """Megabytes of memory that processes hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * 4_096 / 1e6


def cpu(pids: list[int]) -> float:
    """Seconds of CPU that processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / 100


async def arrive(reader: Reader, after: float) -> None:
    """Open the lesson, so many seconds after the first."""
    await asyncio.sleep(after)
    await reader.open()


async def crowd(url: str, count: int, seconds: float, every: float, pids: list[int]) -> str:
    """Let readers in, all within a second, and tell what they felt, in one row."""
    readers = [Reader(url, number) for number in range(count)]
    before = memory(pids)
    await asyncio.gather(*(arrive(reader, number / count) for number, reader in enumerate(readers)))
    used, most = cpu(pids), memory(pids)
    tasks = [asyncio.create_task(reader.change(seconds, every)) for reader in readers]
    while not all(task.done() for task in tasks):
        most = max(most, memory(pids))
        await asyncio.sleep(0.5)
    for task in tasks:
        task.result()
    used = cpu(pids) - used
    await asyncio.gather(*(reader.leave() for reader in readers))
    await asyncio.sleep(FORGET_AFTER + 15)
    for reader in readers:
        if reader.foreign:
            raise SystemExit(f"reader {reader.number} received text of {sorted(reader.foreign)}")
    waits = sorted(wait for reader in readers for wait in reader.waits)
    opened = sorted(reader.opened for reader in readers)
    unanswered = sum(reader.unanswered for reader in readers)
    return (
        f"{count:>7} {statistics.median(opened):>10.0f} {opened[int(0.95 * count)]:>5.0f} "
        f"{len(waits):>7} {statistics.median(waits):>9.0f} "
        f"{waits[int(0.95 * len(waits))]:>9.0f} {waits[-1]:>9.0f} {unanswered:>8} "
        f"{1_000 * used / len(waits):>13.0f} {before:>7.0f} {most:>7.0f} {memory(pids):>7.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, nargs="+", default=[30, 100])
    parser.add_argument("--servers", type=int, default=1, help="behind nginx if more than one")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=1, help="seconds between two changes")
    parser.add_argument("--minutes", type=float, default=0, help="of one crowd after another")
    asked = parser.parse_args()
    with servers(asked.servers, f"--server.disconnectedSessionTTL={FORGET_AFTER}") as (url, pids):
        print(HEAD)
        end = time.monotonic() + 60 * asked.minutes
        while True:
            for count in asked.readers:
                row = crowd(url, count, asked.seconds, asked.every, pids)
                print(asyncio.run(row), flush=True)
            if time.monotonic() >= end:
                return


if __name__ == "__main__":
    main()
