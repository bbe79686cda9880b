"""BPE-dropout where new text is encoded: off at first, in the link, replayed and counted."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, unpack
from tokviz.ui.components.scant import ENCODE
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]
PAGES = ("byte_bpe", "regex_bpe", "sentencepiece_bpe")


def encoding(at: AppTest) -> tuple[dict[str, Any], dict[str, Any]]:
    """The replay of the encoding: the only payload of that kind."""
    replays = [proto.bytes for proto in components(at) if b'"kind":"encode"' in proto.bytes]
    found = [unpack(data[MOUNT.size :]) for data in replays]
    (replay,) = found
    return replay


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_skipped_until_the_reader_asks(page: str, open_page: Open) -> None:
    at = open_page(page, section=ENCODE)
    assert problems(at) == []
    assert at.slider(key=f"{page}:dropout").value == 0
    assert "dropout" not in at.query_params
    assert len(encoding(at)[1]["skipped_before"]) == 0
    assert not any("different segmentations" in words.value for words in at.markdown)


@pytest.mark.parametrize("page", PAGES)
def test_a_link_skips_merges_and_shows_how_often_each_cut_came_out(
    page: str, open_page: Open
) -> None:
    at = open_page(page, section=ENCODE, dropout="0.5", dropout_seed="7")
    assert problems(at) == []
    assert at.slider(key=f"{page}:dropout").value == 0.5
    assert at.number_input(key=f"{page}:dropout_seed").value == 7
    header, arrays = encoding(at)
    assert len(arrays["skipped_before"]) > 0
    assert "random draw" in header["stop"]
    (table,) = [frame.value for frame in at.dataframe if "times drawn" in frame.value]
    assert 0 < table["times drawn"].sum() <= 1_000


def test_what_the_slider_says_goes_into_the_address_and_out_again(open_page: Open) -> None:
    at = open_page("byte_bpe", section=ENCODE)
    at.slider(key="byte_bpe:dropout").set_value(0.1).run()
    assert at.query_params["dropout"] == "0.1"
    at.slider(key="byte_bpe:dropout").set_value(0.0).run()
    assert "dropout" not in at.query_params


def test_a_link_beyond_one_is_refused_in_words(open_page: Open) -> None:
    at = open_page("byte_bpe", section=ENCODE, dropout="7")
    assert at.slider(key="byte_bpe:dropout").value == 0
    assert "“dropout” is 7, not from 0.0 to 1.0" in at.toast[0].value


def test_all_draws_of_dropout_one_are_the_same(open_page: Open) -> None:
    at = open_page("byte_bpe", section=ENCODE, dropout="1")
    at.text_area(key="byte_bpe:new_text").set_value("hen").run()
    (table,) = [frame.value for frame in at.dataframe if "times drawn" in frame.value]
    assert table.to_dict("records") == [
        {"segmentation": "h | e | n", "tokens": 3, "times drawn": 1_000}
    ]
