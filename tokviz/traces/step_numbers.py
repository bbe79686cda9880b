"""Which steps of a trace there are: asked for another one, it says which."""

from tokviz.checks.errors import StepError
from tokviz.checks.whole_numbers import check_whole
from tokviz.text.labels import plural


def check_step(k: int, steps: int, noun: str = "merge") -> None:
    """StepError where a trace of so many steps has no state after ``k`` of them.

    TokvizError where ``k`` is no whole number.
    """
    check_whole("The number of a step", k, such_as=0)
    if not 0 <= k <= steps:
        raise StepError(
            f"Step {k} is outside this trace, which has {plural(steps, noun)}. "
            f"Ask for a step from 0 to {steps}."
        )


def check_chosen(k: int, steps: int, noun: str = "merge") -> None:
    """StepError where no step ``k`` chose anything, as where training ended before it.

    TokvizError where ``k`` is no whole number.
    """
    check_whole("The number of a step", k, such_as=0)
    if not 0 <= k < steps:
        remedy = f"Ask for a step from 0 to {steps - 1}." if steps else "Train for more."
        raise StepError(
            f"Step {k} chose nothing: training ended after {plural(steps, noun)}. {remedy}"
        )
