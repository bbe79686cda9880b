"""Several texts encoded, each as if it stood alone."""

from collections.abc import Callable, Iterable

from tokviz.text.arguments import checked


@checked
def in_batch(texts: Iterable[str], encode: Callable[[str], list[int]]) -> list[list[int]]:
    """Each text as ``encode`` has it. KindError for a bare str: its letters are not meant."""
    return [encode(text) for text in texts]


class Batches:
    """``encode_batch`` for a tokenizer whose ``encode`` is not told anything but the text."""

    encode: Callable[[str], list[int]]

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, self.encode)
