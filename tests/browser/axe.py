"""axe-core on an open page: what is serious and ours to mend.

What Streamlit's own markup breaks is listed by rule and place, with the reason. axe-core comes with
the scripts' tools: ``npm --prefix tests/js ci``.
"""

from collections.abc import Sequence
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.browser.driving import ROOT, until_still

AXE = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
Theme = Literal["light", "dark"]
THEMES: tuple[tuple[Theme, tuple[str, ...]], ...] = (
    ("light", ()),
    ("dark", ("color-contrast", "link-in-text-block")),
)
"""Each theme and the rules to ask in it: the same elements stand in both, only colours differ."""
RUN = """async ([place, rules]) => {
  const serious = ({impact}) => ["serious", "critical"].includes(impact);
  const lesser = axe._audit.rules.filter((rule) => rule.impact && !serious(rule));
  const off = Object.fromEntries(lesser.map(({id}) => [id, {enabled: false}]));
  const options = {reporter: "no-passes", iframes: false, rules: off};
  if (rules.length) options.runOnly = rules;
  const {violations} = await axe.run(place, options);
  return violations.filter(serious)
    .flatMap(({id, nodes}) => nodes.map(({target, html, any}) =>
      ({id, target: target.flat().join(" >>> "), html: html.slice(0, 160),
        why: any.map(({message}) => message).join(" ").slice(0, 200)})));
}"""
"""A rule that has an impact gives it to all that it finds: the lesser ones need not be run."""
STREAMLITS: tuple[tuple[str, str, str], ...] = ()
"""(rule, part of the place, reason): what Streamlit 1.67 draws and no page can change."""


def ours(finding: dict[str, Any]) -> bool:
    return not any(
        finding["id"] == rule and place in finding["target"] + finding["html"]
        for rule, place, _ in STREAMLITS
    )


def colours(page: Page, theme: Theme) -> None:
    """Show the open page in a theme."""
    page.emulate_media(color_scheme=theme)
    expect(page.locator(f".tokviz:not([data-theme={theme}])")).to_have_count(0)
    until_still(page)


def findings(page: Page, axe: str, place: str = "body", rules: Sequence[str] = ()) -> str:
    """What is serious and ours inside the elements that a selector finds, a line each.

    Arguments:
        rules: axe-core's names of those to ask; none: all.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(axe)
    found = page.evaluate(RUN, [place, list(rules)])
    return "\n".join(str(finding) for finding in found if ours(finding))
