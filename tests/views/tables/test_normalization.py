"""Normalization before and after: each change marked, counted and escaped."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.text.normalizers.sentencepiece import named_normalizer
from tokviz.views.tables.normalization import LONGEST, change_table, normalization_html

NFKC = named_normalizer("nmt_nfkc")


def marks(markup: str) -> list[str]:
    return re.findall(r"<mark[^>]*>(.*?)</mark>", markup)


def test_a_ligature_is_marked_before_and_after() -> None:
    assert "ﬁ" in marks(normalization_html(NFKC.align("ﬁne")))
    assert "fi" in marks(normalization_html(NFKC.align("ﬁne")))


def test_a_change_says_what_it_is() -> None:
    assert "rewritten by a rule: ﬁ → fi" in normalization_html(NFKC.align("ﬁne"))


def test_the_table_lists_rules_first() -> None:
    table = change_table([NFKC.align("a  ﬁne  day")])
    assert table[0] == {"before": "ﬁ", "after": "fi", "why": "rewritten by a rule", "times": 1}


def test_the_table_counts_over_all_lines() -> None:
    table = change_table([NFKC.align("a b"), NFKC.align("c d e")])
    assert {"before": "·", "after": "▁", "why": "a space became ▁", "times": 3} in table
    assert {"before": "(nothing)", "after": "▁", "why": "▁ put in front", "times": 2} in table


def test_a_dropped_space_is_named() -> None:
    reasons = {row["why"] for row in change_table([NFKC.align("a   b")])}
    assert "extra space dropped" in reasons


def test_identity_has_no_rule_to_show() -> None:
    table = change_table([named_normalizer("identity").align("ﬁne Ａ")])
    assert {row["why"] for row in table} == {"▁ put in front", "a space became ▁"}


def test_a_long_line_is_cut_and_says_so() -> None:
    assert "…" in normalization_html(NFKC.align("ab " * LONGEST))


@settings(max_examples=60)
@given(text=st.text(alphabet="<>&\"'ab ①ﬁ\n\x00", max_size=30))
def test_no_markup_of_the_reader_survives(text: str) -> None:
    markup = normalization_html(NFKC.align(text))
    bare = re.sub(r"<style>.*?</style>|</?(dl|dt|dd|mark)\b[^<>]*>", "", markup, flags=re.DOTALL)
    assert "<" not in bare


def test_a_persian_line_and_its_changes_run_from_right_to_left() -> None:
    shown = normalization_html(NFKC.align("می\u200cروم به"))
    assert shown.count('<dd dir="rtl">') == 2
    assert "mark { unicode-bidi: plaintext;" in shown
