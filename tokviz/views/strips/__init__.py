"""Strips: one text through several tokenizers, aligned."""
