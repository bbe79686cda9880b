"""A text as characters, code points, bytes and bits."""

from tokviz.ui.lessons.text_to_bytes import show

show()
