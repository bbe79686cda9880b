"""Any tokenizer that the reader brings, or GPT-2: how it encodes, step by step."""

from tokviz.ui.lessons.any_tokenizer import show

show()
