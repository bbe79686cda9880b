"""What a button saves stays as long as somebody may be about to have it, and no longer."""

from collections.abc import Iterator

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from tokviz.ui.server import saves
from tokviz.ui.server.saves import KEPT_SECONDS, keep_what_is_saved

WAYS = ("add_deferred", "execute_deferred", "remove_orphaned_files")


class Server:
    """Its files, a clock, and who runs; each reader's page has one button."""

    def __init__(self) -> None:
        self.storage = MemoryMediaFileStorage("/media")
        self.files = MediaFileManager(self.storage)
        self.now, self.reader = 0.0, "nobody"

    def run(self, reader: str, gives: bytes | None, *, place: str = "1.2") -> str:
        """A run of the whole page; the id of its button."""
        self.reader = reader
        self.files.clear_session_refs()
        button = "" if gives is None else self.draw(reader, gives, place=place)
        self.files.remove_orphaned_files()
        return button

    def draw(self, reader: str, gives: bytes, *, place: str = "1.2") -> str:
        self.reader = reader
        return self.files.add_deferred(lambda: gives, "text/csv", place, element_id="save")

    def press(self, button: str) -> str:
        """The file that the answer tells of."""
        return self.files.execute_deferred(button).rpartition("/")[2]

    def fetched(self, file: str) -> bytes | None:
        found = self.files.read_file(file)
        return found and found.content


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    before = {way: vars(MediaFileManager)[way] for way in WAYS}
    keep_what_is_saved()
    server = Server()
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: server.reader)
    monkeypatch.setattr(saves, "monotonic", lambda: server.now)
    yield server
    for way, streamlits in before.items():
        setattr(MediaFileManager, way, streamlits)


def test_a_file_that_was_made_stays_while_others_run(server: Server) -> None:
    button = server.run("Ada", b"a,b")
    file = server.press(button)
    for _ in range(20):
        server.run("Ben", b"others")
    assert server.fetched(file) == b"a,b"


def test_a_press_on_a_button_that_was_drawn_anew_gives_what_it_gives_now(server: Server) -> None:
    first = server.run("Ada", b"1")
    server.run("Ada", b"2")
    server.run("Ada", b"3", place="1.4")
    assert server.fetched(server.press(first)) == b"3"


def test_a_button_that_is_drawn_anew_in_the_instant_of_a_press_gives_what_it_gives_now(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    button = server.run("Ada", b"1")
    streamlits, drawn = saves._make, list[str]()

    def make(files: MediaFileManager, file_id: str) -> str:
        if not drawn:
            drawn.append(server.draw("Ada", b"2"))
        return streamlits(files, file_id)

    monkeypatch.setattr(saves, "_make", make)
    assert server.fetched(server.press(button)) == b"2"


def test_while_a_page_is_drawn_anew_its_buttons_give_what_they_gave(server: Server) -> None:
    button = server.run("Ada", b"1")
    server.reader = "Ada"
    server.files.clear_session_refs()  # her run has begun
    server.run("Ben", b"others")
    assert server.fetched(server.press(button)) == b"1"
    server.draw("Ada", b"2")
    assert server.fetched(server.press(button)) == b"2"


def test_a_file_given_by_its_address_stays_while_its_page_is_drawn_anew(server: Server) -> None:
    server.reader = "Ada"
    url = server.files.add(b"whole", "text/csv", "1.2", is_for_static_download=True)
    server.files.clear_session_refs()
    for _ in range(3):
        server.run("Ben", b"others")
    assert server.fetched(url.rpartition("/")[2]) == b"whole"


def test_nobody_elses_button_gives_it(server: Server) -> None:
    first = server.run("Ada", b"Ada's")
    server.run("Ben", b"Ben's")
    server.run("Ada", b"Ada's too")
    assert server.fetched(server.press(first)) == b"Ada's too"


def test_what_no_page_has_goes_after_a_while(server: Server) -> None:
    button = server.run("Ada", b"a,b")
    older = server.run("Ada", b"a,b,c")
    file = server.press(older)
    server.run("Ada", None)
    server.now = KEPT_SECONDS
    server.run("Ben", None)
    assert server.fetched(file) == b"a,b,c"
    server.now += 1
    server.run("Ben", None)
    assert server.fetched(file) is None
    for gone in (button, older):
        with pytest.raises(MediaFileStorageError, match="not found"):
            server.press(gone)
    left = saves._lefts[server.files]
    assert not left.since | left.replaced
    assert not server.files._deferred_callables
    assert not server.storage._files_by_id


def test_what_is_drawn_again_is_not_counted_as_left(server: Server) -> None:
    server.reader = "Ada"
    for _ in range(3):
        url = server.files.add(b"whole", "text/csv", "1.2", is_for_static_download=True)
        server.files.remove_orphaned_files()
        server.files.clear_session_refs()
        server.files.remove_orphaned_files()
        server.now += KEPT_SECONDS - 1
    assert server.fetched(url.rpartition("/")[2]) == b"whole"


def test_much_that_was_left_goes_at_once_the_oldest_first(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "MOST_BYTES", 25)
    files = []
    for letter in b"abcd":
        button = server.run("Ada", bytes([letter]) * 10)
        files.append(server.press(button))
        server.run("Ben", None)
    assert [server.fetched(file) is not None for file in files] == [False, False, True, True]


def test_a_file_that_is_made_again_stays_as_long_anew(server: Server) -> None:
    """As where two readers save the training of one sample."""
    server.press(server.run("Ada", b"the sample's"))
    server.run("Ben", None)
    server.now = KEPT_SECONDS - 1
    file = server.press(server.run("Ben", b"the sample's"))
    server.run("Cid", None)
    server.now += 2
    server.run("Cid", None)
    assert server.fetched(file) == b"the sample's"
    server.now += KEPT_SECONDS
    server.run("Cid", None)
    assert server.fetched(file) is None


def test_a_file_beyond_all_room_stays_until_another_comes(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no button goes for a file's size: it has none."""
    monkeypatch.setattr(saves, "MOST_BYTES", 5)
    button = server.run("Ada", b"longer than that")
    large = server.press(button)
    server.reader = "Ada"
    server.files.clear_session_refs()  # her next run has begun
    server.run("Ben", None)
    assert server.fetched(large) == b"longer than that"
    other = server.press(server.run("Ben", b"another"))
    server.run("Cid", None)
    assert server.fetched(large) is None
    assert server.fetched(other) == b"another"
    assert server.press(button) == large


def test_a_button_without_a_name_takes_no_others_place(server: Server) -> None:
    server.reader = "Ada"
    first = server.files.add_deferred(lambda: b"1", "text/csv", "1.2")
    server.files.add_deferred(lambda: b"2", "text/csv", "1.3")
    assert server.fetched(server.press(first)) == b"1"
