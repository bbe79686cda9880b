"""Model files, read and written as plain data; ``tokviz.loading`` makes tokenizers of them."""


class FormatError(ValueError):
    """A model that a file format cannot hold, or a file that is not in the format it claims."""
