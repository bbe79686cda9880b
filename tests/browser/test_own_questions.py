"""A teacher's own questions: written in any plan, kept by her browser, put to her class."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import HOSTILE, settle
from tests.browser.test_class_questions import PHONE, card, choice, go_on, why

New = Callable[..., Page]
ASKS = "Which pair of `aab` is joined first?"
CHOICES = "`aa`, the first of them", "`ab`", HOSTILE[:180]
WHY = "Both stand once: the tie goes to the first."


def own(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-own-questions")


def box(page: Page, name: str) -> Locator:
    return own(page).get_by_label(name, exact=True)


def press(page: Page, name: str) -> None:
    own(page).get_by_role("button", name=name).click()


def rows(page: Page) -> Locator:
    return own(page).locator(":scope > ol > li")


def unfold(page: Page) -> None:
    own(page).locator("summary").filter(has_text="Write a question").click()


def write(page: Page, asks: str, choices: tuple[str, ...], right: str, why: str = "") -> None:
    box(page, "Question").fill(asks)
    for letter, said in zip("ABCD", choices, strict=False):
        box(page, f"Choice {letter}").fill(said)
    box(page, f"{right} is right").check()
    box(page, "Why that is right").fill(why)
    press(page, "Keep")


@pytest.fixture
def teacher(app_url: str, new_page: New) -> Page:
    page = new_page(width=1280, height=720)
    open_plan(page, app_url, "char_bpe")
    unfold(page)
    return page


def open_plan(page: Page, url: str, lesson: str) -> None:
    page.goto(f"{url}/{lesson}?section=Teach+it")
    settle(page)
    expect(own(page)).to_be_visible()


def test_a_question_is_kept_for_every_lesson_asked_and_answered_with_its_reason(
    teacher: Page, app_url: str, new_page: New
) -> None:
    write(teacher, ASKS, CHOICES, "A", WHY)
    expect(rows(teacher)).to_have_count(1)
    expect(own(teacher)).to_contain_text("Lead a class (“Share”) to ask it.")
    open_plan(teacher, app_url, "word_level")
    expect(rows(teacher)).to_have_count(1)
    expect(own(teacher).get_by_role("button", name="Ask the class")).to_have_count(0)
    phone = new_page(**PHONE)
    join(phone, app_url, lead(teacher))
    press(teacher, "Ask the class")
    expect(card(phone)).to_contain_text(ASKS.replace("`", ""))
    for number, said in enumerate(CHOICES):
        shown = " ".join(said.split()).replace("`", "")
        expect(choice(phone, number)).to_have_text(f"{'ABC'[number]} {shown}")
    choice(phone, 1).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    expect(card(phone)).not_to_contain_text(WHY)
    press(teacher, "Ask again")
    expect(card(phone)).to_contain_text("Vote again")
    choice(phone, 0).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    go_on(teacher, "Show the answer")
    for page in (teacher, phone):
        expect(card(page)).to_contain_text("✓ right")
        expect(why(page)).to_have_text(WHY)
    go_on(teacher, "Done")
    expect(card(phone)).to_have_count(0)
    bar(teacher).get_by_role("button", name="Show all votes").click()
    expect(teacher.get_by_test_id("tokviz-results")).to_contain_text("is joined first?")


def test_what_is_typed_is_lost_by_no_lack_no_run_and_no_reload(teacher: Page) -> None:
    page = teacher
    step = page.get_by_test_id("tokviz-player").first.get_attribute("data-step")
    box(page, "Question").click()
    page.keyboard.type("Is a b")  # Space is the replay's elsewhere
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("?")
    press(page, "Keep")
    expect(own(page).get_by_role("alert")).to_contain_text("two choices")
    box(page, "Choice B").fill("b")
    box(page, "B is right").check()
    page.reload()
    settle(page)
    expect(box(page, "Question")).to_have_value("Is a ?b")
    expect(box(page, "B is right")).to_be_checked()
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", step or "")
    box(page, "Choice D").fill("d")
    press(page, "Keep")
    expect(rows(page)).to_have_count(1)
    expect(box(page, "Question")).to_have_value("")
    own(page).locator("summary").filter(has_text="Choices and answer").click()
    expect(rows(page).locator("ul li")).to_have_text(["A b ✓ right", "B d"])


def test_a_question_is_changed_in_its_place_removed_and_put_back(teacher: Page) -> None:
    page = teacher
    for asks in ("first", "second", "third"):
        write(page, asks, ("yes", "no"), "B")
    write(page, "second", ("yes", "no"), "B")
    expect(own(page).get_by_role("alert")).to_contain_text("of these words")
    press(page, "Clear")
    press(page, "Change: second")
    expect(box(page, "Choice A")).to_have_value("yes")
    box(page, "Question").fill("changed")
    press(page, "Keep")
    expect(rows(page).locator(".asks")).to_have_text(["first", "changed", "third"])
    press(page, "Remove: changed")
    expect(rows(page).locator("s")).to_have_text(["changed"])
    press(page, "Put it back")
    expect(rows(page).locator("s")).to_have_count(0)
    press(page, "Remove: first")
    page.reload()
    settle(page)
    expect(rows(page).locator(".asks")).to_have_text(["changed", "third"])


def test_a_question_that_is_gone_already_takes_no_other_with_it(teacher: Page) -> None:
    """Another tab changed its words, and this one draws what it heard of later."""
    page = teacher
    for asks in ("first", "second", "third"):
        write(page, asks, ("yes", "no"), "B")
    page.evaluate("""() => {
        const all = JSON.parse(localStorage.getItem("tokviz own questions"));
        all[0].words = "changed";
        localStorage.setItem("tokviz own questions", JSON.stringify(all));
    }""")
    press(page, "Remove: first")
    expect(rows(page).locator(".asks")).to_have_text(["changed", "second", "third"])
    expect(rows(page).locator("s")).to_have_count(0)


def load(page: Page, name: str, content: bytes) -> None:
    with page.expect_file_chooser() as chosen:
        press(page, "Load from a file")
    chosen.value.set_files({"name": name, "mimeType": "application/json", "buffer": content})


def test_questions_are_carried_to_another_browser_by_a_file(
    teacher: Page, app_url: str, new_page: New
) -> None:
    expect(own(teacher).get_by_role("button", name="Save to a file")).to_be_hidden()
    write(teacher, ASKS, CHOICES, "A", WHY)
    write(teacher, "second", ("yes", "no"), "B")
    with teacher.expect_download() as saved:
        press(teacher, "Save to a file")
    assert saved.value.suggested_filename == "tokviz-questions.json"
    content = saved.value.path().read_bytes()
    school = new_page(width=1280, height=720)
    open_plan(school, app_url, "byte_bpe")
    load(school, "![x](http://foreign.example).json", content)
    told = own(school).get_by_role("status")
    expect(told).to_contain_text("2 questions added.")
    expect(rows(school).locator(".asks")).to_have_text([ASKS.replace("`", ""), "second"])
    press(school, "Undo")
    expect(rows(school)).to_have_count(0)
    expect(told).to_be_empty()
    load(school, "own.json", content)
    expect(told).to_contain_text("2 questions added.")
    school.reload()
    settle(school)
    expect(rows(school)).to_have_count(2)
    for spoiled, said in (
        (b"\xff\x00", "not a file of questions"),
        (b" " * 1_000_001, "1,000,001"),
    ):
        load(school, "own.json", spoiled)
        expect(told).to_contain_text(said)
        expect(rows(school)).to_have_count(2)


def test_own_questions_stand_in_the_printed_plan_with_their_answers(teacher: Page) -> None:
    paper = own(teacher).locator(".paper")
    teacher.emulate_media(media="print")
    expect(paper).to_be_empty()
    teacher.emulate_media(media="screen")
    write(teacher, ASKS, CHOICES, "A", WHY)
    expect(paper).to_be_hidden()
    teacher.emulate_media(media="print")
    expect(paper.get_by_role("heading")).to_have_text(["Ask your own", "Answers to your own"])
    expect(paper.get_by_role("list").first).to_contain_text("Which pair of aab is joined first?")
    expect(paper.get_by_role("list").last).to_have_text(f"A aa, the first of them. {WHY}")
    expect(own(teacher).get_by_role("button")).to_have_count(0)
    expect(teacher.get_by_role("heading", name="Ask your own")).to_have_count(1)


FULL = """() => {
  for (let size = 2 ** 23; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; ; at++)
      try { localStorage.setItem(`full ${size} ${at}`, 'x'.repeat(size)); } catch { break; }
}"""
"""A storage with no room for a letter more."""


def questions(*options: str) -> bytes:
    asked = [{"words": f"{i}?", "options": options, "right": 0, "why": ""} for i in range(40)]
    return json.dumps({"tokviz": "questions", "version": 1, "questions": asked}).encode()


def test_where_the_browser_has_no_room_it_is_said_and_nothing_counts_as_added(
    teacher: Page,
) -> None:
    page = teacher
    page.evaluate(FULL)
    load(page, "own.json", questions("yes", "no"))
    told = own(page).get_by_role("status")
    expect(told).to_contain_text("has no room for this")
    expect(told).not_to_contain_text("added")
    expect(told.get_by_role("button")).to_have_count(0)
    expect(rows(page)).to_have_count(0)
    write(page, ASKS, ("yes", "no"), "A")
    expect(own(page).get_by_role("alert")).to_contain_text("has no room for this")
    expect(box(page, "Question")).to_have_value(ASKS)
    page.evaluate("() => localStorage.clear()")
    press(page, "Keep")
    expect(rows(page)).to_have_count(1)


def test_a_question_of_six_choices_is_left_out_of_a_file_and_it_is_said_why(teacher: Page) -> None:
    load(teacher, "own.json", questions(*"abcdef"))
    told = own(teacher).get_by_role("status")
    expect(told).to_contain_text("0 questions added. 40 left out")
    expect(told).to_contain_text("4 choices at most, but “0?” has 6")
    expect(rows(teacher)).to_have_count(0)


@pytest.mark.parametrize("spoiled", ["{", '["x", {"words": "a"}]'])
def test_a_draft_that_was_spoiled_takes_no_boxes_away(teacher: Page, spoiled: str) -> None:
    teacher.evaluate("said => sessionStorage.setItem('tokviz own question', said)", spoiled)
    teacher.reload()
    settle(teacher)
    unfold(teacher)
    expect(box(teacher, "Question")).to_have_value("")
    write(teacher, ASKS, CHOICES, "A")
    expect(rows(teacher)).to_have_count(1)
