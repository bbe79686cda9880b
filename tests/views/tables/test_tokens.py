"""Tables of tokens: one row a token, no cell without an end."""

from tokviz import ByteBPE, SentencePieceBPE
from tokviz.inspection.reach import unreachable
from tokviz.inspection.vocabulary import examine
from tokviz.views.tables.tokens import (
    LONGEST_LABEL,
    cell,
    code_point_columns,
    duplicate_columns,
    reach_columns,
    token_columns,
)


def test_a_row_for_each_token() -> None:
    facts = examine(ByteBPE(((32, 97),)))
    columns = token_columns(facts.tokens, (), facts.unit)
    assert columns["token"][256] == "·a"
    assert columns["kind"][256] == "begins a word"
    assert columns["script"][256] == "Latin"
    assert columns["bytes"][256] == 2


def test_duplicates_stand_together() -> None:
    facts = examine(ByteBPE(((32, 97),)))
    columns = duplicate_columns(facts.duplicates, ())
    assert (columns["tokens"][0], columns["written"][0]) == (3, "A   a   ·a")
    assert columns["ids"][0] == "65, 97, 256"


def test_what_does_not_come_back_says_why_and_where_it_stands() -> None:
    model = ByteBPE(((98, 97), (97, 98), (257, 97), (97, 256)))
    found = [each for each in unreachable(model) if each.token_id == 258]
    columns = reach_columns(found, model.vocab, ())
    assert columns["why"] == ["its own characters or bytes become other tokens"]
    assert columns["its text becomes"] == ["aba (259)"]
    assert "it stands in" not in columns
    pieces = SentencePieceBPE.train("ab ab abab", vocab_size=9)
    columns = reach_columns(unreachable(pieces), pieces.vocab, pieces.markers)
    assert all(columns["it stands in"])


def test_the_characters_of_a_token() -> None:
    columns = code_point_columns(" é")
    assert columns["code point"] == ["U+0020", "U+00E9"]
    assert columns["bytes"] == ["20", "C3 A9"]


def test_a_long_token_is_cut() -> None:
    assert len(cell("x" * 10_000, ())) == LONGEST_LABEL
