"""A token's card: what it is, and why it ends where it does, as the trace recorded it."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.replays import TEXT, Show, go, training
from tests.recorded import recorded
from tokviz.views.player.player import encode_payload

# Of each token: its place, and its id and that of the one behind it.
SPANS = """(spans) => spans.map(({start, end, token}, i) =>
    [end, player.trace.ids[token], player.trace.ids[spans[i + 1]?.token ?? token]])"""
WITHIN = "no pair reaches over"


def tokens(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-token")


def after(page: Page, token: Locator) -> str:
    """What the card of a token says of the one behind it, without that one's own letters."""
    token.hover()
    card = page.locator(".card")
    expect(card).to_be_visible()
    return card.locator("dd").last.inner_text()


def test_pointing_at_a_token_tells_about_it_and_lights_its_equals(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    go(page, 5)
    token = page.locator(".text .token.new").first
    token.hover()
    card = page.locator(".card")
    expect(card).to_contain_text(f"id {trace.steps[4].token_id}")
    expect(card).to_contain_text("at step 5")
    assert page.locator(".text .token.same").count() == trace.token_ids(5).count(
        trace.steps[4].token_id
    )


def test_who_listens_hears_the_card_of_the_token_that_has_the_focus(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    go(page, 5)
    token = page.locator(".text .token.new").first
    token.click()
    heard = re.compile(rf"id {trace.steps[4].token_id}.*times? now.*at step 5", re.DOTALL)
    expect(token).to_have_accessible_description(heard)
    page.keyboard.press("Shift+ArrowRight")
    expect(token).not_to_have_accessible_description(heard)
    focused = page.locator(".text .token:focus")
    expect(focused).to_have_accessible_description(re.compile(r"id \d+.*in the text", re.DOTALL))


def test_a_step_opens_no_card_under_a_pointer_that_rests(show: Show) -> None:
    """Nobody asked about the token that came to lie there; a move, however small, asks."""
    page = show(training(TEXT))
    token = page.get_by_test_id("tokviz-token").nth(1)
    box = token.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    card = page.locator(".card")
    expect(card).to_be_visible()
    seen = card.inner_text()
    go(page, 8)
    page.evaluate("() => new Promise((drawn) => setTimeout(drawn, 300))")  # the browser looks again
    expect(card).to_be_hidden()
    page.mouse.move(x + 1, y)
    expect(card).to_be_visible()
    assert card.inner_text() != seen


def test_a_part_of_a_character_says_which_part(show: Show) -> None:
    page = show(training("👏", merges=0))
    page.get_by_test_id("tokviz-token").nth(1).hover()
    expect(page.locator(".card")).to_contain_text("byte 2 of 4 of 👏 U+1F44F")


def test_tokens_can_be_walked_by_key_and_left_by_escape(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_test_id("tokviz-token").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".card")).to_contain_text("id 104")
    page.keyboard.press("Escape")
    expect(page.locator(".card")).to_be_hidden()


def test_a_press_holds_the_first_token_too(show: Show) -> None:
    """The one that Tab reaches gets the focus by the press itself; that is not a second press."""
    page = show(training(TEXT))
    tokens(page).first.click()
    page.mouse.move(1, 1)
    expect(page.locator(".card")).to_be_visible()
    tokens(page).first.click()
    page.mouse.move(1, 1)
    expect(page.locator(".card")).to_be_hidden()


# ---- why it ends there ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", [0, 4])
def test_the_card_says_how_often_two_stand_together_and_when_they_are_joined(
    step: int, show: Show
) -> None:
    trace = training(TEXT)
    page = show(trace, step=step)
    counts = trace.pair_counts(step)
    joined = {s.pair: s.rank + 1 for s in reversed(trace.steps) if s.rank >= step}
    spans = tokens(page).evaluate_all(SPANS)
    for number, (end, left, right) in enumerate(spans[:12]):
        said = after(page, tokens(page).nth(number))
        often = counts[left, right]
        assert f"together {'once' if often == 1 else f'{often} times'};" in said
        last = int(trace.boundary_rank[end]) if end < len(trace.symbols) else len(trace)
        if last >= len(trace):
            assert said.endswith("; the cut stays.")
        else:
            assert f"; joined at step {last + 1}" in said
            by = trace.steps[last].pair
            assert (", as " in said) == (by != (left, right))
            assert by != (left, right) or joined[by] == last + 1


def test_no_pair_reaches_over_the_end_of_a_pre_token(show: Show) -> None:
    trace = recorded(tokviz.RegexBPE.train("low lower", num_merges=4).trace)
    page = show(trace, step=len(trace))
    assert [after(page, token) for token in tokens(page).all()[:1]] == [
        f"Its pre-token ends here: {WITHIN}."
    ]


def test_of_the_last_token_nothing_comes_after(show: Show) -> None:
    page = show(training("ab", merges=0))
    tokens(page).last.hover()
    expect(page.locator(".card dt").last).to_have_text("made of")


def test_who_predicts_is_not_told_what_comes(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_label("Ask first").select_option("ask")
    expect(page.get_by_test_id("tokviz-caption")).to_contain_text("Which pair merges next?")
    for token in tokens(page).all()[:6]:
        assert after(page, token) == "Press the token to predict the two."


def test_encoding_says_which_merge_could_join_two_and_where_none_can(show: Show) -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=12)
    trace = model.encode_trace("that rats sat")
    page = show(encode_payload(trace))
    ranks = {pair: rank for rank, pair in enumerate(model.merges)}
    for step in (0, len(trace)):
        go(page, step)
        told = [after(page, token) for token in tokens(page).all()[:-1]]
        for said, pair in zip(told, pairwise(trace.token_ids(step)), strict=True):
            rank = ranks.get(pair)
            assert (f"Merge {(rank or 0) + 1} could join the two" in said) == (rank is not None)
            assert ("No merge joins the two" in said) == (rank is None)
    assert all(said.endswith("; the cut stays.") for said in told)
