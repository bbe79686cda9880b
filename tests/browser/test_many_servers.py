"""Several servers behind nginx, as deploy/nginx.conf has it: a reader stays with one of them."""

import json
import os
import shutil
import signal
import zlib
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.behind_nginx import NGINX, servers
from tests.browser.driving import IDLE, close_popover, open_settings, settle

LESSONS = ("compare", "unigram", "byte_bpe")
READERS = ("a", "b")
"""Two cookies, of which each chooses another server."""


@pytest.fixture(scope="module")
def two_servers(browser: Browser) -> Iterator[tuple[str, list[int]]]:  # noqa: ARG001 - skips
    """Their address and their processes, of which the last test kills one."""
    if shutil.which(NGINX) is None:
        reason = "no nginx on this machine: install the system's package `nginx-light`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with servers(2) as both:
        yield both


@pytest.fixture
def address(two_servers: tuple[str, list[int]]) -> str:
    return two_servers[0]


def cookie(url: str, **headers: str) -> str | None:
    """The reader's cookie that an answer sets."""
    with urlopen(Request(url, headers=headers), timeout=10) as answer:
        for line in answer.headers.get_all("Set-Cookie") or []:
            if "tokviz_reader" in SimpleCookie(line):
                return SimpleCookie(line)["tokviz_reader"].value
    return None


def test_every_new_reader_gets_a_cookie_of_their_own_and_keeps_it(address: str) -> None:
    first, second = cookie(address), cookie(address)
    assert first
    assert second
    assert first != second
    assert cookie(address, Cookie=f"tokviz_reader={first}") is None


@pytest.mark.stage_alone
def test_a_reader_has_pages_and_uploads_from_one_server_whatever_their_cookie_says_later(
    address: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """Mixed up, no other server would have the session that the file is for.

    A cookie chooses another server once one comes or goes; the session stays where the page began.
    """
    page = new_page()
    for lesson in LESSONS:
        page.goto(f"{address}/{lesson}")
        settle(page)
    bring_text(page, tmp_path, "two toads totally tired tried to trot to tired roads")
    for reader, text in zip(READERS, ("zig zag", "ping pong"), strict=True):
        choose(page, reader, address)
        bring_text(page, tmp_path, text)


def choose(page: Page, reader: str, address: str) -> None:
    page.context.add_cookies([{"name": "tokviz_reader", "value": reader, "url": address}])


def test_two_readers_choose_each_a_server() -> None:
    """As nginx hashes a cookie among two: else the tests of them would show nothing."""
    assert {(zlib.crc32(reader.encode()) >> 16 & 0x7FFF) % 2 for reader in READERS} == {0, 1}


def bring_text(page: Page, folder: Path, text: str) -> None:
    open_settings(page)
    file = folder / "own.txt"
    file.write_text(text, encoding="utf-8")
    page.locator("input[type=file]").first.set_input_files(file)
    settle(page)
    expect(page.get_by_test_id("tokviz-token").first).to_have_text(text[0])
    close_popover(page)


def test_a_link_that_fills_several_boxes_is_read_behind_nginx_too(address: str) -> None:
    with urlopen(f"{address}/byte_bpe?new_text={'a' * 60_000}", timeout=10) as answer:
        assert answer.status == 200


def test_the_doors_are_closed_behind_nginx_too(address: str) -> None:
    for path, host in (("/", "rebound.example"), ("/_stcore/metrics", "localhost")):
        with pytest.raises(HTTPError) as error:
            urlopen(Request(address + path, headers={"Host": host}), timeout=10)
        assert error.value.code in (403, 404)
        error.value.close()
    with urlopen(address, timeout=10) as answer:
        assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_class_is_found_by_its_code_whichever_server_its_readers_have(address: str) -> None:
    for letter in "klmnop":
        leads = {"Authorization": f"Bearer {letter * 40}"}
        asked = Request(f"{address}/live/code", headers=leads, method="POST")
        with urlopen(asked, timeout=10) as answer:
            code = json.load(answer)["code"]
        start = Request(f"{address}/live/{code}", headers=leads, method="POST")
        urlopen(start, timeout=10).close()
        for reader in "abcd":
            asked = Request(f"{address}/live/{code}/events", headers=of_reader(reader))
            with urlopen(asked, timeout=10) as news:
                assert news.readline().startswith(b"data: ")


def of_reader(name: str) -> dict[str, str]:
    return {"Cookie": f"tokviz_reader={name * 32}"}


@pytest.mark.stage_alone
def test_readers_of_a_server_that_died_go_on_with_another(
    two_servers: tuple[str, list[int]], unwatched: Callable[[], Page]
) -> None:
    """Two readers, each with a server: whoever's dies, both keep the text and can change more.

    It ends a server, and stands last.
    """
    url, processes = two_servers
    pages = [unwatched() for _ in READERS]
    for page, reader in zip(pages, READERS, strict=True):
        choose(page, reader, url)
        page.goto(f"{url}/byte_bpe")
        settle(page)
        type_text(page, "zig zag zig zag")
    os.kill(processes[0], signal.SIGKILL)
    pages[0].wait_for_timeout(2_000)
    for page in pages:
        page.wait_for_selector(IDLE, timeout=60_000)
        settle(page)
        expect(page.get_by_test_id("tokviz-token").first).to_contain_text("z")
        type_text(page, "ping pong ping pong")
        expect(page.get_by_test_id("tokviz-token").first).to_contain_text("p")


def type_text(page: Page, text: str) -> None:
    open_settings(page)
    page.get_by_role("textbox", name="Your own text").fill(text)
    page.keyboard.press("Control+Enter")
    settle(page)
    close_popover(page)
