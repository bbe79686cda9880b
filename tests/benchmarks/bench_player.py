"""How long "next" takes at 2,000 tokens on screen: from the click to the DOM, and to the paint.

Run: python tests/benchmarks/bench_player.py

Medians of 30 clicks, once with the player as it is and once with the whole text drawn anew at
each step; the ratio is what drawing only the changes saves. "Painted" is the first
task after the next animation frame: style, layout and paint are done by then. Hands know nothing of
frames: the clicks come at moments spread evenly over one (about 17 ms), and each waits for its end.
"""

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

import tokviz
from tests.recorded import recorded
from tokviz.samples import SAMPLES
from tokviz.views.player.player import replay_html, train_payload

CLICKS = 30
ON_SCREEN = 2_000
START = 250
MERGES = START + CLICKS + 5
FLAGS = ["--no-sandbox", "--disable-gpu"]

FRAME = 1_000 / 60
"""Milliseconds of a frame."""

CLICK = """async (moment) => {
  const button = document.querySelector("[data-testid=tokviz-next]");
  const frame = () => new Promise(requestAnimationFrame);
  const painted = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
  await frame();
  await new Promise((done) => setTimeout(done, moment));
  const start = performance.now();
  button.click();
  const dom = performance.now() - start;
  await frame();
  await painted();
  return [dom, performance.now() - start];
}"""
REDRAW = "() => { const { text } = player; text.move = (k) => text.draw(k); }"


def clicks(page: Page, count: int) -> list[tuple[float, float]]:
    """(to the DOM, to the paint) of "next", pressed so many times; milliseconds."""
    return [tuple(page.evaluate(CLICK, FRAME * at / count)) for at in range(count)]


def english(size: int) -> str:
    """Our own sample texts, repeated: words and lines as a class would paste them."""
    text = "".join(sample.text + "\n" for sample in SAMPLES if sample.text.isascii())
    return (text * (size // len(text) + 1))[:size]


def replay_file(folder: Path) -> tuple[Path, int]:
    """A replay with about ON_SCREEN tokens at START, all of them in the window."""
    for size in range(2_600, 6_000, 200):
        model = tokviz.RegexBPE.train(english(size), num_merges=MERGES)
        assert model.trace is not None
        if len(model.trace) < MERGES:
            continue
        tokens = model.trace.num_tokens(START)
        if tokens >= ON_SCREEN:
            break
    html = replay_html(train_payload(recorded(model.trace)), title="Benchmark")
    path = folder / "replay.html"
    path.write_text(
        html.replace("replay(document.body,", "globalThis.player = replay(document.body,"),
        encoding="utf-8",
    )
    return path, tokens


def measure(page: Page) -> tuple[float, float]:
    """Medians of (click to DOM, click to painted) in milliseconds."""
    page.evaluate(f"player.clock.jump({START})")
    page.wait_for_timeout(500)
    times = clicks(page, CLICKS)
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times)


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path, tokens = replay_file(Path(folder))
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(path.as_uri())
        changes = measure(page)
        page.evaluate(REDRAW)
        everything = measure(page)
        browser.close()
    print(f"{tokens:,} tokens, {CLICKS} clicks   click -> DOM   click -> painted")
    for name, (dom, painted) in (("changes only", changes), ("redraw all", everything)):
        print(f"{name:<26}{dom:10.1f} ms{painted:16.1f} ms")
    ratios = [change / redraw for change, redraw in zip(changes, everything, strict=True)]
    print(f"{'ratio':<26}{ratios[0]:10.2f}{ratios[1]:19.2f}")


if __name__ == "__main__":
    main()
