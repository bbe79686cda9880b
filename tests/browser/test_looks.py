"""Colours in a real browser: neighbours never look alike, and a token looks alike at every step."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import tokviz
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.samples import SAMPLES, Sample
from tokviz.traces.merges import MergeTrace
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
# Every span as {token, look}; the look is what a reader can see of it, not the name of a class.
SPANS = """() => [...document.querySelectorAll(".text .token")].map((span) => {
    const style = getComputedStyle(span);
    return {token: span.token, base: span.classList.contains("base"),
        look: `${style.backgroundColor} ${style.borderTopColor}`};
})"""


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


@pytest.mark.parametrize("lesson", TRAINERS)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_neighbours_differ_at_every_step_of_every_sample(
    looks_page: Page, tmp_path: Path, sample: Sample, lesson: str
) -> None:
    trace = TRAINERS[lesson](sample.text)
    assert trace is not None
    open_replay(looks_page, trace, tmp_path / "replay.html")
    looks = looks_page.evaluate("[...player.text.spans.looks]")
    ids = looks_page.evaluate("player.trace.ids")
    look_of = dict(zip(ids, looks, strict=True))
    made = set(trace.merged_ids.tolist())
    for k in range(len(trace) + 1):
        for left, right in pairwise(trace.token_ids(k)):
            if left != right and left in made and right in made:
                assert look_of[left] % 8 != look_of[right] % 8, (k, left, right)


def test_what_is_drawn_differs_between_neighbours(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    trace = TRAINERS["regex_bpe"](SAMPLES[0].text)
    assert trace is not None
    page = new_page()
    open_replay(page, trace, tmp_path / "replay.html")
    compared = 0
    for k in (20, 60, 100):
        page.evaluate(f"player.clock.jump({k})")
        for left, right in pairwise(page.evaluate(SPANS)):
            if left["token"] != right["token"] and not left["base"] and not right["base"]:
                assert left["look"] != right["look"]
                compared += 1
    assert compared > 100


def test_a_seam_parts_neighbours_that_had_to_share_a_look(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    trace = TRAINERS["byte_bpe"](SAMPLES[0].text)
    assert trace is not None
    page = new_page()
    open_replay(page, trace, tmp_path / "replay.html")
    page.evaluate("player.text.spans.looks.fill(0)")
    for k in (60, 61, 40):
        page.evaluate(f"player.clock.jump({k})")
        spans = page.locator(".text .token").evaluate_all(
            """(spans) => spans.map((span) => [
                span.token, span.classList.contains("base"), span.classList.contains("seam")])"""
        )
        for (left, left_base, _), (right, right_base, seam) in pairwise(spans):
            assert seam == (left != right and not left_base and not right_base)
