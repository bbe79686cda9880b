"""Unigram in a real browser: stepping through rounds and a lattice, loading and saving models."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
import sentencepiece
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, HOSTILE, open_settings, opened_at, settle
from tests.browser.presenting import present
from tokviz.references.sentencepiece import SentencePieceReference, train_library
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text

CUT_BOXES = """(pane) => {
    const { top, bottom } = pane.getBoundingClientRect();
    return [...pane.querySelectorAll(".chip-box:not([hidden])")].filter((box) => {
        const place = box.getBoundingClientRect();
        return place.top < bottom && (place.bottom > bottom || place.top < top);
    }).map((box) => box.textContent);
}"""
"""What the edge of a pane runs through."""


def replay(page: Page, name: str) -> Locator:
    return page.locator(f".st-key-unigram-{name}").get_by_test_id("tokviz-player")


def open_unigram(page: Page, url: str, **query: str) -> None:
    page.goto(f"{url}/unigram?" + "&".join(f"{name}={value}" for name, value in query.items()))
    settle(page)
    expect(replay(page, "rounds")).to_have_attribute("data-step", ANY_STEP)


def at_the_start(page: Page) -> Locator:
    """The rounds of the page that tests share, wherever the one before left them."""
    rounds = replay(page, "rounds")
    expect(rounds).to_have_attribute("data-step", ANY_STEP)
    rounds.get_by_test_id("tokviz-slider").fill("0")
    expect(rounds).to_have_attribute("data-step", "0")
    return rounds


def section(page: Page, name: str) -> None:
    """A section of the page that tests share, whichever the one before left open."""
    page.get_by_role("tab", name=name, exact=True).click()
    settle(page)


def lattice_at_the_start(page: Page) -> Locator:
    section(page, "Lattice")
    graph = replay(page, "lattice_graph")
    graph.get_by_test_id("tokviz-slider").fill("0")
    expect(graph).to_have_attribute("data-step", "0")
    return graph


@opened_at(1280, 900, ["unigram"], alone=True)
def test_stepping_through_the_rounds(opened: Page) -> None:
    rounds = at_the_start(opened)
    expect(rounds).to_contain_text("586 pieces")
    for button, step in (("next", 1), ("next", 2), ("prev", 1), ("last", 7), ("first", 0)):
        rounds.get_by_test_id(f"tokviz-{button}").click()
        expect(rounds).to_have_attribute("data-step", str(step))
    rounds.get_by_test_id("tokviz-slider").fill("2")
    expect(rounds).to_contain_text("248 pieces")


@opened_at(1280, 900, ["unigram"], alone=True)
def test_the_whole_sentence_is_seen_at_every_step(opened: Page) -> None:
    rounds = at_the_start(opened)
    sentence = rounds.locator(".lane.letters .chips")
    for width in (1000, 1280):
        opened.set_viewport_size({"width": width, "height": 720})
        for step in range(8):
            rounds.get_by_test_id("tokviz-slider").fill(str(step))
            expect(rounds).to_have_attribute("data-step", str(step))
            hidden = sentence.evaluate("(lane) => lane.scrollHeight - lane.clientHeight")
            assert hidden <= 0, (width, step)
    opened.set_viewport_size({"width": 1280, "height": 900})


@opened_at(1280, 900, ["unigram"], alone=True)
def test_victims_fade_with_their_losses_before_a_pruning(opened: Page) -> None:
    rounds = at_the_start(opened)
    rounds.get_by_test_id("tokviz-slider").fill("2")
    doomed = rounds.locator(".chip-box.doomed:not([hidden])")
    expect(doomed.first).to_be_visible()
    assert doomed.first.locator(".chip-note").inner_text()
    rounds.get_by_test_id("tokviz-next").click()
    expect(doomed).to_have_count(0)
    expect(rounds.locator(".chip-box.gone:not([hidden])").first).to_be_visible()


@opened_at(1280, 900, ["unigram"], alone=True)
def test_keys_step_the_rounds(opened: Page) -> None:
    rounds = at_the_start(opened)
    rounds.get_by_test_id("tokviz-next").focus()
    for key, step in (("ArrowRight", 1), ("PageDown", 2), ("End", 7), ("PageUp", 6), ("Home", 0)):
        opened.keyboard.press(key)
        expect(rounds).to_have_attribute("data-step", str(step))


@opened_at(1280, 900, ["unigram"])
def test_the_charts_follow_and_the_address_restores_the_step(
    opened: Page, new_page: Callable[..., Page]
) -> None:
    at_the_start(opened).get_by_test_id("tokviz-slider").fill("2")
    opened.wait_for_url("**step=2**")
    opened.locator(".st-key-unigram-sizes").scroll_into_view_if_needed()
    expect(opened.locator(".st-key-unigram-sizes")).to_contain_text("step 2: 248 pieces")
    second = new_page(width=390, dark=True, alone=True)
    second.goto(opened.url)
    settle(second)
    expect(replay(second, "rounds")).to_have_attribute("data-step", "2")


@opened_at(1280, 900, ["unigram"])
def test_the_lattice_is_built_up_position_by_position(opened: Page) -> None:
    graph = lattice_at_the_start(opened)
    edges = graph.get_by_test_id("tokviz-edge")
    expect(edges).to_have_count(24)
    seen = edges.and_(graph.locator(".edge:not(.unseen)"))
    expect(seen).to_have_count(0)
    counts = []
    for step in range(1, 15):
        graph.get_by_test_id("tokviz-next").click()
        expect(graph).to_have_attribute("data-step", str(step))
        counts.append(seen.count())
    assert counts == sorted(counts)
    assert counts[0] == 1
    assert counts[-1] == 24


@opened_at(1280, 900, ["unigram"])
def test_the_best_path_is_lit_at_the_end(opened: Page) -> None:
    graph = lattice_at_the_start(opened)
    graph.get_by_test_id("tokviz-last").click()
    lit = graph.get_by_test_id("tokviz-edge").and_(graph.locator(".lit"))
    expect(lit).to_have_count(5)
    pieces = sorted(edge.get_attribute("data-piece") or "" for edge in lit.all())
    assert pieces == sorted(["▁o", "t", "he", "r", "▁fishers"])
    expect(graph.locator(".lane").get_by_test_id("tokviz-token")).to_have_count(5)


@opened_at(1280, 900, ["unigram"])
def test_a_saved_model_is_read_by_the_library(opened: Page, tmp_path: Path) -> None:
    section(opened, "Save")
    with opened.expect_download() as saving:
        opened.get_by_role("button", name="Save the tokenizer (.model)").click()
    path = tmp_path / "saved.model"
    saving.value.save_as(path)
    library = sentencepiece.SentencePieceProcessor(model_file=str(path))
    assert library.encode("other fishers", out_type=str) == ["▁o", "t", "he", "r", "▁fishers"]


@opened_at(1280, 900, ["unigram"])
def test_the_library_is_trained_beside_ours(opened: Page) -> None:
    section(opened, "Beside sentencepiece")
    opened.get_by_role("button", name="Train sentencepiece on this text").click()
    expect(opened.get_by_text("both learned")).to_be_visible()
    expect(opened.locator(".st-key-unigram-both_strips")).to_contain_text("sentencepiece")


@opened_at(1280, 900, ["unigram"])
def test_sampling_follows_the_temperature(opened: Page) -> None:
    section(opened, "N-best and sampling")
    chart = opened.locator(".st-key-unigram-lattice_draws[data-stale=false]")
    expect(chart).to_contain_text("1,000 draws at temperature 1")
    settle(opened)
    opened.get_by_role("slider", name="Temperature").press("ArrowRight")
    expect(chart).to_contain_text("1,000 draws at temperature 1.1")


@opened_at(1280, 900, ["unigram"])
def test_a_model_of_the_library_is_loaded_on_the_page(opened: Page, tmp_path: Path) -> None:
    """One of BPE: test_sentencepiece_bpe.py."""
    section(opened, "Load a .model")
    load_theirs(opened, "unigram", tmp_path)


def load_theirs(page: Page, algorithm: Literal["bpe", "unigram"], folder: Path) -> None:
    """A model that the library trained: it is replayed, and its ids are the library's."""
    model = train_library(sample("prose").text, algorithm, vocab_size=120)
    reference = SentencePieceReference(model)
    path = folder / f"their_{algorithm}.model"
    path.write_bytes(reference.model)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text(f"their_{algorithm}.model: ")).to_be_visible()
    name = "loaded_graph" if algorithm == "unigram" else "loaded_player"
    loaded = page.locator(f"[class*=-{name}]").get_by_test_id("tokviz-player")
    loaded.get_by_test_id("tokviz-last").click()
    settle(page)
    box = "A word or a short sentence" if algorithm == "unigram" else "Text for this model"
    text = page.get_by_role("textbox", name=box).last.input_value()
    ids = page.locator(".written pre").last
    expect(ids).to_contain_text(str(reference.encode(text)))


@opened_at(1280, 900, ["unigram"])
def test_a_new_word_draws_a_new_lattice(opened: Page) -> None:
    """The last look at the page that is shared: it changes the word."""
    section(opened, "Lattice")
    box = opened.get_by_role("textbox", name="A word or a short sentence")
    box.fill("안녕 👏🏻")
    box.press("Enter")
    expect(replay(opened, "lattice_graph").locator("text.character").first).to_be_attached()
    expect(replay(opened, "lattice_graph")).to_contain_text("안")


def test_hostile_text_stays_text(app_url: str, page: Page) -> None:
    packed = pack_text(HOSTILE) or ""
    watched = pack_text(HOSTILE[:200]) or ""
    open_unigram(page, app_url, section="Lattice", text=packed, sentence=watched, vocab="200")
    box = page.get_by_role("textbox", name="A word or a short sentence")
    box.fill("<img src=x onerror=\"document.title='hacked'\">")
    box.press("Enter")
    settle(page)
    replay(page, "lattice_graph").get_by_test_id("tokviz-last").click()
    replay(page, "rounds").get_by_test_id("tokviz-last").click()
    open_settings(page)
    page.get_by_text("Normalization:").click()
    settle(page)
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert "hacked" not in page.title()


@opened_at(1366, 768, ["unigram?step=3"], alone=True)
def test_what_goes_ends_at_a_whole_row_with_its_losses(opened: Page) -> None:
    goes = opened.locator(".st-key-stage .lane").filter(has_text="What goes").locator(".chips")
    expect(goes.locator(".chip-note:visible").first).to_be_visible()
    assert goes.evaluate(CUT_BOXES) == []


LANES = """(lanes) => lanes.filter((lane) => lane.checkVisibility())
    .map((lane) => [lane.offsetTop, lane.offsetHeight])"""


@pytest.mark.stage_alone
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text", ["harbour", "languages"])
def test_no_step_moves_what_stands_below_it_where_it_is_presented(
    size: tuple[int, int], text: str, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=size[0], height=size[1])
    present(page, f"{app_url}/unigram?sample={text}")
    rounds = replay(page, "rounds")
    before = rounds.locator(".lane").evaluate_all(LANES)
    assert len(before) == 4
    for step in range(1, int(rounds.get_by_test_id("tokviz-slider").get_attribute("max") or 0) + 1):
        page.keyboard.press("ArrowRight")
        expect(rounds).to_have_attribute("data-step", str(step))
        assert rounds.locator(".lane").evaluate_all(LANES) == before
        assert rounds.locator(".facts .token:visible").evaluate_all(
            "(chips) => chips.every((chip) => chip.offsetHeight === chips[0].offsetHeight)"
        )
