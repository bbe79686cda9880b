"""Unigram's rounds as a textbook writes them, beside their replay."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at
from tests.browser.test_code import ROUNDS, STAGE, at_the_start, choose


def headings(page: Page) -> list[str]:
    """The functions in sight, one below the other."""
    shown = page.locator(f"{STAGE} > .listing > h2").filter(visible=True).all_inner_texts()
    return [text.split()[0] for text in shown]


def each_step(page: Page) -> Iterator[str]:
    """Step by step to the end, each with its caption."""
    slider = page.locator(".st-key-stage [data-testid=tokviz-slider]").first
    caption = page.locator(".st-key-stage .caption").first
    for step in range(1, int(slider.get_attribute("max") or 0) + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(STAGE)).to_have_attribute("data-code-step", str(step))
        yield caption.inner_text()


RUNS = {"EM step": ["expect", "maximize"], "pruning": ["prune", "prune_losses"]}


@opened_at(1280, 720, [ROUNDS], alone=True)
def test_below_the_loop_stand_the_functions_that_a_step_of_unigram_runs(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    assert headings(page) == ["train"]
    for told in each_step(page):
        run = next((RUNS[kind] for kind in RUNS if f", {kind}" in told), ["finalize"])
        assert headings(page) == ["train", *run]
        called = pane.locator(":scope > .listing").filter(visible=True).nth(1)
        expect(called.locator("li").first).to_be_in_viewport()
    behind = pane.get_by_role("button", name="best_cut").filter(visible=True).first
    behind.click()
    expect(pane.locator("li .listing h2")).to_contain_text("best_cut")
    behind.click()
    choose(page, "As it ran")
    expect(pane.locator("h2").last).to_contain_text("UnigramTrainer.train")
    choose(page, "Textbook")
    expect(pane.locator("h2").first).to_contain_text("train tokviz/algorithms/plain_unigram.py")
    assert headings(page) == ["train", "finalize"]


@opened_at(1280, 720, [ROUNDS], alone=True)
def test_unigrams_textbook_says_what_the_replay_says(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    expect(pane).to_contain_text("The same rounds, word by word in plain numbers")
    replay = page.locator(".st-key-stage [data-testid=tokviz-player]").first
    for told in each_step(page):
        notes = "\n".join(pane.locator(".note").all_inner_texts())
        for objective in re.findall(r"Objective before it: ([\d.]+) ", told):
            assert f"objective = {objective}" in notes
        for loss in re.findall(r"= ([\d.]+) goes", notes):
            assert f"{float(loss):.2g}" in replay.inner_text()
        gone, left = re.findall(r"gone: (\d+), left: (\d+)", notes)[0]
        assert re.search(rf"\b{left}\b", told)
        assert gone == "0" or re.search(rf"\b{gone}\b", told)
        assert ("goes" in notes) == (", pruning" in told)
