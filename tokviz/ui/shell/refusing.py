"""Why a value of a link, a saved lesson or a box is none: the value, and the rule it breaks."""

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.text.direction import isolated
from tokviz.text.labels import short_label
from tokviz.text.pre_tokens import well_formed


class RefusedError(TokvizError):
    """The value is none; the message ends the sentence “The link's value …”."""


_LONGEST_CITED = 30
"""Characters of a value that a message repeats: enough to find it again in a link."""


def cited(value: str) -> str:
    """A value within a sentence of ours: "x" -> "“x”", cut if it is long, as a token is written."""
    return f"“{isolated(short_label(value, _LONGEST_CITED))}”" if value else "empty"


def not_offered(value: str) -> RefusedError:
    return RefusedError(f"is {cited(value)}, which is not on offer here")


def said(value: object) -> str:
    """What a setting says: text, well-formed, and no longer than a setting may be."""
    if not isinstance(value, str):
        raise RefusedError("is not written as text")
    if len(value) > limits.SETTING:
        raise RefusedError(
            f"has {len(value):,} characters, but a setting has at most {limits.SETTING:,}"
        )
    return well_formed(value)
