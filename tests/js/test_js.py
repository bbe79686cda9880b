"""The scripts' own tests, run by Node against answers that Python wrote."""

import os
import re
import shutil
import subprocess
from operator import attrgetter
from pathlib import Path

import pytest

from tests.js.golden import GOLDEN, golden_files
from tests.views.test_components import COMPONENTS
from tokviz.ui.server.code import script_of
from tokviz.views.components import Component
from tokviz.views.script import one_module

HERE = Path(__file__).parent
NODE = shutil.which("node")
ENTRIES = sorted({each.script for each in COMPONENTS} | {"player/player.js", "player/replay.js"})


@pytest.fixture(scope="module")
def node() -> str:
    if NODE is None:
        reason = "no Node on this machine: install the system's package `nodejs`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return NODE


def assert_node_reads(node: str, kind: str, script: str) -> None:
    run = subprocess.run(
        [node, f"--input-type={kind}", "--check"],
        input=script,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_the_golden_files_are_up_to_date() -> None:
    """Else run ``python -m tests.js.golden`` and read what changed."""
    kept = {path.name: path.read_bytes() for path in GOLDEN.iterdir()}
    made = golden_files()
    assert kept.keys() == made.keys()
    assert [name for name in made if kept[name] != made[name]] == []


def test_the_scripts_pass_their_own_tests(node: str) -> None:
    run = subprocess.run(
        [node, "--test"], cwd=HERE, capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("entry", ENTRIES)
def test_files_joined_into_one_module_share_no_name(node: str, entry: str) -> None:
    assert_node_reads(node, "module", one_module(entry))


@pytest.mark.parametrize("component", COMPONENTS, ids=attrgetter("name"))
def test_no_script_that_is_mounted_awaits_at_its_top_level(node: str, component: Component) -> None:
    """WebKit hands such a script to a second mount while it is half made.

    In a script that exports nothing Node takes ``await`` within functions only.
    """
    script = re.sub(r"^export default ", "module.exports = ", script_of(component), flags=re.M)
    assert_node_reads(node, "commonjs", re.sub(r"^export ", "", script, flags=re.M))
