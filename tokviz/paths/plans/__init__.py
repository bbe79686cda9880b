"""What a teacher does with a lesson's path: a plan for a class, one module a lesson.

The path's stops stand in the path and are not told again. What an answer states, its proof counts
anew in the training that it speaks of.
"""

from importlib import import_module
from importlib.util import find_spec

from tokviz.paths.plans.plan import Plan


def plan_of(lesson: str) -> Plan | None:
    """The plan of the lesson of this key, or None where it has none."""
    module = f"{__name__}.{lesson}"
    return None if find_spec(module) is None else import_module(module).PLAN
