"""For every reader: what is heard, nothing by colour alone, nothing lost at 200 %, in the dark too.

All of a page by keyboard: test_every_page.py. On a phone: test_phone.py.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import expect_step
from tests.browser.driving import ANY_STEP, opened_at, settle, until_still
from tests.matrix import few
from tokviz.lessons import LESSONS

New = Callable[..., Page]
REPLAYS = [row.key for row in LESSONS if row.key != "compare"]
PAGES = [*REPLAYS, "compare", ""]

# All controls that can be seen, those in the components' own trees too.
CONTROLS = """() => {
    const names = "button, input, select, textarea, a[href], summary, [role=button], [role=tab], " +
        "[role=slider], [role=checkbox], [role=switch], [role=combobox]";
    const found = [];
    const walk = (root) => {
        for (const part of root.querySelectorAll("*")) {
            if (part.matches(names)) found.push(part);
            if (part.shadowRoot) walk(part.shadowRoot);
        }
    };
    walk(document);
    return found.filter((part) => part.checkVisibility({visibilityProperty: true}) &&
        !part.disabled && !part.closest("[inert]") && part.getBoundingClientRect().width > 0);
}"""


# ---- what is heard -------------------------------------------------------------------------------


def open_lesson(page: Page, address: str) -> Page:
    page.goto(address)
    settle(page)
    return page


@pytest.mark.stage_alone
def test_spaces_and_line_ends_are_heard_by_name_and_nothing_while_it_plays(
    app_url: str, new_page: New
) -> None:
    """In the contest, in a question, and of a step."""
    page = open_lesson(new_page(width=1280, height=720), f"{app_url}/byte_bpe?step=2")
    contest = page.get_by_test_id("tokviz-pairs").first.aria_snapshot()
    assert "n + space 30" in contest
    assert "What if step 2 had joined “n” + “space”?" in contest
    mode = page.get_by_test_id("tokviz-ask").first
    mode.select_option("ask")
    expect(page.get_by_role("button", name="n + space", exact=True)).to_be_visible()
    said = page.get_by_test_id("tokviz-said").first
    expect(said).to_have_text(re.compile(r"^Step 3: .* 2: “n” \+ “space”;"))
    page.keyboard.press("2")
    expect(said).to_contain_text("No: “n” + “space” stood together 21 times.")
    mode.select_option("")
    for _ in range(21):
        page.keyboard.press("ArrowRight")
    expect(said).to_have_text(
        "Step 24. “space t” + “en space” stood together 4 times and became “space ten space”, "
        "id 279. 308 → 304 tokens"
    )
    page.keyboard.press("Home")
    expect(said).to_contain_text("Start")
    expect_silence_while_it_plays(page)


def expect_silence_while_it_plays(page: Page) -> None:
    said, player = (page.get_by_test_id(f"tokviz-{name}").first for name in ("said", "player"))
    page.get_by_test_id("tokviz-speed").first.select_option("4")
    page.keyboard.press("Space")
    for step in (2, 4):
        page.wait_for_function(
            "([player, step]) => Number(player.dataset.step) >= step",
            arg=[player.element_handle(), step],
        )
        assert "Start" in said.inner_text()
    page.keyboard.press("Space")
    page.wait_for_function(
        "([player, said]) => said.textContent.startsWith(`Step ${player.dataset.step}.`)",
        arg=[player.element_handle(), said.element_handle()],
    )


@pytest.mark.stage_alone
def test_a_space_is_heard_in_the_strips(app_url: str, new_page: New) -> None:
    page = open_lesson(new_page(width=1280, height=720), f"{app_url}/compare")
    strips = page.get_by_role("group", name="The text as tokens, one strip for each tokenizer")
    assert "girl space girl girl girl ▁girl space girl" in strips.aria_snapshot()


NAMED = [
    ("unigram?section=Lattice", "Training in rounds", ["Lattice replay"]),
    ("wordpiece?section=Encode+new+text", "Merge replay", ["WordPiece encoding, try by try"]),
    ("byte_bpe?section=Encode+new+text", "Merge replay", ["Encoding replay"]),
    ("char_bpe?section=Encode+new+text", "Merge replay", ["Merge replay, the lower one"]),
]
"""Pages with replays: two that are no players of merges, then those that are, as in What if."""


@pytest.mark.parametrize(("query", "first", "others"), few(NAMED, first=NAMED[:2]))
def test_each_replay_of_a_page_has_names_of_its_own(
    query: str, first: str, others: list[str], app_url: str, new_page: New
) -> None:
    page = open_lesson(new_page(width=1280, height=720), f"{app_url}/{query}")
    expect_names(page, first, *others)


def expect_names(page: Page, first: str, *others: str) -> None:
    """The first replay's controls have plain names, the others' say whose they are."""
    page.mouse.move(600, 600)
    page.mouse.wheel(0, 3000)
    for name in (first, *others):
        replay = page.get_by_role("group", name=name, exact=True)
        expect(replay).to_have_attribute("data-step", ANY_STEP)
        whose = "" if name == first else f" {name}"
        expect(replay.get_by_test_id("tokviz-caption")).to_have_accessible_name(
            f"What this step does{whose}"
        )
    expect(page.get_by_role("button", name="Next step", exact=True)).to_have_count(1)


def test_each_replay_and_each_question_of_what_if_names_its_replay(
    app_url: str, new_page: New
) -> None:
    page = open_lesson(
        new_page(width=1280, height=720),
        f"{app_url}/byte_bpe?section=What+if&other_ties=lower+ids&step=1",
    )
    expect_names(page, "Merge replay", "Merge replay, as it is", "Merge replay, what if")
    own, branch = (page.get_by_test_id("tokviz-player").nth(nth) for nth in (0, 2))
    asks = branch.get_by_role("button", name="What if step")
    expect(asks.first).to_have_text("if?")
    label = asks.first.get_attribute("aria-label")
    named = branch.get_by_role("button", name=f"{label} Merge replay, what if", exact=True)
    expect(named).to_have_count(1)
    branch_names = branch.get_by_role("button", name="Merge replay, what if")
    assert branch_names.filter(has_text="if?").count() == asks.count() > 1
    expect(own.get_by_role("button", name="Merge replay")).to_have_count(0)
    assert own.get_by_role("button", name="What if step").count() > 1


# ---- not by colour alone -------------------------------------------------------------------------


MERGING = ["byte_bpe", "wordpiece", "sentencepiece_bpe", "regex_bpe", "char_bpe"]


@pytest.mark.stage_alone
@pytest.mark.parametrize("key", few(MERGING, first=["byte_bpe", "wordpiece"]))
def test_a_new_token_has_an_outline_and_each_pair_of_the_contest_says_how_it_stood(
    key: str, app_url: str, new_page: New
) -> None:
    """And the token's letters are bold."""
    page = open_lesson(new_page(width=1280, height=720), f"{app_url}/{key}?step=3")
    new = page.locator(".text .token.new").first
    style = new.evaluate(
        "(token) => [getComputedStyle(token).outlineWidth, getComputedStyle(token).fontWeight]"
    )
    assert float(style[0].removesuffix("px")) >= 2
    assert int(style[1]) >= 700
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect_step(page, 5)
    rows = page.get_by_test_id("tokviz-pairs").first.locator("li")
    words = {"chosen": "won", "tied": "tied", "barred": "not allowed"}
    for row in rows.all():
        names = set((row.get_attribute("class") or "").split())
        for name, badge in words.items():
            if name in names:
                assert row.locator(".badge").inner_text() == badge
    expect(rows.locator(".badge", has_text="won")).to_have_count(1)


@pytest.mark.stage_alone
def test_what_became_of_a_piece_is_said_below_it(app_url: str, new_page: New) -> None:
    page = open_lesson(new_page(width=1280, height=720), f"{app_url}/unigram?step=3")
    gone = page.locator(".chip-box.gone:visible").first
    expect(gone.locator(".chip-note")).not_to_be_empty()
    assert "line-through" in gone.locator(".token").evaluate(
        "(token) => getComputedStyle(token).textDecorationLine"
    )


# ---- 200 % ---------------------------------------------------------------------------------------


# Controls of which a part is cut off, but for those in what scrolls sideways by itself.
CUT = f"""() => {{
    const scrolls = (part) => {{
        for (let at = part; at; at = at.parentElement ?? at.getRootNode().host)
            if (/auto|scroll/.test(getComputedStyle(at).overflowX) &&
                at.scrollWidth > at.clientWidth && !at.matches(".stMain")) return true;
        return false;
    }};
    const frame = ".stSidebar, [data-testid=stHeader], [data-testid=stSkipToContent]";
    const hidden = (part) => part.closest(frame) !== null;
    return ({CONTROLS})().filter((part) => {{
        const {{left, right}} = part.getBoundingClientRect();
        const clips = getComputedStyle(part).overflowX !== "visible";
        const words = part.matches("button, a") && !part.matches(".byte") && clips &&
            part.scrollWidth > part.clientWidth + 2;
        return !hidden(part) && !scrolls(part) && (left < -1 || right > innerWidth + 1 || words);
    }}).map((part) => [part.outerHTML.slice(0, 140), part.getBoundingClientRect().right]);
}}"""
NOT_WIDER = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollWidth <= main.clientWidth &&
        document.documentElement.scrollWidth <= innerWidth;
}"""


def check_width(page: Page) -> None:
    page.wait_for_function(NOT_WIDER)  # charts follow the window a moment later
    until_still(page)
    assert page.evaluate(CUT) == []


@opened_at(640, 360, PAGES, dark=True)
def test_every_page_opens_on_a_deep_link_in_the_dark(opened: Page) -> None:
    expect(opened.get_by_role("heading", level=1)).to_be_visible()
    expect(opened.locator(".tokviz:not([data-theme=dark])")).to_have_count(0)


@opened_at(640, 360, PAGES, dark=True)
def test_nothing_is_cut_off_or_wider_than_the_window_at_200_percent(opened: Page) -> None:
    check_width(opened)


@opened_at(640, 360, REPLAYS, dark=True)
def test_the_replay_can_be_read_at_200_percent(opened: Page) -> None:
    opened.keyboard.press("PageDown")
    caption = opened.get_by_test_id("tokviz-caption").first
    caption.scroll_into_view_if_needed()
    expect(caption).to_be_in_viewport()
    assert caption.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0
