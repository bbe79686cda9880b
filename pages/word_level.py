"""A closed list of words: split, sort, number, look up, and what an unknown word does."""

from tokviz.ui.lessons.word_level import show

show()
