"""The parts of a pattern as rows, and the text with one part's pre-tokens lit."""

import re

from tokviz.text.pattern_parts import makers, pattern_parts
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.views.tables.pattern_parts import lit_html, parts_html

TEXT = "The hen's 12 <b>eggs</b>"
MADE = makers(TEXT, GPT2_PATTERN)


def test_a_part_shows_its_words_its_count_and_examples() -> None:
    shown = parts_html(pattern_parts(GPT2_PATTERN, MADE))
    assert "&#x27;s, as in “hen&#x27;s”" in shown
    assert '<span class="chip">·hen ×1</span>' in shown
    assert shown.count("<tr>") == 1 + 12


def test_the_parts_that_made_something_come_first_each_by_its_number() -> None:
    shown = parts_html(pattern_parts(GPT2_PATTERN, MADE))
    numbers = [int(number) for number in re.findall(r"<tr><td>(\d+)</td>", shown)]
    made = {row.maker + 1 for row in MADE if row.maker is not None}
    assert numbers == sorted(made) + sorted({*range(1, 13)} - made)


def test_a_row_says_where_those_begin_that_made_nothing() -> None:
    shown = parts_html(pattern_parts(GPT2_PATTERN, MADE))
    used, said, unused = shown.partition("made nothing in this text")
    assert said
    assert len(re.findall(r"<tr><td>(\d+)</td>", used)) == len({row.maker for row in MADE})
    assert "<td>0</td>" not in used
    assert unused.count("<td>0</td>") == len(re.findall(r"<tr><td>(\d+)</td>", unused))
    own = makers("ab", "[a-z]+")
    assert "made nothing" not in parts_html(pattern_parts("[a-z]+", own))


def test_what_one_part_made_is_lit() -> None:
    shown = lit_html(MADE, 0)
    assert shown.count("<mark>") == 1
    assert "<mark>&#x27;s</mark>" in shown


def test_text_and_pattern_are_escaped() -> None:
    own = makers(TEXT, "<b>|.")
    assert "<b>" not in parts_html(pattern_parts("<b>|.", own)) + lit_html(own, 0)


def test_each_line_of_the_text_runs_as_its_first_letter_does() -> None:
    made = makers("הילד אכל.\nthe hen", GPT2_PATTERN)
    shown = lit_html(made, 0)
    assert re.findall(r'<p dir="(\w+)">', shown) == ["rtl", "ltr"]
    assert "plaintext" in shown
