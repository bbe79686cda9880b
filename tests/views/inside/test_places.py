"""The places of a token: as many as it has, each lit within its surroundings."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from tokviz import ByteBPE
from tokviz.inspection.merge_tree import places
from tokviz.views.inside.places import places_html


def lit(drawn: str) -> list[str]:
    return [html.unescape(each) for each in re.findall(r"<mark>(.*?)</mark>", drawn)]


def test_every_place_is_lit_once() -> None:
    text = "the hen, the <hen>"
    model = ByteBPE.train(text, num_merges=3)
    (token_id,) = [i for i in model.vocab if model.vocab[i] == b"hen"] or [258]
    spans = places(model, text, token_id)
    drawn = places_html(text, spans)
    assert len(lit(drawn)) == len(spans) == model.encode(text).count(token_id)
    assert "<hen" not in drawn


def test_a_part_of_a_character_is_shown_as_bytes_and_its_surroundings_whole() -> None:
    text = "é" * 30 + "中" + "é" * 30
    drawn = places_html(text, [(60, 61)])
    assert lit(drawn) == ["‹E4›"]
    assert drawn.count("‹") == 2  # the lit byte, and the rest of the character
    assert "B8 AD" in drawn


@given(text=st.text(min_size=1, max_size=60), data=st.data())
def test_only_the_characters_beside_the_token_are_cut(text: str, data: st.DataObject) -> None:
    spelled = text.encode("utf-8", "surrogatepass")
    start = data.draw(st.integers(0, len(spelled) - 1))
    end = data.draw(st.integers(start + 1, len(spelled)))
    assert len(lit(places_html(text, [(start, end)]))) == 1


def test_dots_stand_where_the_text_goes_on() -> None:
    text = "a" * 30
    assert "…" not in places_html(text, [(0, 30)])
    ends, both = places_html(text, [(0, 2)]), places_html(text, [(22, 24)])
    assert ends.endswith("…</small>\u2060</p></li></ol>")
    assert (ends.count("…"), both.count("…")) == (1, 1)
    assert places_html("a" * 90, [(44, 46)]).count("…") == 2


def test_a_place_in_a_hebrew_line_runs_from_right_to_left() -> None:
    text = "PC\nהילד אכל"
    start = len("PC\nהילד ".encode())
    drawn = places_html(text, [(0, 2), (start, start + 2)])
    assert re.findall(r'<li><p dir="(\w+)">', drawn) == ["ltr", "rtl"]
    assert "mark { unicode-bidi: plaintext;" in drawn
