"""What is lost, as a line of HTML for each tokenizer: marked, and never anything but text."""

import pytest

from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.traces.results import Result, result_of
from tokviz.views.tables.lost import LONGEST, lost_html


def spaces_dropped(text: str) -> Result:
    return result_of("Whitespace", Whitespace(), text)


def words_unknown(learned_from: str, text: str, name: str = "Word level") -> Result:
    return result_of(name, WordLevel.train(learned_from, unk_token="<unk>"), text)


def test_a_lost_space_is_struck_out() -> None:
    assert '<dd><p dir="ltr">a <del>·</del>b</p></dd>' in lost_html([spaces_dropped("a  b")])


def test_an_unknown_word_has_its_stand_in_beside_it() -> None:
    shown = lost_html([words_unknown("the hens", "the ten hens")])
    assert '<dd><p dir="ltr">the <del>ten</del><ins>&lt;unk&gt;</ins> hens</p></dd>' in shown


def test_the_stage_stands_under_the_name() -> None:
    assert "changed in unknown tokens" in lost_html([words_unknown("the hens", "ten hens")])


def test_a_text_that_comes_back_has_no_mark() -> None:
    shown = lost_html([result_of("Bytes", Utf8Bytes(), "the hen")])
    assert "<del>" not in shown
    assert '<dd><p dir="ltr">the hen</p></dd>' in shown


def test_a_long_text_is_cut_and_says_so() -> None:
    shown = lost_html([spaces_dropped("a  b " * LONGEST)])
    assert shown.count("<del>") < LONGEST / 4
    assert shown.count(" …</p></dd>") == 1


@pytest.mark.parametrize("text", ["b" * 100_000, "low" + " " * 100_000 + "low"])
def test_a_long_loss_is_cut_too(text: str) -> None:
    drawn = lost_html([result_of("words", WordLevel.train("low", unk_token="?"), text)])
    assert len(drawn) < 20_000
    assert "…</del>" in drawn


def test_names_and_texts_stay_text() -> None:
    shown = lost_html([words_unknown("a", "<b>x</b>", name="<i>")])
    assert not {"<b>", "<i>", "<unk>"} & set(shown.split("<dl")[1].replace(">", "> ").split())
    assert "&lt;i&gt;" in shown


def test_a_dot_of_the_readers_own_is_no_space() -> None:
    assert '<dd><p dir="ltr">a·b c</p></dd>' in lost_html(
        [result_of("Bytes", Utf8Bytes(), "a·b c")]
    )


def test_each_line_runs_as_its_first_letter_does() -> None:
    shown = lost_html([spaces_dropped("קניתי  iPhone\nthe hen")])
    assert (
        '<p dir="rtl">קניתי <del>·</del>iPhone<del>↵</del><ins>·</ins></p><p dir="ltr">the hen</p>'
        in shown
    )
    assert ":is(del, ins) { unicode-bidi: plaintext; }" in shown


def test_a_line_end_that_is_kept_ends_the_line_too() -> None:
    shown = lost_html([result_of("Bytes", Utf8Bytes(), "א\nb")])
    assert '<p dir="rtl">א↵</p><p dir="ltr">b</p>' in shown
