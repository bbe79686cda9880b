"""tiktoken's encodings on this machine: fetched once from a server of ours, then without it."""

import base64
import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import tiktoken
import tiktoken.load
import tiktoken.registry

from tokviz.__main__ import main
from tokviz.checks.errors import TokvizError
from tokviz.references import encodings
from tokviz.text.pre_tokens import O200K_PATTERN

NAME = "o200k_base"
TOKENS = [*(bytes([byte]) for byte in range(256)), b"th", b" th", b" the", b"he", b"hen"]
CONTENT = b"".join(b"%s %d\n" % (base64.b64encode(token), i) for i, token in enumerate(TOKENS))


class Server(BaseHTTPRequestHandler):
    """Gives the vocabulary, as it is or as it is not."""

    content, asked = CONTENT, 0

    def do_GET(self) -> None:
        Server.asked += 1
        self.send_response(200)
        self.send_header("Content-Length", str(len(Server.content)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(Server.content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder; ``NAME`` is a small vocabulary of our server's."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(Server, "asked", 0)
    monkeypatch.setattr(Server, "content", CONTENT)
    address = f"http://127.0.0.1:{server.server_port}/small.tiktoken"

    def small() -> dict[str, Any]:
        digest = hashlib.sha256(CONTENT).hexdigest()
        ranks = tiktoken.load.load_tiktoken_bpe(address, expected_hash=digest)
        special = {"<|endoftext|>": len(ranks)}
        return {
            "name": NAME,
            "pat_str": O200K_PATTERN,
            "mergeable_ranks": ranks,
            "special_tokens": special,
        }

    encodings.names()  # tiktoken looks up its constructors
    constructors: dict[str, Callable[[], Any]] = {
        **(tiktoken.registry.ENCODING_CONSTRUCTORS or {}),
        NAME: small,
    }
    monkeypatch.setattr(tiktoken.registry, "ENCODING_CONSTRUCTORS", constructors)
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.setenv(encodings.FOLDER, str(tmp_path / "kept"))
    yield tmp_path / "kept"
    server.shutdown()
    server.server_close()


def afresh() -> None:
    """As in another process: tiktoken has loaded nothing."""
    tiktoken.registry.ENCODINGS.clear()


def test_what_was_fetched_once_is_there_without_a_network(place: Path) -> None:
    assert encodings.kept() == []
    fetched = encodings.fetch(NAME)
    assert (encodings.kept(), Server.asked) == ([NAME], 1)
    afresh()
    again = encodings.load_kept(NAME)
    assert (again is not fetched, Server.asked) == (True, 1)
    assert again.encode("the hen") == fetched.encode("the hen")
    assert not list(place.glob("*.tmp"))


def test_to_fetch_again_asks_nobody(place: Path) -> None:
    encodings.fetch(NAME)
    encodings.fetch(NAME)
    assert (Server.asked, len(encodings.kept())) == (1, 1)
    assert place.is_dir()


@pytest.mark.parametrize("content", [CONTENT[:-9], b""])
def test_a_half_written_file_is_told_and_not_fetched_without_being_asked(
    place: Path, content: bytes
) -> None:
    encodings.fetch(NAME)
    (file,) = [path for path in place.iterdir() if path.suffix != ".complete"]
    file.write_bytes(content)
    afresh()
    with pytest.raises(TokvizError, match=rf"missing or damaged.* python -m tokviz fetch {NAME}"):
        encodings.load_kept(NAME)
    assert Server.asked == 1
    encodings.fetch(NAME)
    assert (Server.asked, file.read_bytes()) == (2, CONTENT)


def test_a_file_with_another_sum_is_refused_and_not_kept(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "content", CONTENT.replace(b" 256\n", b" 999\n"))
    with pytest.raises(TokvizError, match=r"must have the SHA-256 that tiktoken knows"):
        encodings.fetch(NAME)
    assert encodings.kept() == []
    assert list(place.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told_before_the_network_is_asked(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write_text("a file, no folder")
    with pytest.raises(TokvizError, match=rf"{place}.* Set TOKVIZ_ENCODINGS to a folder"):
        encodings.fetch(NAME)
    assert Server.asked == 0
    monkeypatch.setattr(tiktoken.load, "read_file", lambda _: CONTENT)
    assert encodings.fetch(NAME, must_keep=False).n_vocab == len(TOKENS) + 1
    assert encodings.kept() == []


def test_what_cannot_be_kept_is_written_nowhere_else(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a full disk the place for passing files is the working directory."""
    passing = tmp_path / "passing"
    passing.mkdir()
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(passing))
    place.write_text("a file, no folder")
    assert encodings.fetch(NAME, must_keep=False).n_vocab == len(TOKENS) + 1
    assert list(passing.iterdir()) == []


def test_a_disk_that_is_full_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(place))

    monkeypatch.setattr("os.rename", full)
    with pytest.raises(TokvizError, match=r"No space left on device.* Make room, or set TOKVIZ_"):
        encodings.fetch(NAME)
    assert encodings.kept() == []


def test_without_a_network_one_sentence_says_so(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(_: str) -> bytes:
        raise ConnectionError("no route")

    monkeypatch.setattr(tiktoken.load, "read_file", unreachable)
    with pytest.raises(TokvizError, match=r"\(ConnectionError\)\. Check .* network"):
        encodings.fetch(NAME)
    assert encodings.kept() == []
    assert place.is_dir()


@pytest.mark.parametrize("name", ["nonsense", "../../etc/passwd", "gpt2", ""])
def test_an_unknown_name_is_told_with_those_that_there_are(place: Path, name: str) -> None:
    with pytest.raises(TokvizError, match=r"There is no encoding .* Choose one of: .*o200k_base"):
        encodings.fetch(name)
    assert not place.exists()


def test_tiktokens_own_variable_says_where_and_stays(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(encodings.FOLDER)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "theirs"))
    encodings.fetch(NAME)
    assert encodings.folder() == tmp_path / "theirs"
    assert not place.exists()
    assert encodings.kept() == [NAME]


@pytest.mark.skipif(sys.platform != "linux", reason="each system has its own place")
def test_otherwise_it_is_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (encodings.FOLDER, "TIKTOKEN_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert encodings.folder() == tmp_path / "tokviz" / "encodings"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert encodings.folder() == tmp_path / ".cache" / "tokviz" / "encodings"


def test_the_command_fetches_and_the_others_take_it_by_name(
    place: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["fetch", NAME]) == 0
    said = capsys.readouterr().err
    assert f"{NAME}, 262 tokens, is kept in {place}" in said
    (tmp_path / "text.txt").write_text("the hen")
    afresh()
    assert main(["encode", str(tmp_path / "text.txt"), "--model", NAME]) == 0
    assert capsys.readouterr().out.split() == ["256", "101", "32", "260"]
    assert Server.asked == 1
    assert main(["fetch", "nonsense"]) == 2
    assert capsys.readouterr().err.startswith("tokviz: There is no encoding 'nonsense'")
