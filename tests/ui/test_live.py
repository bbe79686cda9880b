"""The boxes that send while the reader types are known to the script that sends them."""

from tokviz.ui.shell.live import KEY, NAMES
from tokviz.views.components import LIVE


def test_the_script_and_its_style_know_every_box() -> None:
    for name in NAMES:
        assert f'".st-key-{KEY}{name}"' in LIVE.js
        assert f".st-key-{KEY}{name}" in LIVE.css
