"""Each limit has its reason, and is asked for: all tables of limits are walked.

A limit that is added fails here until somebody says how it is tried: in ``trials.py``, by a test
that ``tried_elsewhere.py`` names, or there as a bound that refuses nobody.
"""

import ast
from pathlib import Path

import pytest

from tests.limits.trials import ENDS_A_SENTENCE, OTHER_FAULT, TRIALS
from tests.limits.tried_elsewhere import BOUNDS, ELSEWHERE
from tokviz.checks.errors import TokvizError
from tokviz.ui.server.live_class.refused import RefusedError

ROOT = Path(__file__).parents[2]
TABLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tokviz").rglob("limits.py"))


def limits_of(table: str) -> dict[str, tuple[str, str]]:
    """Name -> its value as it is written, and the reason beside it."""
    body = ast.parse((ROOT / table).read_text(encoding="utf-8")).body
    found = {}
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            says = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            reason = str(following.value.value) if says else ""  # type: ignore[union-attr]
            found[node.targets[0].id] = (ast.unparse(node.value), reason)
    return found


REMEDIES = (
    "Choose", "Download", "Lower", "Mend", "Reload", "Remove", "Save", "Shorten", "Take", "Train",
    "Use", "Write",
)  # fmt: skip
EACH = [(table, name) for table in TABLES for name in limits_of(table)]
TRIED = [(table, name) for table, trials in TRIALS.items() for name in trials]


def value(table: str, name: str) -> int:
    module = table.removesuffix(".py").replace("/", ".")
    return int(getattr(__import__(module, fromlist=[name]), name))


def test_all_tables_are_walked() -> None:
    assert TABLES == [
        "tokviz/checks/limits.py",
        "tokviz/ui/server/limits.py",
        "tokviz/ui/server/live_class/limits.py",
    ]


@pytest.mark.parametrize(("table", "name"), EACH)
def test_each_limit_has_its_reason(table: str, name: str) -> None:
    assert len(limits_of(table)[name][1]) > 12


@pytest.mark.parametrize(("table", "name"), EACH)
def test_somebody_has_said_how_each_limit_is_tried(table: str, name: str) -> None:
    ways = [ways[table] for ways in (TRIALS, ELSEWHERE, BOUNDS) if name in ways.get(table, {})]
    assert len(ways) == 1, "say it once, in tests/limits"


def test_no_limit_is_tried_that_is_there_no_longer() -> None:
    said = {
        (table, name)
        for ways in (TRIALS, ELSEWHERE, BOUNDS)
        for table, names in ways.items()
        for name in names
    }
    assert said == set(EACH)


@pytest.mark.parametrize(
    ("table", "name"), [(table, name) for table in ELSEWHERE for name in ELSEWHERE[table]]
)
def test_what_is_tried_elsewhere_is_tried_there(table: str, name: str) -> None:
    path, _, test = ELSEWHERE[table][name].partition("::")
    assert f"def {test}(" in (ROOT / "tests" / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(("table", "name"), TRIED)
def test_as_much_as_a_limit_is_taken_and_one_more_is_refused_in_words(
    table: str, name: str, tmp_path: Path
) -> None:
    trial, most = TRIALS[table][name], value(table, name)
    with pytest.raises((TokvizError, RefusedError)) as refused:
        trial(most + 1, tmp_path)
    words = str(refused.value)
    assert f"{most:,}" in words
    assert words.endswith(".") is (name not in ENDS_A_SENTENCE or table != TABLES[0])
    if name in OTHER_FAULT:
        with pytest.raises(TokvizError) as other:
            trial(most, tmp_path)
        assert f"{most:,}" not in str(other.value)
    else:
        trial(most, tmp_path)


@pytest.mark.parametrize(
    ("table", "name"), [each for each in TRIED if each[1] not in ENDS_A_SENTENCE]
)
def test_a_refusal_says_what_to_do(table: str, name: str, tmp_path: Path) -> None:
    with pytest.raises((TokvizError, RefusedError)) as refused:
        TRIALS[table][name](value(table, name) + 1, tmp_path)
    remedies = str(refused.value).split(". ")[1:]
    assert any(remedy.split()[0] in REMEDIES for remedy in remedies), str(refused.value)
