"""The heat map of shared tokens: by what they spell, never by their marks."""

import plotly.graph_objects as go

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.views.charts.shared_tokens import shared_tokens, spelled_tokens

BYTES = spelled_tokens(Utf8Bytes())
MERGED = spelled_tokens(ByteBPE.train("hens hens", vocab_size=260))


def test_a_cell_is_the_share_of_the_rows_tokens() -> None:
    (heat,) = shared_tokens({"bytes": BYTES, "merged": MERGED})["data"]
    assert heat["z"] == [[1, 1], [round(256 / len(MERGED), 4), 1]]
    assert heat["customdata"][1][0] == f"256 of {len(MERGED)} tokens"


def test_marks_and_special_tokens_do_not_count() -> None:
    spelled = spelled_tokens(WordPiece.train("hens hens", vocab_size=12))
    assert {b"hens", b"n"} <= spelled
    assert not any(token.startswith((b"##", b"[")) for token in spelled)


def test_a_vocabulary_of_nothing_shares_nothing() -> None:
    (heat,) = shared_tokens({"none": frozenset(), "bytes": BYTES})["data"]
    assert heat["z"] == [[0, 0], [0, 1]]


def test_every_number_is_large_and_dark_on_light_whatever_it_stands_on() -> None:
    (heat,) = shared_tokens({"bytes": BYTES, "merged": MERGED})["data"]
    assert heat["text"] == [["100", "100"], [f"{25600 / len(MERGED):.0f}", "100"]]
    assert heat["textfont"]["size"] >= 12
    inks = [luminance(colour) for _, colour in heat["colorscale"]]
    assert all((ink + 0.05) / (luminance(heat["textfont"]["color"]) + 0.05) >= 7 for ink in inks)


def luminance(colour: str) -> float:
    """WCAG's, of "#rrggbb"."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_plotly_takes_it_and_a_name_stays_text() -> None:
    spec = shared_tokens({"<b>": BYTES, "merged": MERGED})
    go.Figure(spec)
    assert spec["data"][0]["x"] == ["&lt;b&gt;", "merged"]
