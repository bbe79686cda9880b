"""BPE over characters, with and without a symbol for the end of a word, on one clock."""

from tokviz.ui.lessons.char_bpe import show

show()
