"""The page of Byte BPE: the plainest lesson that merges, drawn from its row alone."""

from tokviz.ui.lessons.merges import show_merges


def show() -> None:
    """Draw the page."""
    show_merges("byte_bpe")
