"""Merge trees: how an encoded text's tokens were built from their bytes."""
