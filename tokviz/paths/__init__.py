"""A guided path through each lesson: a few stops, a sentence to remember, a challenge.

One module a lesson, named like its page. A stop says what its page is to show; what it tells is
true of that training, and a test trains each stop and looks.
"""

from importlib import import_module
from importlib.util import find_spec

from tokviz.paths.stops import GuidedPath


def path_of(lesson: str) -> GuidedPath | None:
    """The path of the lesson of this key, or None where it has none."""
    module = f"{__name__}.{lesson}"
    return None if find_spec(module) is None else import_module(module).PATH
