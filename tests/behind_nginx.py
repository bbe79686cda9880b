"""Many servers behind nginx on this machine: deploy/nginx.conf as it is, without Docker."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.driving import ROOT, free_port, start_server, stop_server, until_it_answers

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
"""Debian keeps it from the path of those who are not root."""
WITH_HOSTS = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"']
"""Runs a command that finds in a file of ours which addresses a name has; root may."""
OWN_FOLDERS = "".join(
    f"{kind}_temp_path {{folder}}/{kind};\n"
    for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)
"""Of an nginx beside the system's own."""


@contextmanager
def servers(count: int, *options: str) -> Iterator[tuple[str, list[int]]]:
    """The address of ``count`` servers, behind nginx if they are many, and their processes."""
    with ExitStack() as stack:
        started = [start_server(ROOT / "app.py", *options) for _ in range(count)]
        for process, _ in started:
            stack.callback(stop_server, process)
        urls = [url for _, url in started]
        address = urls[0] if count == 1 else stack.enter_context(nginx(urls))
        yield address, [process.pid for process, _ in started]


@contextmanager
def nginx(urls: list[str]) -> Iterator[str]:
    """The address of an nginx in front of the servers at these addresses."""
    lines = "\n".join(f"server {url.removeprefix('http://')};" for url in urls)
    with _nginx(lines) as address:
        yield address


@contextmanager
def nginx_of_one_name(addresses: list[str], port: int) -> Iterator[str]:
    """The address of an nginx in front of the servers that all have the name ``app``."""
    with TemporaryDirectory() as folder:
        hosts = Path(folder) / "hosts"
        hosts.write_text("".join(f"{address} app\n" for address in addresses), encoding="utf-8")
        with _nginx(f"server app:{port};", *WITH_HOSTS, str(hosts)) as address:
            yield address


@contextmanager
def _nginx(lines: str, *within: str) -> Iterator[str]:
    """The address of an nginx with these lines for its servers, run within a command."""
    port = free_port()
    conf = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # started by root, it does its work as nobody
        for here, there, times in (
            (r"server app:8501( resolve)?;", lines, 2),  # `resolve` is younger than Debian's nginx
            ("listen 8501;", f"listen 127.0.0.1:{port};", 1),
            ("http {", "http {\n" + OWN_FOLDERS.format(folder=folder), 1),
        ):
            conf, found = re.subn(here, there, conf)
            assert found == times, f"deploy/nginx.conf has {here!r} {found} times"
        path = Path(folder) / "nginx.conf"
        path.write_text(conf, encoding="utf-8")
        own = f"daemon off; pid {folder}/pid;"
        command = [*within, NGINX, "-c", str(path), "-e", f"{folder}/error.log", "-g", own]
        process = subprocess.Popen(command)
        address = f"http://127.0.0.1:{port}"
        try:
            until_it_answers(process, address)
            yield address
        finally:
            stop_server(process)
