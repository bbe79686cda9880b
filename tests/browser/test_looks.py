"""Colours in a real browser: neighbours never look alike, and a token looks alike at every step."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

import tokviz
from tests.browser.driving import settle
from tests.browser.replays import Show
from tests.matrix import few
from tests.recorded import recorded
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.lessons import LESSONS
from tokviz.samples import SAMPLES, sample
from tokviz.traces.merges import MergeTrace
from tokviz.views.components import PLAYER
from tokviz.views.player.player import replay_html, train_payload

pytestmark = pytest.mark.browser

TRAINERS: dict[str, Callable[[str], MergeTrace | None]] = {
    "byte_bpe": lambda text: tokviz.ByteBPE.train(text, num_merges=100).trace,
    "regex_bpe": lambda text: tokviz.RegexBPE.train(text, num_merges=100).trace,
    "char_bpe": lambda text: CharBPE.train(text, num_merges=100).trace,
    "sentencepiece_bpe": lambda text: (
        SentencePieceBPE.train(text, vocab_size=103 + len({"▁", *text})).trace
    ),
    "wordpiece": lambda text: WordPiece.train(text, vocab_size=smallest_vocab(text) + 100).trace,
}
UNLIKE = ("rhyme", "code", "unicode")  # words, many equal neighbours, many scripts
ALL = ("", *(row.key for row in LESSONS))
FEW = ("", "text_to_bytes", "byte_bpe", "wordpiece", "unigram", "compare")
"""Each component that draws tokens is on one of these pages, and each kind of token."""
# All steps of a replay in the page: the neighbours that look alike with nothing between them.
# Hidden, the page has the same spans with the same classes, and takes no time to lay them out.
ALIKE = """() => {
    const found = [];
    document.body.style.display = "none";
    for (let k = 0; k <= player.steps; k++) {
        player.clock.jump(k);
        let before = null, seen = null;
        for (const span of document.querySelectorAll(".text .token")) {
            const colour = span.className.match(/(?<!\\S)c[0-7](?!\\S)/)?.[0];
            const next = before && before.parentElement === span.parentElement;
            if (next && before.token !== span.token && colour && colour === seen &&
                !span.matches(".seam, .opens") && !span.previousElementSibling.matches("br, .gap"))
                found.push([k, before.textContent, span.textContent]);
            before = span;
            seen = colour;
        }
    }
    return found;
}"""
# Every drawn token and what a reader can see of it, not the name of a class.
SEEN = """(spans) => spans.filter((span) => span.checkVisibility() && !span.closest(".legend"))
    .map((span) => {
        const style = getComputedStyle(span);
        const edges = ["top", "bottom"].map((at) => ["style", "width", "color"]
            .map((what) => style.getPropertyValue(`border-${at}-${what}`)).join(" "));
        const text = span.textContent.replaceAll("↵", "\\n").replaceAll("⇥", "\\t");
        return [text, [style.backgroundColor, ...edges].join(", ")];
    })"""
# Left out: words that are no token, what is lost, chips marked by what became of them, and bytes
# that a character stands over.
MARKED = ".unknown, .miss, .rest, .fact, .doomed, .gone, .hit"
TOKENS = f".token:not(.no-token, .lost, .part-of, :is({MARKED}) .token)"


@pytest.fixture(scope="module")
def looks_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def open_replay(page: Page, trace: MergeTrace, path: Path) -> None:
    text = replay_html(train_payload(trace), title="Replay").replace(
        "replay(document.body,", "globalThis.player = replay(document.body,"
    )
    path.write_text(text, encoding="utf-8")
    page.goto(path.as_uri())


@pytest.mark.parametrize(
    ("key", "lesson"),
    few(
        product((sample.key for sample in SAMPLES), TRAINERS),
        first=[*product(UNLIKE, ["byte_bpe"]), *product(UNLIKE[1:2], TRAINERS)],
    ),
)
def test_neighbours_differ_at_every_step_of_every_sample(
    looks_page: Page, tmp_path: Path, key: str, lesson: str
) -> None:
    trace = TRAINERS[lesson](sample(key).text)
    assert trace is not None
    open_replay(looks_page, trace, tmp_path / "replay.html")
    assert looks_page.evaluate(ALIKE) == []


def test_eight_colours_and_a_seam_can_be_seen(new_page: Callable[..., Page]) -> None:
    page = new_page()
    spans = "".join(f"<span class='token c{i % 8} e{i // 8} seam'>x</span>" for i in range(32))
    page.set_content(f"<style>{PLAYER.css}</style><div class='tokviz'>{spans}</div>")
    looks = page.locator(".token").evaluate_all(SEEN)
    assert len({look.partition(")")[0] for _, look in looks}) == 8
    assert len({look for _, look in looks}) == 32
    seam = page.locator(".token").first.evaluate(
        "(span) => getComputedStyle(span, '::before').borderInlineStartWidth"
    )
    assert seam == "2px"


@pytest.mark.parametrize("keys", few([(FEW,), (ALL,)], first=[(FEW,)]), ids=["few", "all"])
def test_a_token_looks_the_same_on_every_page(
    keys: Sequence[str], app_url: str, new_page: Callable[..., Page]
) -> None:
    looks: dict[str, set[str]] = {}
    pages: dict[str, set[str]] = {}
    page = new_page(height=720)
    for key in keys:
        page.goto(f"{app_url}/{key}")
        settle(page)
        last = page.get_by_test_id("tokviz-last").filter(visible=True)
        for _ in range(2):  # as it opens, and at its last step
            for text, look in page.locator(TOKENS).evaluate_all(SEEN):
                looks.setdefault(text, set()).add(look)
                pages.setdefault(text, set()).add(key)
            if last.count() and last.first.get_attribute("aria-disabled") != "true":
                last.first.click()
    shared = {text for text, keys in pages.items() if len(keys) > 1}
    assert len(shared) > 40
    assert {text: looks[text] for text in shared if len(looks[text]) > 1} == {}


def test_a_skin_tone_after_a_continuing_prefix_is_drawn(show: Show) -> None:
    """A browser takes "##" and the tone for one character, of which no font has a picture."""
    page = show(recorded(WordPiece.train("🏽 👍🏽 👍🏽", vocab_size=9).trace))
    tone, after_prefix = (
        page.get_by_test_id("tokviz-token").filter(has_text="🏽").nth(number) for number in (0, 1)
    )
    expect(after_prefix).to_have_text("##🏽")
    assert width_of_last(after_prefix) == width_of_last(tone)
    prefix = after_prefix.locator(".marker").bounding_box()
    token = after_prefix.bounding_box()
    assert prefix is not None
    assert token is not None
    assert prefix["height"] <= token["height"], "an outline goes around both"


def width_of_last(token: Locator) -> float:
    """Pixels that the last part of a token's label takes."""
    width: float = token.evaluate(
        """token => {
            const range = document.createRange();
            range.selectNodeContents(token.lastChild);
            return range.getBoundingClientRect().width;
        }"""
    )
    return width


def test_how_much_of_a_long_token_is_left_out_stands_on_one_line(show: Show) -> None:
    trace = recorded(tokviz.ByteBPE.train("a" * 4_096, num_merges=12).trace)
    page = show(trace, step=12)
    more = page.get_by_test_id("tokviz-token").locator(".more")
    expect(more).to_contain_text("more bytes")
    for width in range(600, 800, 20):
        page.set_viewport_size({"width": width, "height": 800})
        assert more.evaluate("part => part.getClientRects().length") == 1


@pytest.mark.parametrize("dark", [False, True])
def test_colours_of_the_system_keep_what_only_a_filled_box_tells(show: Show, dark: bool) -> None:
    """Counts, the slider's way and the dots of spaces, as in Windows' contrast themes."""
    page = show(recorded(tokviz.ByteBPE.train(SAMPLES[0].text, num_merges=9).trace), dark=dark)
    page.emulate_media(forced_colors="active")
    bars = page.locator(".pairs .bar span")
    assert fill(bars.first) != "background" != fill(bars.nth(1))
    dot = page.locator(".part.space").first
    assert len(colours_of(dot)) > 1
    assert len(colours_of(page.get_by_test_id("tokviz-slider"), left=0.6)) > 1


@pytest.mark.stage_alone
def test_colours_of_the_system_keep_switches_and_bars_of_a_page(page: Page, app_url: str) -> None:
    page.emulate_media(forced_colors="active")
    for key, box in {"byte_bpe": ".st-key-tools label > div", "compare": ".strips-track"}.items():
        page.goto(f"{app_url}/{key}")
        settle(page)
        assert len(colours_of(page.locator(box).first)) > 1, key


def fill(box: Locator) -> str:
    """Its colour, or “background” where it is the page's."""
    shown: str = box.evaluate(
        """box => {
            const colour = getComputedStyle(box).backgroundColor;
            const page = document.createElement("div");
            page.style.backgroundColor = "Canvas";
            document.body.append(page);
            const none = [getComputedStyle(page).backgroundColor, "rgba(0, 0, 0, 0)"];
            page.remove();
            return none.includes(colour) ? "background" : colour;
        }"""
    )
    return shown


def colours_of(box: Locator, left: float = 0.0) -> set[bytes]:
    """The colours of its picture, from a part of its width on."""
    with Image.open(BytesIO(box.screenshot())) as picture:
        seen = (int(picture.width * left), 0, picture.width, picture.height)
        shown = picture.convert("RGB").crop(seen).tobytes()
    return {shown[at : at + 3] for at in range(0, len(shown), 3)}
