"""What ``docker compose up`` starts, without Docker: the files that it copies, its commands, names.

The server's stage of the Dockerfile is followed in a folder of its own, on this machine's address.
Not here: nginx (test_behind_nginx.py), and that the packages of the lock can be installed.
"""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import yaml  # type: ignore[import-untyped]
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.benchmarks.reader import Reader
from tests.browser.driving import ROOT, free_port, stop_server, until_it_answers
from tokviz.lessons import LESSONS
from tokviz.ui.server.whereabouts import BEHIND

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
DOCKERFILE = (ROOT / COMPOSE["app"]["build"]["dockerfile"]).read_text(encoding="utf-8")
STAGE = next(
    part
    for part in re.split(r"^FROM ", DOCKERFILE.replace("\\\n", " "), flags=re.MULTILINE)
    if part.partition("\n")[0].endswith(f" AS {COMPOSE['app']['build']['target']}")
)
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def told(instruction: str) -> list[str]:
    """What the stage says after an instruction, each time."""
    return re.findall(rf"^{instruction}\b *(.*)$", STAGE, re.MULTILINE)


(PORT,) = told("EXPOSE")


@dataclass
class Visitor(Reader):
    """A reader who only opens a lesson; ``errors`` are those that the page shows."""

    errors: list[str] = field(default_factory=list)

    async def look(self) -> None:
        await self.open()
        await self.leave()

    def _take(self, frame: bytes) -> bool:
        element = ForwardMsg.FromString(frame).delta.new_element
        if element.HasField("exception") or element.alert.format == Alert.ERROR:
            self.errors.append(str(element))
        return super()._take(frame)


def test_what_is_copied_runs_and_shows_every_lesson(tmp_path: Path) -> None:
    for source, target in map(str.split, told("COPY")):
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy(ROOT / source, tmp_path / target)
    port = str(free_port())
    (command,) = map(json.loads, told("CMD"))
    here = [word.replace("0.0.0.0", "127.0.0.1") for word in command]
    server = subprocess.Popen(
        [sys.executable, "-m", *here, f"--server.port={port}"], cwd=tmp_path, env=os.environ
    )
    try:
        until_it_answers(server, url := f"http://127.0.0.1:{port}")
        (check,) = re.findall("CMD (.*)", told("HEALTHCHECK")[0])
        _, *asked = shlex.split(check.replace(PORT, port))
        assert subprocess.run([sys.executable, *asked], check=False).returncode == 0
        for lesson in LESSONS:
            visitor = Visitor(url, 0, lesson.key)
            with ThreadPoolExecutor(1) as elsewhere:  # a browser's loop may run in this thread
                elsewhere.submit(asyncio.run, visitor.look()).result()
            assert not visitor.errors
            assert visitor.received > 10_000
    finally:
        stop_server(server)


def test_what_is_copied_is_sent_to_docker() -> None:
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert sent[sent.index("*") + 1 :]
    assert {f"!{source.split()[0]}" for source in told("COPY")} <= set(sent)


def test_nginx_finds_the_servers_and_readers_find_nginx() -> None:
    (app,) = [name for name, service in COMPOSE.items() if "build" in service]
    assert set(re.findall(r"server (\S+?:\d+)", NGINX)) == {f"{app}:{PORT}"}
    (published,) = COMPOSE["nginx"]["ports"]
    assert f"listen {published.rpartition(':')[2]};" in NGINX
    (mounted,) = COMPOSE["nginx"]["volumes"]
    assert (ROOT / mounted.partition(":")[0]).read_text(encoding="utf-8") == NGINX


def test_a_container_gives_no_address_of_its_own_to_a_class() -> None:
    assert COMPOSE["app"]["environment"][BEHIND]


def test_logs_hold_no_reader_s_text_and_have_an_end() -> None:
    """An address holds the text, and each request was a line of nginx's log."""
    assert re.findall("(access_log|error_log) (.*);", NGINX) == [
        ("access_log", "off"),
        ("error_log", "stderr crit"),
    ]
    assert all("max-size" in service["logging"]["options"] for service in COMPOSE.values())
