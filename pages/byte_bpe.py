"""BPE over bytes, merge by merge."""

from tokviz.ui.lessons.byte_bpe import show

show()
