"""The lock files pin all that the requirements ask for, each package by its hashes."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCKS = [ROOT / "requirements.lock", ROOT / "tests" / "requirements.lock"]

each_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))


def pinned(lock: Path) -> dict[str, Version]:
    """Package -> its version: {"numpy": Version("2.4.6")}"""
    found = re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: Version(version) for name, version in found}


def required(path: Path) -> list[Requirement]:
    """What a requirements.txt asks for, and what it asks for by another file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]
    for line in lines:
        if line.startswith("-r "):
            wanted += required(path.parent / line.removeprefix("-r "))
    return wanted


@each_lock
def test_every_requirement_is_pinned_within_its_range(lock: Path) -> None:
    """If this fails, make the lock anew: its first lines say how."""
    versions = pinned(lock)
    for requirement in required(lock.with_suffix(".txt")):
        assert requirement.specifier.contains(versions[requirement.name]), requirement


@each_lock
def test_every_package_is_known_by_its_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8"))
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert len(packages) == len(pinned(lock))
    assert [entry for entry in packages if "--hash=sha256:" not in entry] == []


def test_the_tests_run_on_what_readers_install() -> None:
    readers, tests = map(pinned, LOCKS)
    assert {name: tests[name] for name in readers} == readers


def test_the_commands_install_from_the_locks() -> None:
    commands = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", ".ci/run")]
    files = re.findall(r"-r (\S*requirements\.\w+)", "\n".join(commands))
    assert files == ["requirements.lock", "tests/requirements.lock", "tests/requirements.lock"]
