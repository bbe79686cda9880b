"""The button that shows the stage alone, over the whole screen."""

from tokviz.ui.shell.mounting import mount
from tokviz.views.components import PRESENT


def present() -> None:
    """Draw the button; it acts in the browser alone."""
    mount(PRESENT, key="present")
