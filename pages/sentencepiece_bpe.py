"""BPE over raw text in which the space is a letter, ▁, as Google's SentencePiece learns it."""

from tokviz.ui.lessons.sentencepiece_bpe import show

show()
