"""text_to_bytes."""

from tokviz.ui.page import open_page

open_page("text_to_bytes")
