"""A tokenizer that a reader drops, in a real browser: loaded by a worker, replayed, checked."""

import json
import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.driving import settle
from tests.pipelines import built


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    """Choose these files as one tokenizer."""
    page.get_by_role("button", name="Tokenizer").click()
    page.get_by_role("radio", name="A file").click()
    settle(page)
    choose(page, *files)
    expect(page.get_by_text("Drop a file under")).to_have_count(0)  # closed before, it takes none
    settle(page)
    page.keyboard.press("Escape")


def choose(page: Page, *files: tuple[str, bytes]) -> None:
    """In the open box."""
    chosen = [FilePayload(name=n, mimeType="application/json", buffer=c) for n, c in files]
    body = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    body.locator("input[type=file]").set_input_files(chosen)


@pytest.mark.stage_alone
def test_gpt2_is_replayed_and_agrees_with_tiktoken(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/any_tokenizer")
    settle(page)
    expect(page.get_by_text("GPT-2, 50,257 tokens")).to_contain_text("the id agrees.")
    player = page.get_by_test_id("tokviz-player")
    player.get_by_test_id("tokviz-last").click()
    expect(player.get_by_test_id("tokviz-token")).to_have_count(1)


@pytest.mark.stage_alone
def test_a_dropped_file_is_replayed_and_its_library_agrees(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/any_tokenizer?sample=indented")
    settle(page)
    drop(page, ("mine.json", built("llama2").to_str().encode()))
    expect(page.get_by_text("mine.json, 467 tokens")).to_be_visible(timeout=30_000)
    player = page.get_by_test_id("tokviz-player")
    expect(page.get_by_text("ids agree, 2 marks aside.").first).to_be_visible()
    player.get_by_test_id("tokviz-next").click()
    expect(player).to_have_attribute("data-step", "1")
    page.reload()
    settle(page)
    expect(page.get_by_text("GPT-2, 50,257 tokens")).to_be_visible()


@pytest.mark.stage_alone
def test_a_file_that_is_dropped_takes_the_place_of_the_one_before(app_url: str, page: Page) -> None:
    """In the box lies none; which is in use is written below it."""
    page.goto(f"{app_url}/any_tokenizer?whose=file")
    settle(page)
    page.get_by_role("button", name="Tokenizer").click()
    for name, shape in (("one", "llama2"), ("two", "bert"), ("three", "t5")):
        choose(page, (f"{name}.json", built(shape).to_str().encode()))
        expect(page.get_by_text(f"{name}.json, ")).to_be_visible(timeout=30_000)
        settle(page)
        expect(page.get_by_text(f"In use: {name}.json.")).to_be_visible()
        expect(page.get_by_test_id("stFileChip")).to_have_count(0)
    content = json.loads(built("gpt2").to_str())["model"]
    choose(page, ("vocab.json", json.dumps(content["vocab"]).encode()))
    expect(page.get_by_text("In use, as before: three.json.")).to_be_visible(timeout=30_000)
    settle(page)
    merges = "\n".join(" ".join(pair) for pair in content["merges"])
    choose(page, ("merges.txt", merges.encode()))
    expect(page.get_by_text("vocab.json + merges.txt, ")).to_be_visible(timeout=30_000)


def test_the_marks_around_a_text_look_like_no_token_of_it(app_url: str, page: Page) -> None:
    """Quiet ones at both ends, told as what they are; the switch takes them away."""
    page.goto(f"{app_url}/any_tokenizer?sample=korean")
    settle(page)
    drop(page, ("mine.json", built("bert").to_str().encode()))
    expect(page.get_by_text("2 marks aside.")).to_be_visible(timeout=30_000)
    page.get_by_test_id("stMain").evaluate("main => main.scrollBy(0, 600)")
    settle(page)
    tokens = page.get_by_test_id("tokviz-strip-token")
    marks = page.locator("[data-testid=tokviz-strip-token].mark")
    expect(marks).to_have_text(["[CLS]", "[SEP]"])
    count = tokens.count()
    assert [tokens.nth(at).inner_text() for at in (0, count - 1)] == ["[CLS]", "[SEP]"]
    assert marks.first.evaluate("mark => getComputedStyle(mark).backgroundImage") == "none"
    assert marks.first.evaluate("mark => getComputedStyle(mark).borderStyle") == "dotted"
    facts = page.locator(".strips-facts")
    expect(facts).to_contain_text("stands for no text")
    marks.first.focus()
    expect(facts).to_contain_text("id 2, added by the post-processor, stands for no text.")
    tokens.nth(1).focus()
    expect(facts).not_to_contain_text("post-processor")
    page.get_by_text("With the marks around it").click()
    settle(page)
    expect(marks).to_have_count(0)
    expect(tokens).to_have_count(count - 2)
    expect(page).to_have_url(re.compile("marks=0"))


@pytest.mark.stage_alone
def test_garbage_is_refused_in_words_and_the_page_goes_on(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/any_tokenizer")
    settle(page)
    page.get_by_role("button", name="Tokenizer").click()
    page.get_by_role("radio", name="A file").click()
    settle(page)
    choose(page, ("mine.json", b'{"model": {"type": "BPE", "merges": ["a"]}}'))
    fault = page.get_by_role("alert").filter(has_text="library must be able to read")
    body = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    expect(body.get_by_role("alert")).to_contain_text("library must be able", timeout=30_000)
    expect(fault).to_have_count(1)  # not beside it on the page as well
    page.keyboard.press("Escape")
    expect(body).to_have_count(0)
    expect(fault).to_be_visible()  # on the page then
    content = built("bert").to_str().encode()
    page.get_by_role("button", name="Tokenizer").click()
    body.locator("input[type=file]").set_input_files(
        FilePayload(name="photo.png", mimeType="image/png", buffer=b"png")
    )
    expect(body.get_by_role("alert")).to_contain_text("but the file is photo.png.")
    expect(fault).to_have_count(0)
    good = FilePayload(name="good.json", mimeType="application/json", buffer=content)
    body.locator("input[type=file]").set_input_files(good)
    settle(page)
    expect(fault).to_have_count(0)
    expect(page.get_by_text("good.json,")).to_be_visible(timeout=30_000)


@pytest.mark.stage_alone
def test_why_many_files_are_none_is_read_beside_them(app_url: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/any_tokenizer")
    settle(page)
    page.get_by_role("button", name="Tokenizer").click()
    page.get_by_role("radio", name="A file").click()
    settle(page)
    choose(page, *((f"wrong-{number}.json", b"no json") for number in range(12)))
    settle(page)
    body = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    fault = body.get_by_role("alert").filter(has_text="wrong-0.json, wrong-1.json and 10 more")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(fault).to_be_in_viewport(ratio=1)
