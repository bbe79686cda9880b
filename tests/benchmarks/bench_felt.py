"""What a reader feels, in Chromium: the waits of a reader, their median and 95th percentile.

Run: python -m tests.benchmarks.bench_felt [name ...] [--rounds 5]
     names: cold, links, lessons, typing, stepping, long, memory; all unless some are given

A wait begins with the reader's own event (a click, a letter, an address) and ends when what it
asks for is drawn, as the page itself sees it, looking once a frame. Lessons opened by a link meet
a fresh server and a fresh browser profile. The machine's load stands above the table: on a busy
machine all waits are longer. A long text is put into the box by a script, so what the browser
itself needs to paste it is not in the wait. "Next" is pressed at moments spread over a frame, and
ends with the first task after the frame that paints it.

Links, lessons, long texts and the cold start are measured ``--rounds`` times: 20 give a 95th
percentile, of fewer the column has the longest.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import tokviz
from tests.benchmarks.bench_player import FLAGS, clicks, english
from tests.benchmarks.bench_readers import memory
from tests.browser.driving import IDLE, ROOT, open_settings, settle, start_server
from tests.browser.test_long_text import long_text
from tests.recorded import recorded
from tokviz.lessons import LESSONS
from tokviz.views.player.player import replay_html, train_payload

EDITS, CLICKS = 20, 60
READERS = 6
"""Readers whose memory is measured, in tabs of one browser."""

# Every script looks through the page's shadow roots, which the locators of Playwright pierce too.
LOOK = """
globalThis.deep = (selector) => {
  const found = document.querySelector(selector);
  if (found) return found;
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated], *"))
    if (host.shadowRoot?.querySelector(selector)) return host.shadowRoot.querySelector(selector);
  return null;
};
globalThis.until = (holds) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`waited two minutes for ${holds}`)), 120_000);
  const look = () => (holds() ? done(performance.now()) : requestAnimationFrame(look));
  look();
});
"""
DRAWN = "[data-testid=tokviz-player][data-step], [data-testid=tokviz-rows][data-step]"
OPENED = f"""() => until(() => deep("{DRAWN}, .js-plotly-plot, [data-testid=tokviz-strips]")
  && document.querySelector("{IDLE}"))"""
FOLLOW_LINK = """async ([title, drawn]) => {
  const links = [...document.querySelectorAll("[data-testid=stSidebar] a")];
  const start = performance.now();
  links.find((link) => link.textContent.includes(title)).click();
  const shown = () => document.querySelector("[data-testid=stMain] h1")?.textContent ?? "";
  await until(() => shown().includes(title));
  return (await until(() => deep(drawn))) - start;
}"""
TYPED = """() => { globalThis.typed = new Promise((done) => addEventListener("input",
  () => done(performance.now()), { capture: true, once: true })); }"""
REDRAWN = """async (text) => {
  const start = await typed;
  const first = () => deep("[data-testid=tokviz-player] .text")?.textContent.slice(0, text.length);
  return (await until(() => first() === text)) - start;
}"""
PASTE = """(text) => {
  const box = document.querySelector("[data-testid=stPopoverBody] textarea");
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  globalThis.pasted = performance.now();
  box.focus();
  set.call(box, text);
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}"""
STEPPED = """async (steps) => {
  const player = () => deep("[data-testid=tokviz-player]");
  await until(() => player()?.querySelector(".of").textContent.replace(",", "").endsWith(steps));
  player().querySelector("[data-testid=tokviz-next]").click();
  return (await until(() => player().dataset.step === "1")) - pasted;
}"""
FRAMES = """async ([act, seconds]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const player = deep("[data-testid=tokviz-player]");
  const { clock } = globalThis.player ?? {};
  const slider = player.querySelector("[data-testid=tokviz-slider]");
  const frames = [];
  const from = Number(player.dataset.step);
  let last = await frame(), begun = last, at = 0;
  if (act === "play") player.querySelector("[data-testid=tokviz-play]").click();
  while (last - begun < 1000 * seconds) {
    if (act === "drag") {
      at = (at + 97) % Number(slider.max);
      slider.value = at;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return [frames, (1000 * (Number(player.dataset.step) - from)) / (last - begun)];
}"""

Row = tuple[str, str, list[float], str]
"""What was measured, its unit, all its values, and what is wanted."""


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    # Python keeps what it compiled for the next start, as it does unless this is set.
    process, url = start_server(ROOT / "app.py", environment={"PYTHONDONTWRITEBYTECODE": ""})
    try:
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(60)


def visitor(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(LOOK)
    return page


def opened(browser: Browser, address: str) -> float:
    """Milliseconds from the address to the whole page."""
    page = visitor(browser)
    page.goto(address, wait_until="commit")
    waited = float(page.evaluate(OPENED))
    page.context.close()
    return waited


def cold(browser: Browser, rounds: int) -> Iterator[Row]:
    waits = []
    for _ in range(rounds):
        start = time.perf_counter()
        with server() as (url, _):
            begun = 1_000 * (time.perf_counter() - start)
            waits.append(begun + opened(browser, url))
    yield "start of the server to the first page", "ms", waits, ""


def links(browser: Browser, rounds: int) -> Iterator[Row]:
    for row in LESSONS:
        waits = []
        for _ in range(rounds):
            with server() as (url, _):
                waits.append(opened(browser, f"{url}/{row.key}"))
        yield f"{row.title}, by its link, on a fresh server", "ms", waits, "1,200"


def lessons(browser: Browser, rounds: int) -> Iterator[Row]:
    merging = [row for row in LESSONS if row.training is not None]
    with server() as (url, _):
        page = visitor(browser)
        page.goto(f"{url}/{merging[0].key}")
        settle(page)
        waits = []
        for turn in range(rounds + 1):
            for row in [*merging[1:], merging[0]]:
                wait = page.evaluate(FOLLOW_LINK, [row.title, DRAWN])
                settle(page)
                waits += [wait] if turn else []  # in the first turn, each trains for the first time
    yield "lesson to lesson, by the menu", "ms", waits, "300"


def typing(browser: Browser, _: int) -> Iterator[Row]:
    with server() as (url, _pid):
        page = visitor(browser)
        page.goto(f"{url}/byte_bpe?merges=200")
        settle(page)
        open_settings(page)
        box = page.get_by_role("textbox", name="Your own text")
        box.fill("Q" + english(10_000))
        box.press("Control+Enter")
        settle(page)
        box.press("Control+Home")
        waits, written = [], ""
        for edit in range(EDITS):
            page.wait_for_timeout(1_000)
            page.evaluate(TYPED)
            letter = "abcdefghijklmnopqrstuvwxyz"[edit]
            page.keyboard.type(letter)
            written += letter
            waits.append(page.evaluate(REDRAWN, written))
    yield "a letter typed in 10 kB, to the new replay", "ms", waits, "150"


def replay_file(folder: Path, text: str, merges: int) -> Path:
    trace = tokviz.RegexBPE.train(text, num_merges=merges).trace
    assert trace is not None
    path = folder / "replay.html"
    path.write_text(replay_html(train_payload(recorded(trace)), title="Felt"), encoding="utf-8")
    return path


def stepping(browser: Browser, _: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for tokens, wanted in ((2_000, "17"), (10_000, "45")):
            page = visitor(browser)
            path = replay_file(Path(folder), english(2 * tokens), 300 + CLICKS)
            page.goto(f"{path.as_uri()}#step=250")
            page.get_by_test_id("tokviz-slider").fill("250")
            page.wait_for_timeout(500)
            waits = [painted for _, painted in clicks(page, CLICKS)]
            yield f"“next” in a text of {2 * tokens:,} characters, painted", "ms", waits, wanted
        page.goto(replay_file(Path(folder), long_text(1_000_000), 8_000).as_uri())
        frames, _rate = page.evaluate(FRAMES, ["drag", 5])
        yield "a frame while the slider is dragged over 8,000 merges of 1 MB", "ms", frames, "33"
        page.get_by_test_id("tokviz-slider").fill("100")
        page.get_by_test_id("tokviz-speed").select_option("60")
        frames, rate = page.evaluate(FRAMES, ["play", 5])
        yield "steps a second, played at 60", "", [rate], "60"


def rested(pid: int) -> float:
    """What a server keeps, in MB, once it is ready: just begun, it imports for all pages."""
    before, now = 0.0, memory([pid])
    while abs(now - before) >= 1:
        time.sleep(1)
        before, now = now, memory([pid])
    return now


def long(browser: Browser, rounds: int) -> Iterator[Row]:
    for size, wanted in ((1_000_000, "3,000"), (4_000_000, "12,000")):
        waits, kept = [], []
        for turn in range(rounds):
            with server() as (url, pid):
                page = visitor(browser)
                page.goto(f"{url}/regex_bpe?merges=8000")
                settle(page)
                open_settings(page)
                before = rested(pid)
                page.evaluate(PASTE, f"{turn} {long_text(size)}"[:size])
                waits.append(page.evaluate(STEPPED, "8000"))
                settle(page)
                kept.append(memory([pid]) - before)
                page.context.close()
        megabytes = size // 1_000_000
        yield f"{megabytes} MB pasted, 8,000 merges, stepped", "ms", waits, wanted
        yield f"memory that the server keeps for these {megabytes} MB", "MB", kept, ""


def readers(browser: Browser, _: int) -> Iterator[Row]:
    with server() as (url, pid):
        pages = [visitor(browser) for _ in range(READERS)]
        pages[0].goto(f"{url}/byte_bpe")
        settle(pages[0])
        before, grown = rested(pid), []
        for page in pages[1:]:
            page.goto(f"{url}/byte_bpe")
            settle(page)
            grown.append(memory([pid]) - before)
            before = memory([pid])
    yield "memory of the server for one reader more", "MB", grown, ""


PARTS: dict[str, Callable[[Browser, int], Iterator[Row]]] = {
    "cold": cold, "links": links, "lessons": lessons, "typing": typing, "stepping": stepping,
    "long": long, "memory": readers,
}  # fmt: skip


def percentile_95(values: Sequence[float]) -> float:
    """Of 20 values or more 95 % are no larger; of fewer it is the largest."""
    return sorted(values)[ceil(0.95 * len(values)) - 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS])
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}\n", flush=True)
    print("| | unit | median | 95 % within | of | wanted |\n|---|---|---|---|---|---|")
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        for name in asked.parts or PARTS:
            for what, unit, values, wanted in PARTS[name](browser, asked.rounds):
                median, high = statistics.median(values), percentile_95(values)
                numbers = f"{median:,.1f} | {high:,.1f} | {len(values)}"
                print(f"| {what} | {unit} | {numbers} | {wanted} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
