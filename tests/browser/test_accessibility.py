"""axe-core finds nothing serious on any page, light or dark, that is ours to mend.

What Streamlit's own markup breaks is listed by rule and place, with the reason. axe-core comes with
the scripts' tools: ``npm --prefix tests/js ci``.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.driving import ROOT, settle
from tokviz.lessons import LESSONS

AXE = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["", *(row.key for row in LESSONS)]
RUN = """async () => {
  const options = {resultTypes: ["violations"], iframes: false};
  const {violations} = await axe.run(document, options);
  return violations.filter(({impact}) => ["serious", "critical"].includes(impact))
    .flatMap(({id, nodes}) => nodes.map(({target, html, any}) =>
      ({id, target: target.flat().join(" >>> "), html: html.slice(0, 160),
        why: any.map(({message}) => message).join(" ").slice(0, 200)})));
}"""
STREAMLITS: tuple[tuple[str, str, str], ...] = ()
"""(rule, part of the place, reason): what Streamlit 1.67 draws and no page can change."""


def ours(finding: dict[str, Any]) -> bool:
    return not any(
        finding["id"] == rule and place in finding["target"] + finding["html"]
        for rule, place, _ in STREAMLITS
    )


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: run npm --prefix tests/js ci")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("key", PAGES)
def test_axe_finds_nothing_serious(
    key: str, dark: bool, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(height=720, dark=dark)
    page.goto(f"{app_url}/{key}")
    settle(page)
    page.wait_for_timeout(500)  # what fades in has not its colours yet
    page.evaluate(AXE.read_text(encoding="utf-8"))
    findings = [finding for finding in page.evaluate(RUN) if ours(finding)]
    assert findings == [], "\n".join(map(str, findings))
