"""On a phone of 360 pixels, as many pupils have, nothing is cut, no control alone on its line."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at, until

WIDTH, HEIGHT = 360, 740
REPLAYS = ["char_bpe", "unigram", "wordpiece", "sentencepiece_bpe", "any_tokenizer", "regex_bpe"]
HIGH = """() => (document.querySelector(".js-plotly-plot .nsewdrag")
    ?.getBoundingClientRect().height ?? 0) >= 200"""
HEIGHTS = "(parts) => parts.map((part) => part.getBoundingClientRect().height)"
CUT = """(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => part.textContent)"""


@pytest.mark.stage_alone
@opened_at(WIDTH, HEIGHT, REPLAYS, first=["char_bpe", "unigram"], dark=True)
def test_the_button_for_larger_text_stands_beside_speed_and_ask(opened: Page) -> None:
    controls = opened.locator(".st-key-stage .controls").first
    tops = [
        controls.locator(name).bounding_box()
        for name in (".larger", ".ask select", ".speed select")
    ]
    assert len({round(box["y"]) for box in tops if box}) == 1
    assert all(tops)


@pytest.mark.stage_alone
@opened_at(WIDTH, HEIGHT, ["unigram?path=5"], dark=True)
def test_of_an_answer_the_piece_is_whole_with_its_count_below(opened: Page) -> None:
    options = opened.locator(".st-key-stage .option")
    expect(options).to_have_count(4)
    assert options.locator(".pair, .token, small").evaluate_all(CUT) == []
    for option in options.all():
        box, count = option.locator(".token").bounding_box(), option.locator("small").bounding_box()
        assert box
        assert count
        assert count["y"] >= box["y"] + box["height"] - 2


@opened_at(WIDTH, HEIGHT, ["byte_bpe?section=Inside"], dark=True)
def test_all_that_may_be_chosen_is_in_sight(opened: Page) -> None:
    choices = opened.locator(".st-key-below").get_by_role("radiogroup")
    expect(choices).to_have_count(2)
    assert choices.evaluate_all(CUT) == []


@opened_at(WIDTH, HEIGHT, ["compare?section=Against+vocabulary+size"], dark=True)
def test_a_plot_is_high_and_its_marks_are_level(opened: Page) -> None:
    opened.locator(".st-key-below .js-plotly-plot").scroll_into_view_if_needed(timeout=60_000)
    opened.wait_for_function(HIGH)
    marks, names = opened.locator(".xtick text"), opened.locator(".legendtext")
    until(opened, lambda: max(marks.evaluate_all(HEIGHTS)) < 20, "its marks are not level")
    expect(names.last).to_be_attached()
    around = opened.locator(".stElementContainer:has(.js-plotly-plot)")
    over = "(box) => box.scrollHeight - box.clientHeight"
    until(opened, lambda: around.evaluate(over) <= 0, "it has no room")


@pytest.mark.stage_alone
@opened_at(WIDTH, HEIGHT, ["unigram"], dark=True)
def test_a_sentence_is_whole_at_each_step(opened: Page) -> None:
    pane = opened.locator(".st-key-stage .lane.letters .chips")
    slider = opened.locator(".st-key-stage [data-testid=tokviz-slider]").first
    for step in range(int(slider.get_attribute("max") or 0) + 1):
        slider.fill(str(step))
        expect(opened.locator(".st-key-stage [data-step]").first).to_have_attribute(
            "data-step", str(step)
        )
        assert pane.evaluate("(pane) => pane.scrollHeight - pane.clientHeight") == 0


@opened_at(WIDTH, HEIGHT, ["wordpiece?path=5"], dark=True)
def test_words_that_no_step_changes_take_no_more_room_than_they_need(opened: Page) -> None:
    """Room for one word alone had put what a stop speaks of out of sight."""
    replay = opened.locator("[role=tabpanel] [class*=st-key-replay-]")
    words, tokens = replay.locator(".lane.still"), replay.locator(".lane").last
    expect(words).to_contain_text("Hugging")
    assert words.evaluate("(lane) => lane.offsetHeight") < 130
    places = []
    for step in ("0", "5", "10"):
        replay.get_by_test_id("tokviz-slider").fill(step)
        expect(replay.locator("[data-step]").first).to_have_attribute("data-step", step)
        places.append([lane.evaluate("(lane) => lane.offsetTop") for lane in (words, tokens)])
    assert places == [places[0]] * 3
