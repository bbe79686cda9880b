"""What a tokenizer charges for a language: the tokens of the same text, relative to one language.

A model reads, remembers and is paid by the token, so a language that takes five times the tokens
of English costs five times as much and leaves a fifth of the room.

Source: Petrov et al. 2023, "Language Model Tokenizers Introduce Unfairness Between Languages",
arXiv 2305.15425, where the ratio is called the premium.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokviz.traces.results import Result, result_of
from tokviz.traces.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Price:
    """One tokenizer's records of one text in many languages, by language; the base is first."""

    name: str
    by_language: Mapping[str, Result]

    def code_points(self, language: str) -> int:
        """How many code points the text has."""
        return self.by_language[language].measure.num_chars

    def num_bytes(self, language: str) -> int:
        """How many bytes the text takes in UTF-8."""
        return self.by_language[language].measure.num_bytes

    def tokens(self, language: str) -> int | None:
        """How many tokens the text takes; None where some are unknown, for these say nothing."""
        counts = self.by_language[language].measure
        return None if counts.num_unknown else counts.num_tokens

    def premium(self, language: str) -> float | None:
        """Tokens relative to the first language; None where either has unknown ones."""
        tokens, base = self.tokens(language), self.tokens(next(iter(self.by_language)))
        return None if tokens is None or not base else tokens / base


def price(name: str, tokenizer: Tokenizer, texts: Mapping[str, str]) -> Price:
    """The record; ``texts`` are by language, and the first is what the others are measured by."""
    return Price(name, {each: result_of(name, tokenizer, text) for each, text in texts.items()})


def dearest_first(prices: Sequence[Price]) -> list[str]:
    """The languages by falling premium of the last tokenizer that knows every text."""
    if not prices:
        return []
    languages = list(prices[0].by_language)
    whole = [one for one in prices if all(one.tokens(each) is not None for each in languages)]
    by = whole[-1] if whole else prices[-1]
    return sorted(languages, key=lambda each: -(by.premium(each) or 0.0))
