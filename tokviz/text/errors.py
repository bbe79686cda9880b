"""The one kind of error that is meant to be read.

Every message says the rule, the value and the remedy, and speaks of what was handed in: a text, a
setting, a file, a list of ids. Whoever catches ``TokvizError`` may show it as it is. Any other
exception, a ``ValueError`` of a library included, is a fault of ours and not meant for a reader.

It is a ``ValueError``, so code that knows nothing of tokviz can catch it too.
"""


class TokvizError(ValueError):
    """What was handed in cannot be worked on; the message says why, and what to do."""


class KindError(TokvizError, TypeError):
    """An argument of another kind than those that are taken."""


class StepError(TokvizError, IndexError):
    """A step that a trace does not have."""
