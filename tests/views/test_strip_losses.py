"""What the strips know of losses and of agreement, before anything is drawn."""

from typing import Any

from tests.payload_reader import unpack
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.traces.results import result_of
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.strips.groups import cut_alike
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import strips_payload


def drawn(text: str, *tokenizers: Tokenizer) -> dict[str, Any]:
    rows = [result_row(result_of(str(n), each, text), each) for n, each in enumerate(tokenizers)]
    header: dict[str, Any] = unpack(strips_payload(rows, text=text))[0]
    return header


def test_an_unknown_token_is_marked_and_says_what_was_lost() -> None:
    row = drawn("the emu", WordLevel.train("the hen", unk_token="<unk>"))["rows"][0]
    assert [row["kinds"][kind]["unknown"] for kind in row["tokens"]] == [False, True]
    assert row["lost"] == {"1": "Lost: “emu”. Why: it is unknown; “<unk>” comes back."}
    assert row["lostBytes"] == 3
    assert row["lostAs"] == ["unknown"]


def test_a_row_of_unknown_tokens_alone_says_so_in_place_of_a_rate() -> None:
    hens = WordLevel.train("the hen", unk_token="<unk>")
    rows = drawn("an emu", hens, Whitespace())["rows"]
    assert [row["bytesPerToken"] for row in rows] == [None, 3.0]
    assert drawn("the emu", hens)["rows"][0]["bytesPerToken"] == 3.5
    assert drawn("  ", hens)["rows"][0]["total"] == 0


def test_what_is_spelled_like_the_unknown_token_may_be_unknown_too() -> None:
    """SentencePiece takes together the letters that it does not know, and gives " ⁇ " back."""
    row = drawn("hat <unk>", SentencePieceBPE.train("hat hat hat", vocab_size=9))["rows"][0]
    unknown = [row["kinds"][kind]["unknown"] for kind in row["tokens"]]
    assert unknown == [False, False, False, True]
    assert row["lost"] == {"3": "Lost: “<unk>”. Why: it is unknown; “·⁇·” comes back."}


def test_what_fell_between_tokens_is_drawn_and_not_counted() -> None:
    row = drawn("ten  hens", Whitespace())["rows"][0]
    assert [row["kinds"][kind]["id"] for kind in row["tokens"]] == [0, -1, 1]
    assert row["total"] == 2
    assert "splitting dropped it" in row["lost"]["1"]


def test_a_space_that_comes_back_leaves_no_gap() -> None:
    row = drawn("ten hens", CharBPE.train("ten hens", num_merges=20))["rows"][0]
    assert row["lost"] == {}
    assert all(kind["id"] >= 0 for kind in row["kinds"])


def test_a_rewritten_character_is_told_where_it_stands() -> None:
    row = drawn("the ﬁne", SentencePieceBPE.train("the fine", vocab_size=12))["rows"][0]
    assert any("normalizing rewrote it" in words for words in row["lost"].values())


def test_a_token_that_lost_only_a_space_is_not_hatched() -> None:
    row = drawn("fine  fine", SentencePieceBPE.train("fine fine", vocab_size=12))["rows"][0]
    assert list(row["lost"]) == ["1"]
    assert row["hatched"] == []


def test_a_token_whose_letters_all_came_back_is_not_hatched() -> None:
    """Of four people in one token only the joiners are lost."""
    family = "👨\u200d👩\u200d👧\u200d👦"
    row = drawn(f"a {family}", WordPiece.train(f"a {family}", vocab_size=40))["rows"][0]
    assert list(row["lost"]) == ["1"]
    assert row["hatched"] == []
    assert row["lostBytes"] == 9
    lower = WordPiece.train("the hens", vocab_size=40, lowercase=True)
    assert drawn("The hens", lower)["rows"][0]["hatched"]


def test_rows_that_changed_the_text_are_aligned_with_the_others() -> None:
    lower = WordPiece.train("the fine hens", vocab_size=40, lowercase=True)
    pieces = SentencePieceBPE.train("the fine hens", vocab_size=20)
    header = drawn("The ﬁne  hens", lower, pieces, Utf8Bytes())
    assert all(row["aligned"] for row in header["rows"])


def test_a_group_that_loses_nothing_and_is_cut_alike_agrees() -> None:
    bytes_ = ByteBPE.train("hens hens hens", num_merges=20)
    words = WordLevel.train("the hens", unk_token="<unk>")
    assert drawn("hens", bytes_, words)["agree"] == [0]
    assert drawn("emus", words, words)["agree"] == []


def test_spaces_do_not_make_a_difference() -> None:
    data = b"the hens"
    with_space = [(0, 3), (3, 8)]
    apart = [(0, 3), (4, 8)]
    alone = [(0, 3), (3, 4), (4, 8)]
    assert cut_alike([with_space, apart, alone], data, [0, 3, 8]) == [0, 1]


def test_another_cut_is_a_difference() -> None:
    data = b"the hens"
    assert cut_alike([[(0, 3), (3, 8)], [(0, 3), (4, 6), (6, 8)]], data, [0, 3, 8]) == [0]


def test_there_is_nothing_to_agree_on_in_a_space() -> None:
    assert cut_alike([[(0, 1), (1, 2)], [(1, 2)]], b" a", [0, 1, 2]) == [1]


def test_one_row_agrees_with_nobody() -> None:
    assert cut_alike([[(0, 3)]], b"the", [0, 3]) == []


def test_a_space_that_all_rows_have_as_a_token_is_cut_alike() -> None:
    assert cut_alike([[(0, 1), (1, 2)], [(0, 1), (1, 2)]], b"\na", [0, 1, 2]) == [0, 1]
    assert cut_alike([[(0, 2)], [(0, 1), (1, 2)]], b"\n\n", [0, 2]) == []


def test_a_row_says_what_it_loses_and_where_it_adds_spaces() -> None:
    words = WordLevel.train("the hen, again", unk_token="<unk>")
    row = drawn("the\n\nhen, emus", words)["rows"][0]
    assert row["lostAs"] == ["unknown", "white space"]
    pieces = WordPiece.train("hen, hens", vocab_size=20)
    row = drawn("hens, hen", pieces)["rows"][0]
    assert (row["lostAs"], row["addedSpaces"]) == ([], 1)  # "hens , hen"
    kept = drawn("the hen", words)["rows"][0]
    assert (kept["lostAs"], kept["addedSpaces"]) == ([], 0)
    ligature = drawn("ﬁsh", SentencePieceBPE.train("fish fish", vocab_size=9))["rows"][0]
    assert ligature["lostAs"] == ["rewritten"]
