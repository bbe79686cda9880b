"""Hugging Face's ``tokenizer.json`` for models of ours: the whole pipeline, one module a kind."""
