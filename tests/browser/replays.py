"""A replay saved as a page, for the tests of the player: what stands on it, and stepping it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

import tokviz
from tokviz.traces.merges import MergeTrace

TEXT = "the cat sat on the mat\nthe rat sat on the cat\n\tthat 안녕 👏🏻\n"
HOSTILE = '<img src=x onerror="alert(1)"> </script> **b** \u202eevil\u202c\0 & &lt; [x](y)\n'

Show = Callable[..., Page]


def training(text: str, merges: int = 20) -> MergeTrace:
    trace = tokviz.ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_test_id(f"tokviz-{name}").click()


def go(page: Page, step: int) -> None:
    page.get_by_label("Go to step").fill(str(step))
    page.get_by_label("Go to step").press("Enter")


def ids(page: Page) -> list[int]:
    """The ids of the token spans on screen."""
    shown: list[int] = page.get_by_test_id("tokviz-token").evaluate_all(
        "(spans) => spans.map((span) => player.trace.ids[span.token])"
    )
    return shown


def leaders(page: Page) -> list[tuple[tuple[int, int], int]]:
    rows = page.get_by_test_id("tokviz-pairs").locator("li")
    return [
        ((left, right), count)
        for left, right, count in rows.evaluate_all(
            """(rows) => rows.map(({row}) =>
                [player.trace.ids[row.left], player.trace.ids[row.right], row.count])"""
        )
    ]


def caption(page: Page) -> str:
    return page.get_by_test_id("tokviz-caption").inner_text()


def expect_step(page: Page, step: int) -> None:
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", str(step))
