"""BPE within pre-tokens: choose a split pattern, keep special tokens whole, watch the merges."""

from tokviz.ui.lessons.regex_bpe import show

show()
