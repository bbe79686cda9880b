"""The one error of all model files."""

from tokviz.text.errors import TokvizError


class FormatError(TokvizError):
    """A model that a file format cannot hold, or a file that is not in the format it claims."""
