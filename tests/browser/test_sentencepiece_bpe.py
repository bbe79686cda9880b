"""SentencePiece BPE in a real browser: the replay with ▁, normalization, the library beside it."""

from pathlib import Path

import pytest
import sentencepiece
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, HOSTILE, open_settings, settle
from tests.browser.test_unigram import load_theirs
from tokviz.ui.shell.values import pack_text


def replay(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-player").first


def open_page(page: Page, url: str, **query: str) -> None:
    pairs = "&".join(f"{name}={value}" for name, value in query.items())
    page.goto(f"{url}/sentencepiece_bpe?{pairs}")
    settle(page)
    expect(replay(page)).to_have_attribute("data-step", ANY_STEP)


@pytest.mark.stage_alone
def test_merges_are_replayed_over_the_normalized_text_and_identity_leaves_the_ligature(
    app_url: str, page: Page
) -> None:
    open_page(page, app_url, text=pack_text("ﬁne ﬁne") or "", vocab="30")
    shown = replay(page)
    expect(shown.get_by_test_id("tokviz-token")).to_have_count(10)  # ▁fine▁fine
    shown.get_by_test_id("tokviz-last").click()
    expect(shown.get_by_test_id("tokviz-token")).to_have_count(2)
    assert "ﬁ" not in shown.inner_text()
    open_settings(page)
    page.get_by_role("radiogroup", name="Normalization").get_by_text("identity").click()
    page.wait_for_url("**normalization=identity**")
    settle(page)
    shown.get_by_test_id("tokviz-first").click()
    expect(shown.get_by_test_id("tokviz-token")).to_have_count(8)


@pytest.mark.stage_alone
def test_what_normalization_changed_is_shown_before_and_after(app_url: str, page: Page) -> None:
    open_page(page, app_url)
    open_settings(page)
    page.get_by_text("Normalization:").click()
    marked = page.locator(".normalized mark.rule")
    expect(marked.first).to_be_visible()
    texts = marked.all_inner_texts()
    assert "ﬁ" in texts
    assert "fi" in texts


def test_hostile_text_stays_text(app_url: str, page: Page) -> None:
    open_page(page, app_url, text=pack_text(HOSTILE) or "", vocab="200")
    open_settings(page)
    page.get_by_text("Normalization:").click()
    replay(page).get_by_test_id("tokviz-last").click()
    page.get_by_role("tab", name="Beside sentencepiece").click()
    page.get_by_role("button", name="Train sentencepiece on this text").click()
    expect(page.get_by_text("They cut")).to_be_visible()
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert "hacked" not in page.title()


def test_a_saved_model_is_read_by_the_library_and_one_of_the_librarys_is_loaded(
    app_url: str, page: Page, tmp_path: Path
) -> None:
    open_page(page, app_url)
    page.get_by_role("tab", name="Save").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the tokenizer (.model)").click()
    path = tmp_path / "saved.model"
    saving.value.save_as(path)
    library = sentencepiece.SentencePieceProcessor(model_file=str(path))
    assert library.encode("the lighthouse", out_type=str) == ["▁the", "▁lighthouse"]
    page.get_by_role("tab", name="Load a .model").click()
    settle(page)
    load_theirs(page, "bpe", tmp_path)
    merges = page.locator(".st-key-sentencepiece_bpe-loaded_merges").get_by_test_id("tokviz-player")
    merges.get_by_test_id("tokviz-next").click()
    expect(merges.locator(".edge.lit").first).to_be_attached()
