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
AROUND = """daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes auto;
events {{ worker_connections 4096; }}
http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{conf}
}}
"""


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
    conf = re.sub(r"server app:8501;.*", lines, conf)
    conf = conf.replace("listen 8501;", f"listen 127.0.0.1:{port};")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # started by root, it does its work as nobody
        path = Path(folder) / "nginx.conf"
        path.write_text(AROUND.format(folder=folder, conf=conf), encoding="utf-8")
        command = [*within, NGINX, "-p", folder, "-c", str(path), "-e", f"{folder}/error.log"]
        process = subprocess.Popen(command)
        address = f"http://127.0.0.1:{port}"
        try:
            until_it_answers(process, address)
            yield address
        finally:
            stop_server(process)
