"""The words of the field on a page: a press on one explains it."""

from functools import cache

from tokviz.paths.glossary import TERMS, link_to, terms_on
from tokviz.ui.shell.mounting import mount
from tokviz.views.components import WORDS
from tokviz.views.words.words import words_data


def explain_words() -> None:
    """Let every link of ``with_terms`` on the page be explained; draws nothing until one is."""
    mount(WORDS, key="words", data=_terms())


def words_of(lesson: str) -> str:
    """Markdown: all words of a lesson's page, each a link to what it means."""
    links = (f"{link_to(term.word, term.word)}, {term.plainer}" for term in terms_on(lesson))
    return " · ".join(links)


@cache
def _terms() -> bytes:
    return words_data(
        (term.key, term.word, term.plainer, term.meaning, *term.forms) for term in TERMS
    )
