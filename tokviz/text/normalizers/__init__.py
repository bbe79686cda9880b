"""What happens to a text before a tokenizer sees it, as SentencePiece and as BERT do it."""
