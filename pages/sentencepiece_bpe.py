"""BPE over words that keep their space as ▁, as Google's SentencePiece learns it."""

from tokviz.ui.lessons.sentencepiece_bpe import show

show()
