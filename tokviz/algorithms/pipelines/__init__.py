"""The pipelines of ``tokenizer.json``: the library's stages, and the four models replayed here."""
