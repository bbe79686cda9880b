"""Every step of every lesson that merges: caption and panel say what a twin decides."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.matrix import few
from tests.slow_choices import twin_of
from tokviz import SentencePieceBPE
from tokviz.algorithms.alike.sized import smallest_pieces
from tokviz.lessons import LESSONS, Lesson
from tokviz.samples import SAMPLES, sample
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.player import replay_html, train_payload

pytestmark = pytest.mark.browser

MERGING = [row for row in LESSONS if row.training is not None]
TEXTS = ("rhyme", "harbour")
# Nothing is read from the tokens: hidden, they take no time to be laid out.
READ_ALL = """() => Array.from({length: player.steps}, (_, k) => {
    player.root.querySelector(".text").style.display = "none";
    player.clock.go(k + 1);
    const rows = [...player.root.querySelectorAll("[data-testid=tokviz-pairs] li")];
    const ids = player.trace.ids;
    return {
        step: player.root.dataset.step,
        caption: player.root.querySelector("[data-testid=tokviz-caption]").innerText,
        rows: rows.map((item) => ({
            pair: [ids[item.row.left], ids[item.row.right]],
            count: item.row.count,
            badge: item.querySelector(".badge").textContent,
            hint: item.title,
        })),
    };
})"""


@pytest.mark.parametrize("row", MERGING, ids=lambda row: row.key)
@pytest.mark.parametrize("key", few(TEXTS, first=TEXTS[:1]))
def test_caption_and_panel_tell_the_choice_of_every_step(
    row: Lesson, key: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    trace = trained(row, sample(key).text)
    told = read_all(trace, new_page(), tmp_path)
    assert len(told) == len(trace) > 10
    for k, shown in enumerate(told):
        check(trace, k, shown)


def read_all(trace: MergeTrace, page: Page, folder: Path) -> list[dict[str, Any]]:
    """What caption and panel show at every step."""
    page_text = replay_html(train_payload(trace), title="Replay").replace(
        "replay(document.body,", "globalThis.player = replay(document.body,"
    )
    path = folder / "replay.html"
    path.write_text(page_text, encoding="utf-8")
    page.goto(path.as_uri())
    told: list[dict[str, Any]] = page.evaluate(READ_ALL)
    return told


PIECES = [one.key for one in SAMPLES]


@pytest.mark.parametrize("key", few(PIECES, first=["rhyme", "emoji"]))
def test_where_no_other_pair_is_as_frequent_no_row_says_otherwise(
    key: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    text = sample(key).text[:8_000]
    size = max(300, smallest_pieces(text) + 100)
    trace = SentencePieceBPE.train(text, vocab_size=size, min_count=2).trace
    assert trace is not None
    for k, shown in enumerate(read_all(trace, new_page(), tmp_path)):
        check(trace, k, shown)


def trained(row: Lesson, text: str) -> MergeTrace:
    assert row.training is not None
    size = 260 if row.training.size == "vocab_size" else 60
    trace = row.training.train(text, **{row.training.size: size}).trace
    assert isinstance(trace, MergeTrace)
    return trace


def check(trace: MergeTrace, k: int, shown: dict[str, Any]) -> None:
    """One step on the screen against the twin; k counts merges from 0."""
    decided, counts = twin_of(trace)(trace, k), trace.pair_counts(k)
    caption = shown["caption"].replace(",", "")
    rows = {tuple(row["pair"]): row for row in shown["rows"]}
    standing = {pair: row["badge"] for pair, row in rows.items()}
    assert shown["step"] == str(k + 1)
    assert all(row["count"] == counts.get(pair, 0) for pair, row in rows.items())
    if not trace.counts[k]:
        assert "Nothing is left to join" in caption
        return
    leading = [pair for pair, badge in standing.items() if badge != "not allowed"]
    assert leading[0] == decided.winner
    assert [pair for pair, badge in standing.items() if badge == "won"] == [decided.winner]
    tied = {pair for pair, badge in standing.items() if badge == "tied"}
    assert tied <= decided.tied
    assert tied or not decided.tied
    found = re.search(r"tied with (\d+) other", caption)
    assert (int(found[1]) if found else 0) == len(decided.tied)
    if trace.rule.ranked_by == "pair score":
        found = re.search(r"(\d+) more frequent pairs? scored lower", caption)
        assert (int(found[1]) if found else 0) == len(decided.barred)
        left, right = trace.token_counts(k)[[*decided.winner]].tolist()
        assert f"so the score is {counts[decided.winner]} ÷ ({left} × {right}) = " in caption
        return
    assert [*rows] == sorted(rows, key=lambda pair: -counts[pair])
    barred = {pair for pair, badge in standing.items() if badge == "not allowed"}
    assert barred <= decided.barred
    held_back = re.search(" (as|at least as|more) frequent but may not merge", caption)
    assert bool(held_back) == bool(decided.barred)
    if held_back:
        level = {counts[pair] == counts[decided.winner] for pair in decided.barred}
        words = {(True,): "as", (False,): "more", (False, True): "at least as"}
        assert held_back[1] == words[tuple(sorted(level))]
    if "no other pair" in caption:
        equal = {pair for pair in counts if counts[pair] == counts[decided.winner]}
        assert equal - decided.barred == {decided.winner}
        shown_equal = {pair for pair, row in rows.items() if pair in equal}
        assert shown_equal <= barred | {decided.winner}
    rules = dict(trace.choice(k).barred)
    assert all(rules[pair] in rows[pair]["hint"] for pair in barred)
    more = re.search(r"and (\d+) others? are", caption)
    assert (int(more[1]) if more else 0) == max(len(decided.barred) - 1, 0)
