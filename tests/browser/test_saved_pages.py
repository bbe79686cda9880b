"""What a reader takes along: the replay as one page at the step it is on, and a picture of it."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.driving import settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.browser

STEP = 2
MARGIN = 16  # around a picture
ENDS = ("x1", "x2", "y1", "y2", "stroke-width")
BLUR = ImageFilter.BoxBlur(2)
SVG = "{http://www.w3.org/2000/svg}"
WHERE = [
    (("unigram", "Save", "replay", 0),),
    (("unigram", "Lattice", "lattice", 1),),
    (("text_to_bytes", "Save", "replay", 0),),
    (("regex_bpe", "Save", "replay", 0),),
]


def save(page: Page, name: str, tmp_path: Path) -> Path:
    """The file that a button of this name saves."""
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    with page.expect_download() as download:
        button.click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def open_tab(page: Page, url: str, tab: str) -> Page:
    page.goto(url)
    settle(page)
    page.get_by_role("tab", name=tab, exact=True).click()
    settle(page)
    return page


def step_to(replay: Locator, step: int) -> None:
    for _ in range(step):
        replay.get_by_test_id("tokviz-next").click()
    expect(replay).to_have_attribute("data-step", str(step))


@pytest.mark.parametrize("where", few(WHERE, first=WHERE[1:3]))
def test_replay_and_picture_are_of_the_readers_step(
    page: Page,
    new_page: Callable[..., Page],
    app_url: str,
    tmp_path: Path,
    where: tuple[str, str, str, int],
) -> None:
    page_name, tab, what, place = where
    open_tab(page, f"{app_url}/{page_name}", tab)
    name = "tokviz-rows" if page_name == "text_to_bytes" else "tokviz-player"
    replay = page.get_by_test_id(name).nth(place)
    step_to(replay, STEP)
    caption = replay.get_by_test_id("tokviz-caption").inner_text()
    alone = new_page()
    alone.goto(save(page, f"Save this {what} as one HTML file", tmp_path).as_uri())
    expect(alone.get_by_test_id(name)).to_have_attribute("data-step", str(STEP))
    assert alone.get_by_test_id("tokviz-caption").inner_text() == caption
    picture = save(page, "Save a picture of this step (SVG)", tmp_path)
    named = f"tokviz-{page_name.replace('_', '-')}-{what}-step-{STEP}"
    assert picture.name == f"{named}.svg"
    drawing = ET.parse(picture).getroot()
    words = "".join(drawing.itertext())
    bits = ["carries six more bits", "237"]  # said of the byte picked; one of another letter
    said = bits if name == "tokviz-rows" else [caption.split(".")[0]]
    assert [words.count(each) for each in said] == [1] * len(said)
    assert "oklch" not in picture.read_text(encoding="utf-8")
    pixels = save(page, "Save a picture of this step (PNG)", tmp_path)
    assert pixels.name == f"{named}.png"
    with Image.open(pixels) as image:
        assert image.size == (2 * int(drawing.attrib["width"]), 2 * int(drawing.attrib["height"]))
        assert len(image.convert("RGB").getcolors(2**24) or ()) > 20  # text and boxes


def test_a_picture_cuts_a_long_token_where_the_page_does(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    word = "supercalifragilisticexpialidocious"  # presented, a word so long is cut
    text = pack_text(f"{word} " * 3)
    open_tab(page, f"{app_url}/byte_bpe?text={text}&merges={len(word)}&step={len(word)}", "Save")
    drawing = ET.parse(save(page, "Save a picture of this step (SVG)", tmp_path)).getroot()
    words = "".join(drawing.itertext())
    assert words.count("70 bytes") == 1  # in the caption, and not over the token in the text


def pictured(page: Page, tmp_path: Path) -> ET.Element:
    """The picture of the step that the page's last replay is on."""
    return ET.parse(save(page, "Save a picture of this step (SVG)", tmp_path)).getroot()


def test_a_picture_of_the_lattice_tells_no_total_before_its_step(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/unigram", "Lattice")
    graph = page.get_by_test_id("tokviz-player").nth(1).locator(".graph text")
    shown = (
        "texts => texts.filter((text) => text.checkVisibility()).map((text) => text.textContent)"
    )
    seen = graph.evaluate_all(shown)
    assert len(seen) < graph.count()  # the totals of later steps stand there, unseen
    drawn = pictured(page, tmp_path).findall(f".//{SVG}svg//{SVG}text")
    assert [text.text for text in drawn] == seen


def measured(place: Locator, part: str) -> tuple[FloatRect, float, float]:
    """A part of a place on the page, and where it begins in the saved picture of its replay.

    Arguments:
        part: JavaScript that makes [left, top, width, height] of the place's ``box``.
    """
    measure = f"""place => {{
        const box = place.getBoundingClientRect(), replay = place.closest(".tokviz");
        const {{ left }} = replay.getBoundingClientRect();
        const top = replay.querySelector(".controls").getBoundingClientRect().bottom;
        return [{part}, left, top];
    }}"""
    left, top, width, height, from_left, from_top = place.evaluate(measure)
    return FloatRect(x=left, y=top, width=width, height=height), left - from_left, top - from_top


def unlike(page: Page, tmp_path: Path, place: Locator, part: str) -> float:
    """How far a part of this place is drawn from what the page shows there, from 0 to 255."""
    file = save(page, "Save a picture of this step (PNG)", tmp_path)
    place.scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    clip, left, top = measured(place, part)
    with Image.open(BytesIO(page.screenshot(clip=clip))) as shown, Image.open(file) as picture:
        x, y = round(2 * (MARGIN + left)), round(2 * (MARGIN + top))
        drawn = picture.crop((x, y, x + 2 * shown.width, y + 2 * shown.height))
        blurred = (each.convert("RGB").resize(shown.size).filter(BLUR) for each in (shown, drawn))
        apart = ImageChops.difference(*blurred)
    return max(ImageStat.Stat(apart).mean)


NEAR = 8
"""Two drawings of the same lines are no further apart, blurred."""


def test_a_picture_shows_how_often_a_tied_pair_stands(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/regex_bpe?step=30", "Save")
    bar = page.locator(".tied .bar").first
    assert unlike(page, tmp_path, bar, "box.x, box.y, box.width, box.height") < NEAR


@pytest.mark.parametrize("kind", ["opens", "seam"])
def test_a_picture_shows_the_line_before_a_token(
    page: Page, app_url: str, tmp_path: Path, kind: str
) -> None:
    open_tab(page, f"{app_url}/regex_bpe?step=30", "Save")
    token = page.locator(f".line .token.{kind}").first
    assert unlike(page, tmp_path, token, "box.x - 9, box.y + 4, 8, box.height - 8") < NEAR


def test_a_picture_underlines_a_token_twice_where_the_page_does(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/regex_bpe?step=30", "Save")
    token = page.locator(".line .token.e3").first
    drawing = pictured(page, tmp_path)
    edge, left, top = measured(token, "box.x, box.bottom - 3, box.width, 3")
    lines = [
        {name: float(line.attrib[name].removesuffix("px")) for name in ENDS}
        for line in drawing.findall(f".//{SVG}line")
    ]
    under = [
        line
        for line in lines
        if abs(line["x1"] - left) < 1 and abs(line["x2"] - left - edge["width"]) < 1
        if top < line["y1"] == line["y2"] < top + 3
    ]
    assert [line["stroke-width"] for line in under] == [1, 1]
    assert abs(under[0]["y1"] - under[1]["y1"]) == pytest.approx(2, abs=0.2)


def test_a_picture_shows_each_character_over_its_bytes(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/regex_bpe", "Encode new text")
    tokens = page.get_by_test_id("tokviz-player").nth(1).locator(".line .token[data-over]")
    over = [token.get_attribute("data-over") or "" for token in tokens.all()]
    assert "안" in over
    texts = pictured(page, tmp_path).findall(f".//{SVG}text")
    drawn = {text.text: text.attrib for text in texts if text.text in {*over, "EC"}}
    assert set(over) <= set(drawn)
    lower, upper = drawn["EC"], drawn["안"]
    assert 20 < float(lower["y"]) - float(upper["y"]) < 60
    assert abs(float(lower["x"]) - float(upper["x"])) < 20


def test_a_round_box_is_round_in_a_picture(page: Page, app_url: str, tmp_path: Path) -> None:
    """Its four equal edges were drawn as a square."""
    open_tab(page, f"{app_url}/regex_bpe?step=30", "Save")
    dot = page.locator(".curve-dot")
    assert unlike(page, tmp_path, dot, "box.x, box.y, box.width, box.height") < NEAR


def test_a_picture_shows_the_line_within_a_pair_of_one_colour(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    """It is drawn as shadows: the tokens of a pair stand too close for more."""
    open_tab(page, f"{app_url}/byte_bpe?step=10", "Save")
    token = page.locator(".pair .token.seam").first
    assert unlike(page, tmp_path, token, "box.x - 4, box.y + 4, 4, box.height - 8") < NEAR


def test_a_picture_strikes_a_pair_out_that_may_not_merge(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    text = pack_text("ab1 " * 4 + "12 " * 3 + "a1 " * 6)  # letters and digits do not merge
    open_tab(page, f"{app_url}/sentencepiece_bpe?text={text}&step=2", "Save")
    pairs = page.locator(".barred .pair")
    expect(pairs).to_have_text(["▁a1", "b1"])  # 6 times, and 4 times
    texts = pictured(page, tmp_path).findall(f".//{SVG}text[@text-decoration='line-through']")
    assert "".join(text.text or "" for text in texts) == "▁a1b1"


def test_an_empty_lane_says_so_in_a_picture_as_on_the_page(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    """Its words were as wide as the lane."""
    open_tab(page, f"{app_url}/wordpiece", "Encode new text")
    lane = page.get_by_test_id("tokviz-player").nth(1).locator(".chips").last
    first = pictured(page, tmp_path).find(f".//{SVG}text[.='nothing yet']")
    assert first is not None
    assert float(first.attrib["textLength"]) < 100
    assert unlike(page, tmp_path, lane, "box.x + 120, box.y, box.width - 120, box.height") < 1


def test_the_comparison_is_saved_and_its_switch_is_in_the_address(
    page: Page, new_page: Callable[..., Page], app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/compare", "Save")
    page.get_by_label("Show only where they differ").check()
    expect(page).to_have_url(re.compile(r"[?&]strips_differ=1"))
    tokens = page.get_by_test_id("tokviz-strip-token").count()
    alone = new_page()
    alone.goto(save(page, "Save this comparison as one HTML file", tmp_path).as_uri())
    expect(alone.get_by_test_id("tokviz-strip-token")).to_have_count(tokens)
