"""The code that runs, beside a replay: on demand, in step with it, and at no cost to the server."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import DRAWN, opened_at, settle, until_asked
from tests.browser.presenting import leave

New = Callable[..., Page]
LEARNS = ["word_level", "char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]
LEARNS += ["unigram"]
TEXTBOOK, RAN = "byte_bpe?code=1", "byte_bpe?code=1&loop=ran"
PIECES = "sentencepiece_bpe?code=1&min_count=1&vocab=900"
ROUNDS, ROUNDS_RAN = "unigram?code=1", "unigram?code=1&loop=ran"
WITH_CODE = [TEXTBOOK, RAN] + [f"{lesson}?code=1" for lesson in LEARNS if lesson != "byte_bpe"]
WITH_CODE += [ROUNDS_RAN]
FEW = [TEXTBOOK, RAN, "word_level?code=1", ROUNDS]
"""Loops that count, that merge and that drop; each lesson's lines are in tests/views/code/."""
STAGE = ".st-key-stage [data-testid=tokviz-code]"
LIT = "li.lit"
FIT = f"""(pane) => {{
    const lit = [...pane.querySelectorAll("{LIT}")].map((line) => line.getBoundingClientRect());
    return lit.at(-1).bottom - lit[0].top <= pane.clientHeight;
}}"""
"""Whether all lines that are lit have room in the pane; WordPiece's first alone have."""


def open_code(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    expect(page.locator(STAGE)).to_have_attribute("data-code-step", "0")


def at_the_start(page: Page) -> Locator:
    """The code on a page that tests share, wherever the one before left it."""
    page.locator(".st-key-stage").get_by_test_id("tokviz-slider").first.fill("0")
    expect(page.locator(STAGE)).to_have_attribute("data-code-step", "0")
    return page.locator(STAGE)


@opened_at(1280, 720, WITH_CODE, first=FEW, alone=True)
def test_it_stands_beside_the_replay_where_there_is_room(opened: Page) -> None:
    page = opened
    at_the_start(page)
    for width, beside in ((1280, True), (1100, True), (1000, False)):
        page.set_viewport_size({"width": width, "height": 720})
        settle(page)
        page.evaluate(DRAWN)
        replay = page.locator(".st-key-stage [data-testid=tokviz-player]").first.bounding_box()
        code = page.locator(STAGE).bounding_box()
        assert replay
        assert code
        if beside:
            assert code["x"] >= replay["x"] + replay["width"]
            assert width < 1280 or code["y"] + code["height"] <= 720
        else:
            assert code["y"] >= replay["y"] + replay["height"]
        over = "document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth"
        assert page.evaluate(over) <= 0, width
    page.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, WITH_CODE[:2], first=[TEXTBOOK], alone=True)
def test_on_a_high_window_nothing_lies_over_the_pairs_beside_the_code(opened: Page) -> None:
    page = opened
    pairs, curve = page.locator(".side .pairs").first, page.locator(".tokens-over-steps").first
    for width, height in ((1280, 900), (1280, 1200), (1440, 900), (1100, 1400)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        page.evaluate(DRAWN)
        rows, below = pairs.bounding_box(), curve.bounding_box()
        assert rows
        assert below is None or rows["y"] + rows["height"] <= below["y"], (width, height)
    page.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, WITH_CODE, first=FEW, alone=True)
def test_each_lesson_lights_other_values_at_each_step(opened: Page) -> None:
    pane = at_the_start(opened)
    before = pane.locator(LIT).all_inner_texts()
    assert before
    opened.keyboard.press("PageDown")
    expect(pane).to_have_attribute("data-code-step", "1")
    after = pane.locator(LIT).all_inner_texts()
    assert after
    assert after != before
    expect(pane.locator(f"{LIT}[aria-current=step]")).to_have_count(len(after))
    opened.keyboard.press("End")
    lit = pane.locator(LIT)
    expect(lit.first).to_be_in_viewport()
    if "/wordpiece" not in opened.url:
        assert opened.evaluate(FIT, pane.element_handle())
        expect(lit.last).to_be_in_viewport()


@opened_at(1280, 720, [TEXTBOOK], alone=True)
def test_all_of_the_replay_and_the_choice_stay_in_sight_beside_it(opened: Page) -> None:
    """The code ends where the replay does; presented, too."""
    at_the_start(opened)
    for presented in (False, True):
        if presented:
            opened.keyboard.press("p")
            expect(opened.locator("[data-presented]")).to_have_count(1)
        expect(opened.get_by_role("radio", name="As it ran")).to_be_in_viewport(ratio=1)
        opened.evaluate(DRAWN)
        replay = [f".st-key-stage {name}" for name in (".controls", ".caption", ".text", ".side")]
        for name in (STAGE, *replay):
            box = opened.locator(name).first.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 720, (name, presented)
    leave(opened)


@opened_at(1280, 720, [RAN], alone=True)
def test_a_name_unfolds_the_code_behind_it_by_mouse_and_by_key(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    name = pane.get_by_role("button", name="choose")
    name.click()
    expect(pane.locator("h2")).to_have_count(2)
    expect(pane.locator("li .listing h2")).to_contain_text("PairIndex.choose")
    inner = pane.locator("li .listing").get_by_role("button", name="most_frequent")
    inner.focus()
    page.keyboard.press("Enter")
    expect(pane.locator("h2").last).to_contain_text("PairIndex.most_frequent")
    name.press("Space")
    expect(pane.locator("h2")).to_have_count(1)
    expect(name).to_have_attribute("aria-expanded", "false")


# ---- as a textbook writes it, or as it ran ------------------------------------------------------


def choose(page: Page, name: str) -> None:
    page.locator(".st-key-stage").get_by_role("radio", name=name).click()


@opened_at(1280, 720, [TEXTBOOK], alone=True)
def test_the_textbook_says_each_value_of_the_step_at_its_name(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    expect(pane).to_contain_text("The same merges, counted anew at each step")
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(pane).to_have_attribute("data-code-step", str(step))
        caption = page.locator(".st-key-stage .caption").first
        before, after = re.findall(r"(\d+) → (\d+)", caption.inner_text())[0]
        count = re.findall(r"together (\d+) times", caption.inner_text())[0]
        notes = "\n".join(pane.locator(f"{LIT} .note").all_inner_texts())
        assert f"len(merges) = {step - 1}, num_merges = 40" in notes
        assert f"counts[pair] = {count}" in notes
        assert f"token_id = 256 + {step - 1} = {255 + step}" in notes
        assert f"{before} → {after} tokens" in notes
        pairs = re.findall(
            r"(\d+) different pairs", page.locator(".st-key-stage .side").inner_text()
        )
        assert f"len(counts) = {pairs[0]}" in notes
    behind = pane.get_by_role("button", name="count_pairs")
    behind.click()
    expect(pane.locator("li .listing h2")).to_contain_text("count_pairs")
    behind.click()
    expect(pane.locator("h2")).to_have_count(1)


@opened_at(1280, 720, [PIECES], alone=True)
def test_sentencepieces_textbook_says_who_was_left_out_and_what_only_fills_up(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    expect(pane).to_contain_text("With min_count = 0 it goes on where no pair is left")
    slider = page.locator(".st-key-stage [data-testid=tokviz-slider]").first
    caption = page.locator(".st-key-stage .caption").first
    for step in (2, 40, 300):
        slider.fill(str(step))
        expect(pane).to_have_attribute("data-code-step", str(step))
        told, notes = caption.inner_text(), "\n".join(pane.locator(".note").all_inner_texts())
        count = re.findall(r"together (\d+) times", told)[0]
        tokens = re.findall(r"[\d,]+ → [\d,]+ tokens", told)[0]
        others = re.findall(r"(\d+) others? are", told)
        left_out = ("may not merge" in told) + sum(map(int, others))
        assert f"counts[pair] = {count}" in notes
        assert tokens in notes
        assert f"left out: {left_out}" in notes
    page.keyboard.press("End")
    expect(pane).to_contain_text("no longer in the text: it only fills the vocabulary up")
    pane.get_by_role("button", name="free_pairs").click()
    pane.locator("li .listing").get_by_role("button", name="barred").click()
    expect(pane.locator("h2").last).to_contain_text("barred")
    pane.get_by_role("button", name="free_pairs").click()
    expect(pane.locator("h2")).to_have_count(1)


@opened_at(1280, 720, [TEXTBOOK], alone=True)
def test_the_reader_chooses_between_the_two_at_the_same_step(opened: Page) -> None:
    page, pane = opened, at_the_start(opened)
    page.keyboard.press("PageDown")
    expect(pane).to_have_attribute("data-code-step", "1")
    choose(page, "As it ran")
    expect(pane.locator("h2")).to_contain_text("ByteBPE.train")
    expect(pane).to_have_attribute("data-code-step", "1")
    expect(pane).to_contain_text("As it ran: counts are kept and changed.")
    expect(pane.get_by_role("button", name="Copy")).to_have_count(0)
    expect(page).to_have_url(re.compile("loop=ran"))
    choose(page, "Textbook")
    expect(pane.locator("h2")).to_contain_text("train tokviz/algorithms/plain_bpe.py")
    expect(pane).to_have_attribute("data-code-step", "1")


# ---- on pages of their own ----------------------------------------------------------------------


@pytest.mark.stage_alone
def test_the_code_comes_and_goes_with_its_toggle_and_is_in_the_link(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    page.keyboard.press("PageDown")
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "1")
    expect(page.locator(STAGE)).to_have_count(0)
    page.locator(".st-key-tools").get_by_text("Code", exact=True).click()
    pane = page.locator(STAGE)
    expect(pane).to_have_attribute("data-code-step", "1")
    expect(page).to_have_url(re.compile("code=1"))
    expect(pane.locator("h2")).to_contain_text("train tokviz/algorithms/plain_bpe.py")
    page.locator(".st-key-tools").get_by_text("Code", exact=True).click()
    expect(pane).to_have_count(0)


def test_a_step_costs_the_server_nothing(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    frames: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: frames.append(sent)))  # noqa: PLW0108
    open_code(page, f"{app_url}/byte_bpe?code=1")
    until_asked(page, frames)
    frames.clear()
    for step in range(1, 9):
        page.keyboard.press("ArrowRight")
        expect(page.locator(STAGE)).to_have_attribute("data-code-step", str(step))
    assert frames == []


@pytest.mark.stage_alone
def test_it_and_its_choice_fit_a_phone(app_url: str, new_page: New) -> None:
    page = new_page(width=390, height=844)
    open_code(page, f"{app_url}/regex_bpe?code=1")
    pane, choice = page.locator(STAGE), page.get_by_role("radio", name="As it ran")
    for part in (choice, pane, pane.get_by_role("button", name="Copy")):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    for name in ("Textbook", "As it ran"):
        choose(page, name)
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        settle(page)
        assert pane.evaluate("(pane) => pane.scrollWidth - pane.clientWidth") <= 0, name
    toggle = page.locator(".st-key-tools").get_by_text("Code", exact=True)
    toggle.click()
    expect(pane).to_have_count(0)
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 0")
    toggle.click()
    expect(pane).to_be_in_viewport(ratio=0.5)  # far below its switch, it comes into sight


def test_encoding_has_its_code_too(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/wordpiece?section=Encode+new+text&encode_code=1")
    settle(page)
    pane = page.locator(".st-key-below [data-testid=tokviz-code]")
    expect(pane).to_contain_text("Pieces.match")
    pane.scroll_into_view_if_needed()
    page.locator(".st-key-below [data-testid=tokviz-next]").click()
    expect(pane).to_have_attribute("data-code-step", "1")
    expect(pane.locator(LIT).filter(has_text="candidate = ").first).to_be_visible()


@pytest.mark.stage_alone
def test_copy_gives_code_that_runs(app_url: str, new_page: New) -> None:
    """Where the browser lends no clipboard, as over http in a class, it stands selected."""
    page = new_page(width=1280, height=720)
    open_code(page, f"{app_url}/byte_bpe?code=1&sample=tiny")
    pane = page.locator(STAGE)
    page.evaluate("() => { document.execCommand = () => false; }")
    for lends in (True, False):
        kept = "globalThis.copied = text" if lends else "throw new Error()"
        page.evaluate(f"() => {{ navigator.clipboard.writeText = async (text) => {{ {kept}; }}; }}")
        pane.get_by_role("button", name="Copy").click()
        if lends:
            expect(pane.get_by_role("status")).to_have_text("Copied.")
            code = page.evaluate("copied")
        else:
            expect(pane.get_by_role("status")).to_contain_text("Press Ctrl+C")
            code = pane.get_by_label("The code to copy").input_value()
        names: dict[str, Any] = {}
        exec(code, names)
        assert names["merges"] == [(97, 97), (256, 97), (257, 98)]
