"""WordPiece."""

from tokviz.ui.page import look_next, open_page

look_next(open_page("wordpiece"))
