"""One text through every tokenizer."""

from tokviz.ui.lessons.compare import show

show()
