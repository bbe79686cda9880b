"""Tokenizers made of what a file holds, one module a model. ``tokviz.load`` chooses among them."""
