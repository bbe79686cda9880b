"""Text before any tokenizer: characters and bytes, labels, pre-tokens, normalizers."""
