"""A class that follows its leader, over real HTTP: how long a step is on its way to everybody.

Run: python tests/benchmarks/bench_class.py --followers 100 --seconds 30
     python tests/benchmarks/bench_class.py --servers 2              (needs nginx)
     python tests/benchmarks/bench_class.py --flood 10000            (somebody opens streams, too)
     python tests/benchmarks/bench_class.py --texts 6   (followers with their pages; other texts)

The leader moves some times a second; a wait is from the moment before she tells a step until a
follower has read it. All run on the same machine and take their part of it; CPU is the server's
own. A flood comes from one address, opens streams until the server refuses them, and keeps them.
With --texts each follower has a page, too, and the leader sets one text after another, here and on
another page by turns. "Stage seen" is then until a follower has what stands on her stage whole, for
the browser to draw, and "page there" until the run is done that shows the follower's own page with
that text. Runs begin after a pause by chance, as views/classroom/follower.js has it.
"""

import argparse
import asyncio
import gzip
import json
import random
import secrets
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.behind_nginx import servers
from tests.benchmarks.bench_readers import cpu, memory
from tests.benchmarks.reader import FollowingReader
from tests.recorded import recorded
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.ui.server.live_class.codes import code_of
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import mounted, payload_sig
from tokviz.views.player.player import train_payload

RUN, GRACE = 0.015, 0.25
"""Seconds, and a part of them, as views/classroom/follower.js has them."""
PAGES = ("byte_bpe", "regex_bpe")
KEY = secrets.token_hex(24)
CODE = code_of(KEY)
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
        """The status of the answer, which is read to its end; bytes are sent as they are."""
        reader, writer = on
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        writer.write(self.head(method, path, body, key))
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = head.split("content-length: ")[1].split("\r\n")[0]
        await reader.readexactly(int(length))
        return int(head.split()[1])

    async def fetch(self, path: str) -> bytes:
        """What is there, over a connection of its own."""
        reader, writer = await self.connected()
        writer.write(self.head("GET", path))
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        assert " 200 " in head, head
        content = await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
        writer.close()
        return content

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
    print("                    stage seen          page there")
    print("text page        median/ms  p95/ms  median/ms  p95/ms  CPU ms/page     MB")
    for number in range(asked.texts):
        await asyncio.sleep(asked.rest)
        place, stage, zipped = shown(number, PAGES[number % 2])
        used, told = cpu(pids), time.perf_counter()
        leads = await asker.connected()
        path = f"/stage/{stage['replays'][0]['digest']}"
        assert await asker.send(leads, "POST", path, zipped, KEY) == 200
        assert (
            await asker.send(leads, "POST", "/state", {"place": place, "stage": stage}, KEY) == 200
        )
        going = zip(followers, streams, strict=True)
        waits = await asyncio.gather(*(arrive(asker, *each, number, told) for each in going))
        seen, there = zip(*waits, strict=True)
        each = 1_000 * (cpu(pids) - used) / len(waits)
        print(
            f"{number + 1:>4} {place['page']:<10} {felt(seen)} {felt(there)} "
            f"{each:>12.0f} {memory(pids):>6.0f}"
        )


def shown(number: int, page: str) -> tuple[dict[str, str], dict[str, Any], bytes]:
    """A place that the leader goes to, what stands on her stage there, and its replay, zipped."""
    text = f"zq{number:04d}x and a hen " * 12
    query = f"text={pack_text(text)}&merges=20&min_count=2"
    trained = RegexBPE if page == "regex_bpe" else ByteBPE
    payload = train_payload(recorded(trained.train(text, num_merges=20, min_count=2).trace))
    replays = [{"kind": "player", "digest": payload_sig(payload)}]
    place = {"page": page, "query": query, "text": ""}
    return place, {"title": page, "replays": replays}, gzip.compress(mounted(payload))


def felt(waits: Iterable[float]) -> str:
    """The median and the 95th percentile."""
    ordered = sorted(waits)
    return f"{statistics.median(ordered):>10.0f} {ordered[int(0.95 * len(ordered))]:>7.0f}"


async def arrive(
    asker: Asker, follower: FollowingReader, stream: Connection, mark: int, told: float
) -> tuple[float, float]:
    """Hear where the leader is, fetch her stage, and go there after a pause by chance.

    The milliseconds since the leader's first word until the stage was here, and the page was.
    """
    while b'"place"' not in (line := await stream[0].readline()):
        assert line, "the stream ended"
    news = json.loads(line[6:])

    async def see() -> float:
        digest = news["stage"]["replays"][0]["digest"]
        zipped = await asker.fetch(f"/stage/{digest}")
        assert digest.encode() in gzip.decompress(zipped)
        return 1_000 * (time.perf_counter() - told)

    async def go() -> float:
        await asyncio.sleep(news["crowd"] * RUN * (GRACE + random.random()))
        await follower.go(news["place"], mark)
        return 1_000 * (time.perf_counter() - told)

    seen, there = await asyncio.gather(see(), go())
    return seen, there


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
    parser.add_argument("--rest", type=float, default=2, help="seconds before each text")
    asked = parser.parse_args()
    with servers(asked.servers) as (url, pids):
        asyncio.run((texts if asked.texts else lesson)(url, pids, asked))


if __name__ == "__main__":
    main()
