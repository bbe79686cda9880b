"""Each character of a reader's text is drawn: what stands on a page spells the text, to the letter.

One page of each make. Spaces, line ends, bytes and what has no shape of its own are drawn as signs,
which are read here as what they stand for; all else must stand as it was typed.
"""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.driving import settle
from tests.browser.test_payloads import ROWS
from tests.payloads import PAYLOADS, TEXT
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

NAMED = {
    "SP": " ",
    "LF": "\n",
    "↵": "\n",
    "SOH": "\x01",
    "DEL": "\x7f",
    "ZWSP": "\u200b",
    "ZWJ": "\u200d",
    "BOM": "\ufeff",
    "LSEP": "\u2028",
    "RLO": "\u202e",
    "PDF": "\u202c",
}
"""What is drawn by a name or a sign, and what it stands for."""
LINES = "\n".join(" ".join(PAYLOADS[start : start + 5]) for start in range(0, len(PAYLOADS), 5))
"""As few lines as a replay of words shows at once."""
WRITTEN = """(places) => places.map((place) => {
    const found = [], walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement.closest(".part");
        found.push([part ? part.classList[1] : "text", walk.currentNode.data]);
    }
    return found;
})"""
"""The texts of each place, with the kind of the part that holds it."""


def spelled(places: Locator) -> str:
    """What these places say, as a reader of their signs understands it."""
    told = b""
    for place in places.evaluate_all(WRITTEN):
        for kind, text in place:
            if kind == "bytes":
                told += bytes.fromhex(text)
            else:
                sign = "" if kind == "text" else text
                told += NAMED.get(sign, text.replace("\u25cc", "")).encode()  # a mark's circle
    return told.decode()


def opened(app_url: str, page: Page, key: str, text: str, **link: str) -> Page:
    settings = "".join(f"&{name}={value}" for name, value in link.items())
    page.goto(f"{app_url}/{key}?text={pack_text(text)}{settings}")
    settle(page)
    return page


@pytest.mark.parametrize("step", [0, 40])
def test_a_replay_of_merges_spells_the_text_before_and_after(
    step: int, app_url: str, page: Page
) -> None:
    opened(app_url, page, "byte_bpe", TEXT, merges="40", step=str(step))
    assert spelled(page.get_by_test_id("tokviz-token")) == TEXT


def test_the_strips_of_all_that_lose_nothing_spell_the_text(app_url: str, page: Page) -> None:
    opened(app_url, page, "compare", TEXT, tokenizers='["Regex BPE","Byte BPE","GPT-2"]')
    for row in range(3):
        assert spelled(page.locator(f".token[data-row='{row}']")) == TEXT


def test_the_lines_of_a_replay_of_words_spell_the_text(app_url: str, page: Page) -> None:
    opened(app_url, page, "word_level", LINES)
    lines = page.get_by_test_id("tokviz-player").get_by_test_id("tokviz-token")
    assert spelled(lines).startswith(LINES)


def test_rows_of_characters_spell_the_text(app_url: str, page: Page) -> None:
    opened(app_url, page, "text_to_bytes", ROWS)
    assert spelled(page.get_by_test_id("tokviz-grapheme").locator(".character")) == ROWS
