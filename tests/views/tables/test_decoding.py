"""The rows of decoded ids, as HTML."""

import re

from tokviz import ByteBPE, CharBPE, WordLevel
from tokviz.inspection.decoding import decoding
from tokviz.views.tables.decoding import decoding_html

BYTES = ByteBPE(((104, 101),))  # he


def rows(html: str) -> list[str]:
    """Each row as a reader reads it."""
    body = html.split("<tbody>")[1]
    lines = re.findall(r"<tr>(.*?)</tr>", body)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def test_a_row_says_the_id_its_token_its_bytes_and_what_it_adds() -> None:
    assert rows(decoding_html(decoding(BYTES, [256, 32]))) == ["× 256 he 68 65 he", "× 32 · 20 ·"]


def test_ids_that_share_a_character_say_which_part_they_are() -> None:
    assert rows(decoding_html(decoding(BYTES, list("안".encode())))) == [
        "× 236 ‹EC› EC part 1 of 3 of 안",
        "× 149 ‹95› 95 part 2 of 3 of 안",
        "× 136 ‹88› 88 part 3 of 3 of 안",
    ]


def test_the_reason_of_replaced_bytes_stands_once() -> None:
    html = decoding_html(decoding(BYTES, list("안".encode())[:2]))
    assert html.count("a character of 3 bytes begins here, but only 2 of them are here") == 1
    assert "part 2 of 2 of �" in rows(html)[1]


def test_without_bytes_there_is_no_column_of_them() -> None:
    model = CharBPE.train("low low", num_merges=20)
    html = decoding_html(decoding(model, model.encode("low")), model.markers)
    assert "<th>bytes</th>" not in html
    assert rows(html) == [
        "× 6 low</w> low </w> ends the last word: no space".replace("<", "&lt;").replace(
            ">", "&gt;"
        )
    ]


def test_a_long_token_is_cut_and_its_bytes_are_counted() -> None:
    merges = ((97, 97), (256, 256), (257, 257), (258, 258), (259, 259))
    html = decoding_html(decoding(ByteBPE(merges), [260]))
    assert "… 32 bytes" in rows(html)[0]
    assert "a" * 32 not in html


def test_the_readers_text_is_text_and_hebrew_is_isolated() -> None:
    model = WordLevel.train("<b> שלום", unk_token=None)
    html = decoding_html(decoding(model, model.encode("<b> שלום")))
    html = html.split("<tbody>")[1]
    assert "<b><b>" not in html
    assert "<b>&lt;</b>" in html
    assert '<bdi dir="rtl">שלום</bdi>' in html
