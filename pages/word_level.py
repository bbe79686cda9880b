"""word_level."""

from tokviz.ui.page import open_page

open_page("word_level")
