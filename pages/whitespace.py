"""whitespace."""

from tokviz.ui.page import open_page

open_page("whitespace")
