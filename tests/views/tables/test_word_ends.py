"""Two trainings beside each other, on the strings of the seed lessons."""

import pytest

from tokviz import CharBPE
from tokviz.samples import sample
from tokviz.text.direction import in_a_row
from tokviz.traces.merges import MergeTrace
from tokviz.views.tables.parting import parting_step
from tokviz.views.tables.word_ends import (
    FORGOTTEN,
    MOST_TOKENS,
    TOO_EARLY,
    UNKNOWN,
    WITH,
    WITHOUT,
    Contrast,
    contrast_html,
    contrasts,
    ends_parting_html,
    merge_rows,
    word_rows,
)

LOW = sample("low").text
SIMPLE = "this is a simple BPE tokenizer example"


def traces(text: str, num_merges: int) -> tuple[MergeTrace, MergeTrace]:
    marked = CharBPE.train(text, num_merges=num_merges).trace
    bare = CharBPE.train(text, num_merges=num_merges, end_of_word=None).trace
    assert marked is not None
    assert bare is not None
    return marked, bare


def contrasted(tokenizer: CharBPE, words: str) -> list[Contrast]:
    return contrasts(
        words.split(),
        by_rank=tokenizer.tokenize,
        end_forgotten=lambda word: tokenizer.tokenize(word, mark_end=False),
        scan=tokenizer.scan_left_to_right,
        unk_token="<unk>",
    )


def test_low_lower_newest_widest_part_at_the_third_step() -> None:
    assert parting_step(*traces(LOW, 20)) == 3


def test_the_parting_names_both_pairs() -> None:
    shown = ends_parting_html(*traces(LOW, 20))
    assert "<code>est</code> + <code>&lt;/w&gt;</code> become one token (9 times)" in shown
    assert "<code>l</code> + <code>o</code> become one token (7 times)" in shown


def test_a_token_of_a_hundred_thousand_letters_has_a_short_cell() -> None:
    rows = merge_rows(*traces("ab" * 2**16, 17))
    assert len(str(rows[-1][WITHOUT])) < 200


def test_trainings_without_a_merge_never_differ() -> None:
    assert "never differ" in ends_parting_html(*traces(LOW, 0))


def test_the_one_that_ends_first_is_told() -> None:
    assert "Without it, training has ended." in ends_parting_html(*traces("a", 1))


def test_letters_that_look_like_markup_are_escaped() -> None:
    assert "<i>" not in ends_parting_html(*traces("<i> <i> <i>", 3))


def test_the_word_counts_and_final_words_of_the_seed() -> None:
    rows = word_rows(*traces(LOW, 20), 12)
    assert [(row["word"], row["times"], row["without"]) for row in rows] == [
        ("low", 5, "low"),
        ("lower", 2, "lower"),
        ("newest", 6, "newest"),
        ("widest", 3, "widest"),
    ]


def test_words_are_shown_as_a_step_has_them() -> None:
    rows = word_rows(*traces(LOW, 20), 3)
    assert [(row["with </w>"], row["without"]) for row in rows] == [
        ("l o w </w>", "lo w"),
        ("l o w e r </w>", "lo w e r"),
        ("n e w est</w>", "n e w est"),
        ("w i d est</w>", "w i d est"),
    ]


def test_the_twelve_merges_of_the_seed_stand_in_their_column() -> None:
    rows = merge_rows(*traces(LOW, 20))
    assert [row["without"] for row in rows if row["without"]] == [
        "e + s",
        "es + t",
        "l + o",
        "lo + w",
        "n + e",
        "ne + w",
        "new + est",
        "w + i",
        "wi + d",
        "wid + est",
        "low + e",
        "lowe + r",
    ]


def test_merges_are_alike_up_to_the_parting() -> None:
    rows = merge_rows(*traces(LOW, 20))
    assert [row["alike"] for row in rows[:3]] == ["=", "=", "≠"]


def test_the_longer_training_goes_on_alone() -> None:
    last = merge_rows(*traces(LOW, 20))[-1]
    assert (last["with </w>"], last["without"], last["times without"]) == (
        "lower + </w>",
        "",
        None,
    )


def test_the_scan_gives_what_the_seed_printed() -> None:
    tokenizer = CharBPE.train(SIMPLE, num_merges=10)
    found = contrasted(tokenizer, "example simple this is")
    assert [row.scanned for row in found] == [
        ("e", "x", "a", "mple"),
        ("si", "mple"),
        ("th", "is"),
        ("is",),
    ]


def test_the_forgotten_end_is_named() -> None:
    tokenizer = CharBPE.train(SIMPLE, num_merges=10)
    (this,) = contrasted(tokenizer, "this")
    assert (this.by_rank, this.faults) == (("this</w>",), (FORGOTTEN,))


def test_a_late_merge_that_came_first_is_named() -> None:
    tokenizer = CharBPE.train("bc bc bc ab ab", num_merges=2, end_of_word=None)
    (row,) = contrasted(tokenizer, "abc")
    assert (row.by_rank, row.scanned, row.faults) == (("a", "bc"), ("ab", "c"), (TOO_EARLY,))


def test_an_unknown_letter_is_named_and_is_no_fault_of_the_order() -> None:
    tokenizer = CharBPE.train("ab ab", num_merges=1, end_of_word=None)
    (row,) = contrasted(tokenizer, "abz")
    assert (row.by_rank, row.scanned, row.faults) == (("ab", "<unk>"), ("ab", "z"), (UNKNOWN,))


def test_no_fault_where_both_agree() -> None:
    tokenizer = CharBPE.train("ab ab", num_merges=1, end_of_word=None)
    assert contrasted(tokenizer, "ab ab") == [Contrast("ab", ("ab",), ("ab",), ())]


@pytest.mark.parametrize("hostile", ["<script>", "<u>", '"><img>'])
def test_contrasts_escape_what_the_reader_typed(hostile: str) -> None:
    shown = contrast_html([Contrast(hostile, (hostile,), (hostile,), ())])
    assert hostile not in shown.split("</style>")[1]


def test_words_beyond_the_limit_are_counted() -> None:
    found = [Contrast(str(i), (str(i),), (str(i),), ()) for i in range(70)]
    assert "… 10 more words" in contrast_html(found)


def test_a_word_as_long_as_a_text_is_written_out_to_a_limit() -> None:
    (row,) = word_rows(*traces("日本" * 1_000, 0), 0)
    assert row["word"] == "日本" * (MOST_TOKENS // 2) + "…"
    assert row[WITH] == row[WITHOUT] == " ".join(["日", "本"] * (MOST_TOKENS // 2) + ["…"])


HEBREW = "הילד לד הילד הי גד גד"


def test_a_hebrew_word_is_encoded_from_right_to_left_each_token_apart() -> None:
    tokenizer = CharBPE.train(HEBREW, num_merges=2)
    shown = contrast_html(contrasted(tokenizer, "הילד"))
    assert shown.count('<dd dir="rtl">') == 2
    assert "code { unicode-bidi: plaintext;" in shown
    assert "<b><bdi" in shown


def test_the_pairs_at_the_parting_keep_their_order() -> None:
    _, bare = traces(HEBREW, 2)
    left, right = (str(bare.vocab[part]) for part in bare.steps[0].pair)
    shown = ends_parting_html(*traces(HEBREW, 2))
    pair = " + ".join(f'<code><bdi dir="rtl">{part}</bdi></code>' for part in (left, right))
    assert f"Without it, {pair} become" in shown


def test_the_pairs_of_hebrew_merges_keep_their_order() -> None:
    marked, bare = traces(HEBREW, 2)
    row = merge_rows(marked, bare)[0]
    left, right = (str(bare.vocab[part]) for part in bare.steps[0].pair)
    assert row["without"] == f"\u2068{left}\u2069 + \u2068{right}\u2069"


def test_the_tokens_of_a_hebrew_word_stand_in_its_order() -> None:
    row = word_rows(*traces(HEBREW, 0), 0)[0]
    assert row["without"] == in_a_row("הילד")
    assert row["with </w>"] == in_a_row([*"הילד", "</w>"])
