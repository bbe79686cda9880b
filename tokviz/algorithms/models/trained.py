"""What every model that can be trained has: its record, and a loud answer where there is none."""

from typing import Generic, TypeVar

from tokviz.checks.errors import TokvizError

Recorded = TypeVar("Recorded")


class Trained(Generic[Recorded]):
    """The base of models whose ``trace`` is what training recorded, None where they were loaded."""

    trace: Recorded | None

    @property
    def training(self) -> Recorded:
        """What training recorded; TokvizError where nothing was, as for a loaded model.

        It is ``trace`` for who knows that the model was trained, and for type checkers.
        """
        if self.trace is None:
            raise TokvizError(
                f"Only a model that was trained here has the record of it, but this "
                f"{type(self).__name__} has none: a file of a model does not hold it. Train one, "
                "or load the record that trace.save wrote, with tokviz.load_trace."
            )
        return self.trace
