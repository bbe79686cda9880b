"""WordPiece: pairs by their score, pieces with ##, and the longest match first."""

from tokviz.ui.lessons.wordpiece import show

show()
