"""Unigram: begin with too many pieces, give each a probability, drop what is missed least."""

from tokviz.ui.lessons.unigram import show

show()
