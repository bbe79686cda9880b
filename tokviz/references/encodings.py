"""tiktoken's encodings, kept on this machine: fetched once with a network, then used without.

tiktoken keeps what it fetched in a folder for passing files, which systems empty. Here they lie in
the user's own cache, or where ``TOKVIZ_ENCODINGS`` or tiktoken's own variable says. tiktoken writes
each file whole before it gets its name, and takes none whose SHA-256 is not the one that it knows;
an empty file beside says which encodings are complete.

Source: ``tiktoken.load``, version 0.14.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import tiktoken
import tiktoken.load
import tiktoken.registry

from tokviz.checks.errors import TokvizError

FOLDER = "TOKVIZ_ENCODINGS"
"""The environment variable that chooses the folder."""
OF_MODELS = {"cl100k_base": "GPT-4", "o200k_base": "GPT-4o", "o200k_harmony": "gpt-oss"}
"""The models that made an encoding known."""
_TIKTOKENS = "TIKTOKEN_CACHE_DIR"
_COMPLETE = ".complete"
_turn = threading.Lock()


def names() -> list[str]:
    """The encodings that tiktoken knows, but for GPT-2's, which comes with tokviz."""
    return [name for name in tiktoken.list_encoding_names() if name != "gpt2"]


def folder() -> Path:
    """Where they are kept; TokvizError where this user has no such place."""
    if chosen := os.environ.get(FOLDER) or os.environ.get(_TIKTOKENS):
        return Path(chosen)
    try:
        home = Path.home()
    except RuntimeError:
        raise TokvizError(
            f"Encodings are kept in the user's home, but this user has none. Set {FOLDER} to a "
            "folder."
        ) from None
    caches = {"win32": home / "AppData/Local", "darwin": home / "Library/Caches"}
    own = os.environ.get("XDG_CACHE_HOME")
    cache = Path(own) if own else caches.get(sys.platform, home / ".cache")
    return cache / "tokviz" / "encodings"


def kept() -> list[str]:
    """The encodings that this machine has, in tiktoken's order."""
    try:
        place = folder()
        return [name for name in names() if (place / f"{name}{_COMPLETE}").is_file()]
    except (TokvizError, OSError):
        return []


def check_name(name: str) -> None:
    """TokvizError where tiktoken knows no such encoding."""
    if name not in names():
        raise TokvizError(
            f"There is no encoding {name!r:.60} of tiktoken's to fetch. Choose one of: "
            f"{', '.join(names())}."
        )


def check_folder() -> Path:
    """The folder, made and tried; TokvizError where nothing can be written there."""
    place = folder()
    trial = place / f"trial-{os.getpid()}-{threading.get_ident()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise TokvizError(
            f"Encodings are kept in {place}, but nothing can be written there "
            f"({error.strerror}). Set {FOLDER} to a folder of yours."
        ) from None
    return place


def fetch(name: str, *, must_keep: bool = True) -> tiktoken.Encoding:
    """Fetch an encoding, or take what is there, and keep it; TokvizError where that fails.

    Without ``must_keep`` it is fetched even where it cannot be kept.
    """
    check_name(name)
    try:
        place = check_folder()
    except TokvizError:
        if must_keep:
            raise
        with keeping():
            return _encoding(name)
    with keeping(place):
        tiktoken.registry.ENCODINGS.pop(name, None)  # else it would not look at its files
        encoding = _encoding(name)
    try:
        (place / f"{name}{_COMPLETE}").touch()
    except OSError as error:
        _not_kept(name, error)
    return encoding


def load_kept(name: str) -> tiktoken.Encoding:
    """An encoding that is kept, with no network; TokvizError where it is not there any more."""
    check_name(name)
    with keeping(folder(), network=False):
        return _encoding(name)


def _encoding(name: str) -> tiktoken.Encoding:
    try:
        return tiktoken.get_encoding(name)
    except _NoNetworkError:
        raise TokvizError(
            f"The files of {name} must be whole, but here they are missing or damaged. Fetch them "
            f"again: python -m tokviz fetch {name}"
        ) from None
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:
            _not_kept(name, error)
        if "Hash mismatch" in str(error):
            raise TokvizError(
                f"The files of {name} must have the SHA-256 that tiktoken knows, but what came "
                "has another. Fetch it again, through another network if need be."
            ) from None
        raise TokvizError(
            f"tiktoken must have or fetch {name}, but it could not ({type(error).__name__}). "
            "Check the name and this machine's network; GPT-2 and files need none."
        ) from None


def _not_kept(name: str, error: OSError) -> NoReturn:
    raise TokvizError(
        f"{name} must be kept in {folder()}, but it cannot be written there ({error.strerror}). "
        f"Make room, or set {FOLDER} to another folder."
    ) from None


class _NoNetworkError(Exception):
    """tiktoken has no such file, and may not fetch it."""


@contextmanager
def keeping(place: Path | None = None, *, network: bool = True) -> Iterator[None]:
    """Have tiktoken keep its files there, or nowhere; without the network it has those alone.

    Left to itself it writes all that it reads where files stand for a moment, and on a full disk
    that is the working directory.
    """

    def refuse(blobpath: str) -> bytes:  # noqa: ARG001 - as tiktoken calls it
        raise _NoNetworkError

    with _turn:
        before, read = os.environ.get(_TIKTOKENS), tiktoken.load.read_file
        os.environ[_TIKTOKENS] = "" if place is None else str(place)
        if not network:
            tiktoken.load.read_file = refuse
        try:
            yield
        finally:
            tiktoken.load.read_file = read
            os.environ.pop(_TIKTOKENS)
            if before is not None:
                os.environ[_TIKTOKENS] = before
