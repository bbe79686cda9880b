"""A class that follows its leader, over real HTTP: how long a step is on its way to everybody.

Run: python tests/benchmarks/bench_class.py --followers 100 --seconds 30
     python tests/benchmarks/bench_class.py --servers 2              (needs nginx)
     python tests/benchmarks/bench_class.py --flood 10000            (somebody opens streams, too)
     python tests/benchmarks/bench_class.py --texts 5   (followers with their pages; other texts)

The leader moves some times a second; a wait is from the moment before she tells a step until a
follower has read it. All run on the same machine and take their part of it; CPU is the server's
own. A flood comes from one address, opens streams until the server refuses them, and keeps them.
With --texts each follower has a page, too, and the leader sets one text after another: a wait is
then until the run is done that shows a follower's page with that text.
"""

import argparse
import asyncio
import json
import secrets
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.behind_nginx import servers
from tests.benchmarks.bench_readers import cpu, memory
from tests.benchmarks.reader import FollowingReader
from tokviz.ui.shell.values import pack_text

CODE, KEY = "ABCDEF", secrets.token_hex(24)
PLACE = {"page": "byte_bpe", "query": "sample=rhyme&merges=40", "text": ""}
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Asker:
    """Asks one server over connections of its own."""

    def __init__(self, url: str) -> None:
        self._at = urlsplit(url)

    async def connected(self) -> Connection:
        return await asyncio.open_connection(self._at.hostname, self._at.port)

    def head(self, method: str, path: str, body: bytes = b"", key: str = "") -> bytes:
        lines = [f"{method} /live/{CODE}{path} HTTP/1.1", f"Host: {self._at.netloc}"]
        lines += [f"Authorization: Bearer {key}"] * bool(key)
        return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body

    async def send(self, on: Connection, method: str, path: str, said: object, key: str) -> int:
        """The status of the answer, which is read to its end."""
        reader, writer = on
        writer.write(self.head(method, path, json.dumps(said).encode(), key))
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = head.split("content-length: ")[1].split("\r\n")[0]
        await reader.readexactly(int(length))
        return int(head.split()[1])

    async def listen(self) -> tuple[int, Connection]:
        """The status of a stream of news, and the stream."""
        reader, writer = await self.connected()
        writer.write(self.head("GET", "/events"))
        head = await reader.readuntil(b"\r\n\r\n")
        return int(head.split()[1]), (reader, writer)


async def follow(asker: Asker, told: dict[int, float], waits: list[float]) -> None:
    """Hear every step, and note how long it was on its way."""
    status, (reader, _) = await asker.listen()
    assert status == 200, status
    while line := await reader.readline():
        if line.startswith(b'data: {"steps"'):
            step = json.loads(line[6:])["steps"]["at"]["7"]["step"]
            waits.append(1_000 * (time.perf_counter() - told[step]))


async def flood(asker: Asker, count: int) -> Counter[int]:
    """Open this many streams, a hundred at a time; what the server answered, by status."""
    answers: Counter[int] = Counter()
    kept = []
    for _ in range(0, count, 100):
        opened = await asyncio.gather(*(asker.listen() for _ in range(100)))
        answers.update(status for status, _ in opened)
        kept += [stream for status, stream in opened if status == 200]
        for status, (_, writer) in opened:
            if status != 200:
                writer.close()
    return answers


async def texts(url: str, pids: list[int], asked: argparse.Namespace) -> None:
    """Set one text after another before a class whose pages follow, and print what they felt."""
    asker = Asker(url)
    leads = await asker.connected()
    assert await asker.send(leads, "POST", "", None, KEY) == 200
    followers = [FollowingReader(url, number) for number in range(asked.followers)]
    streams = []
    for follower in followers:
        await follower.open()
        streams.append((await asker.listen())[1])
    print("text   median/ms  p95/ms  max/ms  CPU ms/page     MB")
    for number in range(asked.texts):
        query = f"text={pack_text(f'zq{number:04d}x and a hen ' * 12)}&merges=20&min_count=2"
        place = {"page": "byte_bpe", "query": query, "text": ""}
        leads = await asker.connected()
        used, told = cpu(pids), time.perf_counter()
        assert await asker.send(leads, "POST", "/state", {"place": place}, KEY) == 200
        going = zip(followers, streams, strict=True)
        waits = sorted(await asyncio.gather(*(arrive(*each, number, told) for each in going)))
        median, late = statistics.median(waits), waits[int(0.95 * len(waits))]
        each = 1_000 * (cpu(pids) - used) / len(waits)
        print(
            f"{number + 1:>4} {median:>11.0f} {late:>7.0f} {waits[-1]:>7.0f} {each:>12.0f} "
            f"{memory(pids):>6.0f}"
        )


async def arrive(follower: FollowingReader, stream: Connection, mark: int, told: float) -> float:
    """Hear where the leader is, go there, and tell the milliseconds since she was told it."""
    while not (line := await stream[0].readline()).startswith(b'data: {"place"'):
        assert line, "the stream ended"
    await follower.go(json.loads(line[6:])["place"], mark)
    return 1_000 * (time.perf_counter() - told)


async def lesson(url: str, pids: list[int], asked: argparse.Namespace) -> None:
    """Lead a class and print what its followers felt."""
    asker, told, waits = Asker(url), dict[int, float](), list[float]()
    leads = await asker.connected()
    assert await asker.send(leads, "POST", "", None, KEY) == 200
    assert await asker.send(leads, "POST", "/state", {"place": PLACE}, KEY) == 200
    following = [asyncio.create_task(follow(asker, told, waits)) for _ in range(asked.followers)]
    await asyncio.sleep(2)
    flooding = asyncio.create_task(flood(asker, asked.flood))
    used, began = cpu(pids), time.perf_counter()
    steps = int(asked.seconds * asked.moves)
    for step in range(steps):
        told[step] = time.perf_counter()
        at = {"7": {"step": step, "about": 1}}
        assert (
            await asker.send(leads, "POST", "/state", {"steps": {"moved": 7, "at": at}}, KEY) == 200
        )
        await asyncio.sleep(max(0, began + (step + 1) / asked.moves - time.perf_counter()))
    await asyncio.sleep(1)
    used = (cpu(pids) - used) / (time.perf_counter() - began)
    for task in following:
        task.cancel()
    waits.sort()
    print("followers   heard of     median/ms  p95/ms  max/ms  CPU of a core     MB")
    print(
        f"{asked.followers:>9} {len(waits):>7} {steps * asked.followers:>8} "
        f"{statistics.median(waits):>9.1f} {waits[int(0.95 * len(waits))]:>9.1f} {waits[-1]:>7.1f}"
        f" {100 * used:>12.0f} % {memory(pids):>7.0f}"
    )
    if asked.flood:
        print(f"of the flood, by status: {dict(await flooding)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--followers", type=int, default=100)
    parser.add_argument("--moves", type=float, default=5, help="of the leader, a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--servers", type=int, default=1, help="behind nginx if more than one")
    parser.add_argument("--flood", type=int, default=0, help="streams that somebody else opens")
    parser.add_argument("--texts", type=int, default=0, help="that the leader sets, before pages")
    asked = parser.parse_args()
    with servers(asked.servers) as (url, pids):
        asyncio.run((texts if asked.texts else lesson)(url, pids, asked))


if __name__ == "__main__":
    main()
