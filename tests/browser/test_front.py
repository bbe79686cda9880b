"""A page finds its server at once: it is told the folder, and asks beside the connection."""

import json
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import ROOT, settle, start_server, stop_server

# Notes what the page asks of the server, and lets it have no answer.
UNANSWERED = """() => {
  globalThis.asked = [];
  const ask = globalThis.fetch;
  globalThis.fetch = (address, ...rest) => {
    const { pathname } = new URL(address, location.href);
    if (!pathname.includes("/_stcore/")) return ask(address, ...rest);
    asked.push(pathname);
    return new Promise(() => {});
  };
}"""


@pytest.fixture(scope="module")
def below(browser: Browser) -> Iterator[str]:  # noqa: ARG001 - skips without one
    """A server below a base path."""
    process, url = start_server(ROOT / "app.py", base="/lessons")
    yield url
    stop_server(process)


@pytest.fixture(params=["app_url", "below"])
def address(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


@pytest.mark.parametrize("name", ["", "whitespace"])
def test_a_page_is_drawn_without_an_answer_and_asks_in_the_right_folder(
    name: str, address: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    with page.add_init_script(f"({UNANSWERED})()"):
        page.goto(f"{address}/{name}")
        settle(page)
        asked = page.evaluate("asked")
    folder = urlsplit(address).path
    assert asked == [f"{folder}/_stcore/{what}" for what in ("health", "host-config")]


def test_what_it_is_told_is_what_the_server_answers(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(app_url)
    with urlopen(f"{app_url}/_stcore/host-config") as answer:
        answered = json.load(answer)
    told = page.evaluate("__streamlit.HOST_CONFIG")
    assert told == {name: answered[name] for name in ("allowedOrigins", "useExternalAuthToken")}


def test_at_an_address_of_no_page_it_looks_for_the_server(
    app_url: str, unwatched: Callable[[], Page]
) -> None:
    """As Streamlit's page does it: in the folder of the address, then above that."""
    page = unwatched()
    page.goto(f"{app_url}/no_such_page")
    settle(page)
    expect(page).to_have_url(f"{app_url}/")
