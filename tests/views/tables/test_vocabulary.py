"""The vocabulary table: every token once, with how it came to be, and a search that finds it."""

from tests.payload_reader import unpack
from tests.recorded import recorded
from tokviz import ByteBPE, SentencePieceBPE, WordPiece
from tokviz.inspection.spelling import Spelling
from tokviz.text.direction import from_left, isolated
from tokviz.text.labels import plain_label
from tokviz.text.markers import spelled_bytes, spelled_length
from tokviz.views.player.player import train_payload
from tokviz.views.tables.vocabulary import vocabulary_rows

TRACE = recorded(ByteBPE.train("hello hello 안녕", num_merges=6).trace)


def test_every_token_has_one_row_in_the_order_of_ids() -> None:
    assert [row.token_id for row in vocabulary_rows(TRACE)] == list(range(262))


def test_a_merged_token_says_what_it_was_made_from() -> None:
    row = vocabulary_rows(TRACE)[256]
    assert (row.token, row.made_from, row.step, row.count) == ("he", "h + e", 1, 2)
    assert row.hex_bytes == "68 65"


def test_bytes_are_those_of_the_text_that_a_token_stands_for() -> None:
    pieces = recorded(WordPiece.train("of of of", vocab_size=20).trace)
    spaces = recorded(SentencePieceBPE.train("of of of", vocab_size=12).trace)
    assert [row.hex_bytes for row in vocabulary_rows(pieces) if row.token == "##f"] == ["66"]
    assert {row.hex_bytes for row in vocabulary_rows(spaces) if "▁" in row.token} >= {"20 6F"}


def test_a_byte_was_made_from_nothing() -> None:
    row = vocabulary_rows(TRACE)[0]
    assert (row.token, row.made_from, row.step, row.count) == ("‹NUL›", "", None, None)


def test_the_search_finds_text_id_and_hex() -> None:
    assert vocabulary_rows(TRACE, find="hel")[0].token == "hel"
    assert 256 in [row.token_id for row in vocabulary_rows(TRACE, find="256")]
    assert vocabulary_rows(TRACE, find="68 65")[0].token_id == 256


def test_a_search_for_nothing_known_finds_nothing() -> None:
    assert vocabulary_rows(TRACE, find="zebra") == []


def test_what_a_label_says_of_bytes_is_found_whole_only() -> None:
    """A space or a letter is no part of "‹F0 9F›", but who copies that from a row finds it."""
    trace = recorded(ByteBPE.train("👏👏👏 A A", num_merges=2).trace)
    labels = [row.token for row in vocabulary_rows(trace)]
    assert "‹F0 9F›" in labels
    for find in (" ", "A"):
        assert [row.token for row in vocabulary_rows(trace, find=find)] == [plain_label(find)]
    for find in ("‹F0 9F›", "‹F0", "F0 9F"):
        assert "‹F0 9F›" in [row.token for row in vocabulary_rows(trace, find=find)]
    assert [row.token for row in vocabulary_rows(trace, find="A9")] == ["‹A9›"]


def test_what_a_hebrew_token_was_made_from_is_told_from_left_to_right() -> None:
    trace = recorded(ByteBPE.train("שלום שלום", num_merges=2).trace)
    second = next(row for row in vocabulary_rows(trace) if row.step == 2)
    left, right = (plain_label(trace.vocab[part]) for part in trace.steps[1].pair)
    assert second.made_from == f"{isolated(left)} + {isolated(right)}"


def test_a_token_copied_from_a_cell_is_found() -> None:
    trace = recorded(ByteBPE.train("שלום שלום", num_merges=7).trace)
    label = vocabulary_rows(trace)[-1].token
    assert vocabulary_rows(trace, find=from_left(label)) == vocabulary_rows(trace, find=label) != []


def test_a_byte_that_a_token_names_is_one_wherever_it_is_told() -> None:
    model = SentencePieceBPE.train("of of of 안", vocab_size=300, byte_fallback=True)
    trace, spelling = recorded(model.trace), Spelling.of(model)
    header, _ = unpack(train_payload(trace))
    told = dict(zip(header["ids"], header["hex"], strict=True))
    rows = {row.token_id: row.hex_bytes for row in vocabulary_rows(trace)}
    for token_id, token in model.vocab.items():
        spelled = spelling.bytes_of(token_id)
        assert spelled_bytes(token, model.markers) == spelled
        assert bytes.fromhex(rows[token_id]) == spelled
        assert told.get(token_id, spelled.hex()) == spelled.hex()
    named = next(i for i, token in model.vocab.items() if token == "<0xC3>")
    assert rows[named] == "C3"
    assert spelled_length("<0xC3>", model.markers) == 1
    assert spelled_bytes("<0xC3>", ()) == b"<0xC3>"  # of who writes no ▁ it is a text
