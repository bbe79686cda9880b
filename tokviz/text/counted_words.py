"""Words and how often each stands in a text, for the trainers that learn from whole words."""

from collections.abc import Sequence

from tokviz.text.normalizers.bert import bert_words
from tokviz.text.pre_tokens import PreTokens, as_documents, count_pre_tokens


def bert_counted(
    text: str | Sequence[str] | PreTokens, lowercase: bool, strip_accents: bool | None
) -> tuple[PreTokens, Sequence[str]]:
    """The words, and what stood between them: one space each where only they were kept."""
    if isinstance(text, PreTokens):
        return text, ["", *[" "] * (len(text.occurrences) - 1), ""][: len(text.occurrences) + 1]
    split = bert_words(as_documents(text), lowercase=lowercase, strip_accents=strip_accents)
    return count_pre_tokens(split.words), split.gaps
