"""Ids decoded: what each adds, joined, is the tokenizer's own text, whatever decodes it."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders
from tokenizers import models as library_models

import tokviz
from tests.files.valid_files import valid_files
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.inspection.decoding import decoding
from tokviz.inspection.encoding_again import encoded_again
from tokviz.inspection.opening_ids import opening_ids
from tokviz.lessons import LESSONS
from tokviz.traces.decoding import Decoding

TEXT = "low low lower newest newest widest 안녕 안녕 the hen, the pen."
BYTES = tokviz.ByteBPE.train(TEXT, vocab_size=262)
AN = list("안".encode())
WATER = [f"<0x{byte:02X}>" for byte in "水".encode()]
PIECES = tokviz.SentencePieceBPE.train(TEXT, vocab_size=330, byte_fallback=True)


@cache
def models() -> list[Any]:
    """Every kind of tokenizer: trained, of a file of each format, and those that learn nothing."""
    loaded = [
        BYTES,
        PIECES,
        tokviz.WordLevel.train(TEXT, unk_token=None),
        tokviz.CodePoints(),
        tokviz.Utf8Bytes(),
        tokviz.Whitespace(),
    ]
    with TemporaryDirectory() as folder:
        for number, file in enumerate(valid_files()):
            if file.suffix != ".codes":
                path = Path(folder) / f"{number}{file.suffix}"
                path.write_bytes(file.content)
                loaded.append(tokviz.load(path))
    return loaded


def adds(made: Decoding) -> list[str]:
    return [made.text[one.start : one.end] for one in made.ids]


@settings(max_examples=400)
@given(st.data())
def test_what_the_ids_add_joined_is_the_decoded_text(data: st.DataObject) -> None:
    model = data.draw(st.sampled_from(models()))
    vocab = sorted(model.vocab)[-400:] if len(model.vocab) < 10**5 else [65, 0xAC00, 0x1F604]
    ids = data.draw(st.lists(st.sampled_from(vocab), max_size=12)) if vocab else []
    made = decoding(model, ids)
    assert made.text == model.decode(ids)
    assert "".join(part.text for part in made.stretches) == made.text
    assert [one.token_id for one in made.ids] == ids
    assert all(0 <= part.first < part.last <= len(ids) for part in made.stretches)
    again = encoded_again(model, made)
    assert again.same == (again.ids == tuple(ids))


@given(st.lists(st.integers(0, len(BYTES.vocab) - 1), max_size=12))
def test_replaced_bytes_have_a_reason_and_nothing_else_has(ids: list[int]) -> None:
    for part in decoding(BYTES, ids).stretches:
        assert bool(part.fault) == ("\ufffd" in part.text)


def test_the_tutorials_byte_128_is_told() -> None:
    """Seed: ``decode([128])`` prints "�"."""
    (part,) = decoding(BYTES, [128]).stretches
    assert part.text == "\ufffd"
    assert part.fault == "byte 80 goes on with a character that nothing began"


def test_three_ids_are_one_character_and_two_of_them_are_none() -> None:
    (whole,) = decoding(BYTES, AN).stretches
    assert (whole.text, whole.first, whole.last, whole.fault) == ("안", 0, 3, "")
    (cut,) = decoding(BYTES, AN[:2]).stretches
    assert (cut.text, cut.first, cut.last) == ("\ufffd", 0, 2)
    assert "3 bytes begins here, but only 2" in cut.fault


def test_an_id_that_ends_one_character_and_begins_another_is_part_of_both() -> None:
    model = tokviz.RegexBPE.from_ranks(
        {bytes([i]): i for i in range(256)} | {b"\x88\xeb": 256},
        pattern=tokviz.GPT2_PATTERN,
        special_tokens={},
    )
    ids = [*"안".encode()[:2], 256, *"녕".encode()[1:]]
    parts = decoding(model, ids).stretches
    assert [(part.text, part.first, part.last) for part in parts] == [("안", 0, 3), ("녕", 2, 5)]


def test_sentencepiece_replaces_every_byte_of_a_cut_character() -> None:
    ids = [next(i for i, piece in PIECES.vocab.items() if piece == name) for name in WATER]
    assert [(part.first, part.last) for part in decoding(PIECES, ids).stretches] == [(0, 3)]
    assert [part.text for part in decoding(PIECES, ids[:2]).stretches] == ["\ufffd", "\ufffd"]


def test_an_end_of_word_is_a_space_but_the_last_is_none() -> None:
    model = tokviz.CharBPE.train("low low", num_merges=20)
    made = decoding(model, model.encode("low low"))
    assert adds(made) == ["low ", "low"]
    notes = [one.note for one in made.ids]
    assert notes == ["</w> ends a word: a space", "</w> ends the last word: no space"]


def test_a_space_that_a_decoder_writes_at_once_is_not_taken_from_the_next_word() -> None:
    """Of a file whose decoder rewrites the mark, and whose tokens may begin with a space."""
    library = Tokenizer(
        library_models.BPE({"a</w>": 0, " b</w>": 1}, [], end_of_word_suffix="</w>")
    )
    library.decoder = decoders.Sequence([decoders.Replace("</w>", " "), decoders.Fuse()])
    model = pipeline_from_text(library.to_str(), "tokenizer.json")
    made = decoding(model, [0, 1])
    assert made.text == "a  b "
    assert adds(made) == ["a ", " b "]


def test_a_piece_inside_a_word_is_joined_without_a_space() -> None:
    model = tokviz.WordPiece.train(TEXT, vocab_size=45)
    ids = [model.token_to_id[piece] for piece in ("l", "##o", "[MASK]", "n")]
    made = decoding(model, ids)
    assert adds(made) == ["l", "o", " [MASK]", " n"]
    assert [one.note for one in made.ids] == [
        "",
        "## is left out: joined without a space",
        "a special token: kept as written",
        "a space before it",
    ]


def test_the_first_space_mark_is_left_out_and_so_are_control_tokens() -> None:
    made = decoding(PIECES, [1, *PIECES.encode("low low"), 0])
    assert made.text == "low low ⁇ "
    first, *_, last = (one.note for one in made.ids)
    assert first == "a special token: left out"
    assert last == "unknown: which text it stood for is lost"
    assert [one.note for one in made.ids][1:3] == [
        "▁ is left out: no space stands before the first word",
        "▁ is a space",
    ]


def test_a_word_list_closes_up_its_commas() -> None:
    model = tokviz.WordLevel.train("hen, pen", unk_token=None)
    made = decoding(model, model.encode("hen, pen"))
    assert adds(made) == ["hen", ",", " pen"]
    assert [one.note for one in made.ids] == ["", "no space before it", "a space before it"]


@pytest.mark.parametrize(
    ("model", "ids", "why"),
    [
        (BYTES, [128], "“�” does not say which bytes it stands for."),
        (BYTES, list(b"low"), "Both spell the same text"),
        (PIECES, [PIECES.unk_id], "What the unknown token stood for is lost."),
        (PIECES, [1], "A special token that decoding leaves out cannot come back."),
        (tokviz.WordPiece.train(TEXT, vocab_size=45), [3, 3], "name in a text is plain text"),
        (tokviz.CharBPE.train("low low", num_merges=20), [0], "</w> at the end of every word"),
    ],
)
def test_ids_that_do_not_come_back_have_a_reason(model: Any, ids: list[int], why: str) -> None:
    assert why in encoded_again(model, decoding(model, ids)).why


def test_special_tokens_of_a_byte_level_tokenizer_are_plain_text() -> None:
    model = tokviz.RegexBPE.train(TEXT, vocab_size=258, special_tokens=("<|e|>",))
    again = encoded_again(model, decoding(model, [model.special_tokens["<|e|>"]]))
    assert again.ids == tuple(model.encode_ordinary("<|e|>"))
    assert again.why == "A special token's name in a text is plain text."


@pytest.mark.parametrize("row", [row for row in LESSONS if row.training], ids=lambda row: row.key)
def test_the_box_opens_with_ids_that_decode(row: Any) -> None:
    training = row.training
    size = training.default if training.least is None else training.least(TEXT) + 5
    model = training.train(TEXT, **{training.size: size})
    made = decoding(model, opening_ids(model, TEXT))
    assert made.ids
    assert not made.faults


@pytest.mark.parametrize("model", [BYTES, PIECES, tokviz.RegexBPE.train(TEXT, vocab_size=270)])
def test_of_bytes_it_opens_with_a_character_that_is_cut(model: Any) -> None:
    ids = opening_ids(model, TEXT)
    assert any(part.last - part.first > 1 for part in decoding(model, ids).stretches)
    assert decoding(model, ids[:-1]).faults


def test_without_a_text_there_are_ids_too() -> None:
    assert opening_ids(tokviz.WordLevel.train("a b c d", unk_token=None), "x") == [0, 1, 2]
