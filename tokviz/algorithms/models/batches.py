"""Several texts encoded, each as if it stood alone."""

from collections.abc import Callable, Iterable, Iterator

from tokviz.checks.arguments import check_text, checked

MOST_TEXTS, MOST_CHARACTERS = 1 << 11, 1 << 18
"""Of texts that are looked at together; one that is longer stands alone."""


@checked
def in_batch(texts: Iterable[str], encode: Callable[[str], list[int]]) -> list[list[int]]:
    """Each text as ``encode`` has it. KindError for a bare str: its letters are not meant."""
    return [encode(text) for text in texts]


def some_at_a_time(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts in order, as many as may be looked at together. KindError for what is no text."""
    some: list[str] = []
    size = 0
    for text in texts:
        check_text(text)
        if some and (len(some) == MOST_TEXTS or size + len(text) > MOST_CHARACTERS):
            yield some
            some, size = [], 0
        some.append(text)
        size += len(text)
    if some:
        yield some


class Batches:
    """``encode_batch`` for a tokenizer whose ``encode`` is not told anything but the text."""

    encode: Callable[[str], list[int]]

    @checked
    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, self.encode)
