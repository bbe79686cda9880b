"""The one error of all model files."""


class FormatError(ValueError):
    """A model that a file format cannot hold, or a file that is not in the format it claims."""
