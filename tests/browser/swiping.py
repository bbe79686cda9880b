"""A finger that is moved over the stage."""

import time

from playwright.sync_api import Page


def swipe(page: Page, element: str, right: float, down: float = 0, *, fingers: int = 1) -> None:
    """Move a finger from the middle of an element of the stage by so many pixels.

    It says itself when it was where: how long a busy machine takes to move it must not count.
    """
    box = page.locator(f".st-key-stage {element}:visible").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + min(60, box["height"] / 2)
    finger, begun = page.context.new_cdp_session(page), time.time()

    def touch(kind: str, when: float, part: float) -> None:
        points = [
            {"x": x + 20 * n + part * right, "y": y + part * down}
            for n in range(fingers if kind != "touchEnd" else 0)
        ]
        said = {"type": kind, "touchPoints": points, "timestamp": begun + when}
        finger.send("Input.dispatchTouchEvent", said)

    touch("touchStart", 0, 0)
    for part in (0.25, 0.5, 0.75, 1):
        touch("touchMove", 0.2 * part, part)
    touch("touchEnd", 0.25, 1)
    finger.detach()
