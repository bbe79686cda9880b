"""A text as signs, code points, bytes and bits."""

from tokviz.ui.lessons.text_to_bytes import show

show()
