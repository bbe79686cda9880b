"""The Save section: a button for each format that fits, reasons for the others, the trace."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems

Open = Callable[..., AppTest]
TRACE = ["Save its training (.json)", "Save its steps as a table (.csv)"]
FORMATS = {
    "char_bpe": [".json", ".codes"],
    "byte_bpe": [".model", ".json"],
    "regex_bpe": [".model", ".json", ".tiktoken"],
    "wordpiece": [".txt", ".json"],
    "sentencepiece_bpe": [".model"],
    "unigram": [".model"],
    "word_level": [".json"],
}


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_that_fits_has_its_button_and_the_training_too(
    key: str, open_page: Open
) -> None:
    at = open_page(key)
    at.session_state[f"{key}:section"] = "Save"
    at.run()
    assert problems(at) == []
    labels = [button.proto.label for button in at.get("download_button")]
    formats = [f"Save the tokenizer ({suffix})" for suffix in FORMATS[key]]
    assert labels[-len(formats) - 2 :] == formats + TRACE
    reasons = [text.value for text in at.expander[-1].markdown]
    assert len(reasons) == 5 - len(formats) + (key == "char_bpe")


def test_what_hugging_faces_format_cannot_hold_is_said(open_page: Open) -> None:
    at = open_page("unigram")
    at.session_state["unigram:section"] = "Save"
    at.run()
    reasons = [text.value for text in at.expander[-1].markdown]
    assert any("tokenizer.json" in text and "double precision" in text for text in reasons)
