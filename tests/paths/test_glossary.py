"""The glossary: each word once, on a page, and linked where our texts use it first."""

import re

import pytest

from tokviz.lessons import LESSONS
from tokviz.paths.glossary import ON_PAGE, PREFIX, TERMS, Term, terms_on, with_terms

each_term = pytest.mark.parametrize("term", TERMS, ids=lambda term: term.word)


@each_term
def test_a_word_stands_on_some_page(term: Term) -> None:
    assert any(term in terms_on(row.key) for row in LESSONS)


@pytest.mark.parametrize("row", LESSONS, ids=lambda row: row.key)
def test_every_page_has_its_words(row: object) -> None:
    key = str(getattr(row, "key", ""))
    assert len(terms_on(key)) == len(set(ON_PAGE[key])) >= 4


def test_a_lesson_that_has_no_words_says_none() -> None:
    assert terms_on("no lesson") == ()


@each_term
def test_a_word_is_explained_shortly_and_named_by_letters(term: Term) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", term.key)
    assert len(term.plainer) <= 35
    assert 40 <= len(term.meaning) <= 220
    assert term.meaning.endswith(".")


def test_no_two_words_share_a_name_or_a_form() -> None:
    forms = [form.lower() for term in TERMS for form in (term.word, *term.forms)]
    assert len(set(forms)) == len(forms)
    assert len({term.key for term in TERMS}) == len(TERMS)


def test_the_first_place_of_a_word_is_a_link_and_no_other() -> None:
    said = with_terms("Pairs of pairs, and a pair.")
    assert said == f'[Pairs]({PREFIX}pair "two neighbours") of pairs, and a pair.'


def test_the_longest_word_that_fits_is_linked() -> None:
    assert (
        with_terms("code points") == f'[code points]({PREFIX}code-point "a number of Unicode\'s")'
    )
    assert f"{PREFIX}special-token" in with_terms("a special token")


@pytest.mark.parametrize("text", ["`pair`", "**pair**", "[pair](x)", "repair", "pair-wise", ""])
def test_what_is_code_bold_a_link_or_another_word_stays(text: str) -> None:
    assert with_terms(text) == text


@pytest.mark.parametrize("row", LESSONS, ids=lambda row: row.key)
def test_the_words_of_an_idea_are_among_the_pages_words(row: object) -> None:
    key, idea = str(getattr(row, "key", "")), str(getattr(row, "idea", ""))
    linked = set(re.findall(rf"\({PREFIX}([a-z0-9-]+)", with_terms(idea)))
    assert linked <= {term.key for term in TERMS if term in terms_on(key)}
