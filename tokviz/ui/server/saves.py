"""A button that saves gives its file, whoever else runs in the meantime.

Streamlit looks at the end of every run, of any reader, for what it need keep no longer, and forgets

- what a press had made, before the second such end: where a class works, sooner than the browser
  that was told its address asks for it;
- what a button would make, or the file it gives, as soon as the button is drawn anew, or its page
  has begun to be: who presses in that instant asks for what is gone, and is told nothing.

Here what nobody's page has any more stays for some seconds, and who asks for what a button gave
before it was drawn anew gets what it gives now.
"""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError

KEPT_SECONDS = 10.0
"""How long something stays that no page has any more: a press and a slow network need less."""
MOST_BYTES = 64_000_000
"""Of files that no page has any more; beyond it the one that was left first goes first. The last
stays, however large: somebody is about to fetch it."""


class _Left(NamedTuple):
    """What no page has any more, in the order in which it was left."""

    since: dict[str, float]
    """When each was seen to be left, by its id."""
    replaced: dict[str, tuple[str, float]]
    """The id that a button has in place of an earlier one, and since when."""


_lefts: WeakKeyDictionary[MediaFileManager, _Left] = WeakKeyDictionary()
_offer = MediaFileManager.add_deferred
_make = MediaFileManager.execute_deferred


def keep_what_is_saved() -> None:
    """Let the files of this process stay as told above."""
    MediaFileManager.add_deferred = offer  # type: ignore[assignment, method-assign]
    MediaFileManager.execute_deferred = make  # type: ignore[method-assign]
    MediaFileManager.remove_orphaned_files = forget  # type: ignore[method-assign]


def offer(self: MediaFileManager, maker: Callable[[], Any], *told: Any, **named: Any) -> str:
    """Note what a button will make, in place of what the same button would have made."""
    new = _offer(self, maker, *told, **named)
    with self._lock:
        button = self._deferred_callables[new]["element_id"]
        session = self._deferred_callables[new]["session_id"]
        for old in [*self._deferred_ids_by_session[session]]:
            if old != new and button and self._deferred_callables[old]["element_id"] == button:
                self._drop_deferred_id(old)
                _left(self).replaced[old] = new, monotonic()
    return new


def make(self: MediaFileManager, file_id: str) -> str:
    """Make what a button gives; the address of the file.

    Raises:
        MediaFileStorageError: no page has had the button for a while, or its file can't be made
    """
    newest = _newest(self, file_id)
    try:
        return _make(self, newest)
    except MediaFileStorageError:
        if _newest(self, newest) == newest:
            raise
        return make(self, newest)  # the button was drawn anew in between


def _newest(manager: MediaFileManager, file_id: str) -> str:
    """The id that a button has now."""
    with manager._lock:
        replaced = _left(manager).replaced
        while file_id in replaced:
            file_id, _ = replaced[file_id]
    return file_id


def forget(self: MediaFileManager) -> None:
    """Let go of what no page has had for a while."""
    now = monotonic()
    with self._lock:
        left = _left(self)
        since, replaced = left
        for old in [old for old, (_, at) in replaced.items() if now - at > KEPT_SECONDS]:
            del replaced[old]
        had: set[str] = set()
        for names in self._files_by_session_and_coord.values():
            had.update(names.values())
        none_has = (self._file_metadata.keys() | self._deferred_callables.keys()) - had
        for again in since.keys() - none_has:
            del since[again]
        for name in none_has:
            file = self._file_metadata.get(name)
            if file is not None and not file.is_marked_for_delete:  # made since the last look
                file.mark_for_delete()
                since.pop(name, None)
            since.setdefault(name, now)
        for name in [*_over_due(self, left, now)]:
            del since[name]
            if name in self._file_metadata:
                self._delete_file(name)
            else:
                self._drop_deferred_id(name)


def _left(manager: MediaFileManager) -> _Left:
    return _lefts.setdefault(manager, _Left({}, {}))


def _over_due(manager: MediaFileManager, left: _Left, now: float) -> Iterator[str]:
    """What was left too long ago, or does not fit beside what was left after it."""
    held = 0
    for name, at in reversed([*left.since.items()]):
        size = 0
        if name in manager._file_metadata:
            size = len(manager._storage.get_file(name).content)  # type: ignore[attr-defined]
        is_too_much = bool(size and held) and held + size > MOST_BYTES
        held += size
        if is_too_much or now - at > KEPT_SECONDS:
            yield name
