"""Words and how often each stands in a text, for the trainers that learn from whole words.

A caller may bring them as a mapping. Whatever is in it, such a trainer would learn; but a piece of
a word that no prepared text has is reached by no text. So the words are prepared once more, and
those that come out otherwise are refused, though preparing a text may give one of them.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from tokviz.checks.errors import TokvizError
from tokviz.text.normalizers.bert import bert_words
from tokviz.text.pre_tokens import PreTokens, as_documents, count_pre_tokens
from tokviz.text.stretches import counted

BY_BERT = "WordPiece.count_words"
_AT_ONCE = 1 << 14
"""Words prepared at a time."""


def bert_counted(
    text: str | Sequence[str] | PreTokens, lowercase: bool, strip_accents: bool | None
) -> tuple[PreTokens, Sequence[str]]:
    """The words, and what stood between them: one space each where only they were kept."""
    if isinstance(text, PreTokens):
        return text, ["", *[" "] * (len(text.occurrences) - 1), ""][: len(text.occurrences) + 1]
    split = bert_words(as_documents(text), lowercase=lowercase, strip_accents=strip_accents)
    return count_pre_tokens(split.words, BY_BERT), split.gaps


def counted_words(
    counts: PreTokens | Mapping[str, int],
    unseen: Callable[[Sequence[str]], str | None],
    example: str,
    counter: str,
) -> PreTokens:
    """The counts that a trainer of words is given; TokvizError for a word that preparing changes.

    ``unseen`` finds the first such word. What ``counter``, a ``count_words``, gave is taken as it
    is: preparing may change a word a second time.
    """
    words = counted(counts, (), counter=counter)
    if isinstance(counts, PreTokens):
        return words
    rest = iter(words.distinct)
    while some := list(islice(rest, _AT_ONCE)):
        word = unseen(some)
        if word is not None:
            raise TokvizError(
                f"The words of a mapping are as training sees them, such as {example!r}, but "
                f"preparing changes or cuts {word!r:.60} once more. Count a text with {counter} "
                "under the same settings, and hand over what it returned, not a mapping."
            )
    return words


def bert_counted_words(
    counts: PreTokens | Mapping[str, int],
    lowercase: bool = False,
    strip_accents: bool | None = None,
    **_: object,
) -> PreTokens:
    """``counted_words`` of words that are prepared as BERT does it."""

    def prepared(words: list[str]) -> Sequence[str]:
        text = "\n".join(words)
        return bert_words([text], lowercase=lowercase, strip_accents=strip_accents).words

    def unseen(words: Sequence[str]) -> str | None:
        if prepared([*words]) == words:
            return None
        return next(word for word in words if prepared([word]) != [word])

    return counted_words(counts, unseen, "low", BY_BERT)
