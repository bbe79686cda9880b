"""The app with one lesson more: a folder like the repository's, and the row in the table."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = '''"""Random merges."""

from tokviz.ui.lessons.merges import show_merges

show_merges("random_bpe")
'''
FRONT = '''"""The app, with the row of the lesson that only the tests have."""

from tests.random_bpe import ROW
from tokviz import lessons

if ROW not in lessons.LESSONS:
    lessons.LESSONS = (*lessons.LESSONS, ROW)
'''


def write_app(folder: Path) -> Path:
    """The app's scripts with the page more; returns the script to run."""
    shutil.copytree(ROOT / "pages", folder / "pages")
    (folder / "pages/random_bpe.py").write_text(PAGE, encoding="utf-8")
    app = (ROOT / "app.py").read_text(encoding="utf-8")
    script = folder / "app.py"
    script.write_text(f"{FRONT}\n{app}", encoding="utf-8")
    return script
