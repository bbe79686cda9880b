"""Cutting at spaces: the replay, what sticks and what is lost, and a list that never ends."""

from tokviz.ui.lessons.whitespace import show

show()
