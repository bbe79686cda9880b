"""A class sees what a tokenizer does that only its leader has: her file stays on her page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import New, until_drawn
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

TEXT = "lower newest"
CORPUS = "low lower lowest newest widest " * 20
JOINED, UNIGRAM = "joined.json", "pieces.model"
OWN = re.compile(r"^\s*GPT-2, 50,257 tokens[^:]*: [^:]*\.\s*$")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    tokviz.RegexBPE.train(CORPUS, num_merges=12).save(tmp_path / JOINED)
    tokviz.Unigram.train(CORPUS, vocab_size=30).save(tmp_path / UNIGRAM)
    return tmp_path


@pytest.fixture
def pages(app_url: str, new_page: New) -> tuple[Page, Page]:
    """The leader's, and a phone that follows."""
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    leader.goto(f"{app_url}/any_tokenizer?text={pack_text(TEXT)}")
    settle(leader)
    join(phone, app_url, lead(leader))
    settle(phone)
    return leader, phone


def bring(page: Page, file: Path) -> None:
    page.get_by_role("button", name="Tokenizer").first.click()
    body = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    body.get_by_text("A file", exact=True).click()
    body.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".st-key-verdict")).to_contain_text(file.name)
    page.keyboard.press("Escape")
    settle(page)


def tokens(page: Page) -> Locator:
    return page.locator(".st-key-stage").get_by_test_id("tokviz-token")


def sees(leader: Page, phone: Page, name: str, step: int) -> None:
    """The phone has the leader's tokens, and says whose tokenizer it is."""
    for page in (leader, phone):
        expect_step(page, step)
    expect(tokens(phone)).to_have_text(tokens(leader).all_inner_texts())
    expect(phone.get_by_text(f"{name}, which your class has open.")).to_be_visible()
    expect(phone.get_by_text("The link was made with")).to_be_hidden()


def test_a_phone_has_the_leaders_tokens_and_the_files_name(
    files: Path, pages: tuple[Page, Page]
) -> None:
    """After a reload, too; with another tokenizer, or alone, it has its own page's again."""
    leader, phone = pages
    bring(leader, files / JOINED)
    sees(leader, phone, JOINED, 0)
    for step in (1, 2, 3):
        leader.get_by_test_id("tokviz-next").first.click()
        sees(leader, phone, JOINED, step)
    settle(phone)
    phone.wait_for_timeout(2_000)  # a preview ends once the page's own run is drawn
    sees(leader, phone, JOINED, 3)
    phone.reload()
    settle(phone)
    sees(leader, phone, JOINED, 3)
    leader.get_by_role("button", name="Tokenizer").first.click()
    leader.get_by_text("GPT-2", exact=True).first.click()
    leader.keyboard.press("Escape")
    for page in (leader, phone):
        expect(page.locator(".st-key-verdict")).to_have_text(OWN)


def test_a_phone_has_a_replay_of_another_kind_until_it_explores_alone(
    files: Path, pages: tuple[Page, Page]
) -> None:
    leader, phone = pages
    bring(leader, files / UNIGRAM)
    shown = phone.get_by_test_id("tokviz-preview")
    expect(shown.get_by_role("heading", name=UNIGRAM)).to_be_visible()
    leader.get_by_test_id("tokviz-next").first.click()
    expect(shown).to_contain_text("Only one piece ends at position 1.")
    until_drawn(phone)
    phone.wait_for_timeout(2_000)  # a preview ends once the page's own run is drawn
    expect(shown).to_contain_text("Only one piece ends at position 1.")
    shown.get_by_test_id("tokviz-next").click()
    expect(bar(phone)).to_contain_text("Exploring on your own")
    expect(shown).to_have_count(0)
    expect(phone.get_by_text("The link was made with")).to_be_visible()
