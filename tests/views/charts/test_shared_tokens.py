"""The heat map of shared tokens: by what they spell, never by their marks."""

import plotly.graph_objects as go
import pytest

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


@pytest.mark.parametrize(("ground", "ink"), [("#ffffff", "#1a1f2b"), ("#11151c", "#eef2f8")])
def test_every_number_is_large_and_is_read_whatever_it_stands_on(ground: str, ink: str) -> None:
    """In the colour of the page's words, light and dark: each cell lets the page through."""
    (heat,) = shared_tokens({"bytes": BYTES, "merged": MERGED})["data"]
    assert heat["text"] == [["100", "100"], [f"{25600 / len(MERGED):.0f}", "100"]]
    assert heat["textfont"]["size"] >= 12
    assert "color" not in heat["textfont"]  # page.css has the page's
    cells = [luminance(over(colour, parts_of(ground))) for _, colour in heat["colorscale"]]
    words = luminance(parts_of(ink))
    assert all((max(cell, words) + 0.05) / (min(cell, words) + 0.05) >= 7 for cell in cells)


def parts_of(colour: str) -> list[float]:
    """Of "#rrggbb"."""
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def over(colour: str, ground: list[float]) -> list[float]:
    """What "rgba(r,g,b,a)" looks like there."""
    *parts, alpha = map(float, colour.removeprefix("rgba(").removesuffix(")").split(","))
    return [
        alpha * part / 255 + (1 - alpha) * below for part, below in zip(parts, ground, strict=True)
    ]


def luminance(parts: list[float]) -> float:
    """WCAG's."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_plotly_takes_it_and_a_name_stays_text() -> None:
    spec = shared_tokens({"<b>": BYTES, "merged": MERGED})
    go.Figure(spec)
    assert spec["data"][0]["x"] == ["&lt;b&gt;", "merged"]
