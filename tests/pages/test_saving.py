"""The Save section: a button for each format that fits, reasons for the others, the trace."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import unpack
from tokviz.lessons import LESSONS

Open = Callable[..., AppTest]
TRACE = ["Save its training (.json)", "Save its steps as a table (.csv)"]
FORMATS = {
    "char_bpe": ["(.json) for tokviz", "(.codes) for subword-nmt"],
    "byte_bpe": ["(.model) for minbpe", "(.json) for Hugging Face"],
    "regex_bpe": [
        "(.model) for minbpe",
        "(.json) for Hugging Face",
        "(.tiktoken) for tiktoken",
    ],
    "wordpiece": ["(.txt) for BERT", "(.json) for Hugging Face"],
    "sentencepiece_bpe": ["(.model) for SentencePiece", "(.json) for tokviz"],
    "unigram": ["(.model) for SentencePiece", "(.json) for tokviz"],
    "word_level": ["(.json) for Hugging Face"],
}


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_that_fits_has_its_button_that_says_who_reads_it_and_the_training_too(
    key: str, open_page: Open
) -> None:
    at = open_page(key)
    at.session_state[f"{key}:section"] = "Save"
    at.run()
    assert problems(at) == []
    labels = [button.proto.label for button in at.get("download_button")]
    formats = [f"Save the tokenizer {what}" for what in FORMATS[key]]
    assert labels[-len(formats) - 2 :] == formats + TRACE
    (why,) = (each for each in at.expander if each.label == "Formats that cannot hold it, and why")
    reasons = [text.value for text in why.markdown]
    assert len(reasons) == 5 - len(formats) + ("(.json) for tokviz" in FORMATS[key])
    assert [text.value for text in why.caption] == ["Press one of the buttons above instead."]


@pytest.mark.parametrize(
    ("key", "section", "what"),
    [
        *((row.key, "Save", "replay") for row in LESSONS if row.key != "compare"),
        *((row.key, "Encode new text", "encoding") for row in LESSONS if row.training),
        ("unigram", "Lattice", "lattice"),
    ],
)
def test_every_replay_is_taken_along_as_a_page_and_as_a_picture(
    key: str, section: str, what: str, open_page: Open
) -> None:
    at = open_page(key, section=section)
    assert problems(at) == []
    sent = [element.proto for element in at.get("bidi_component")]
    saving = [unpack(each.bytes)[0] for each in sent if each.component_name == "tokviz.save"]
    buttons = [button for header in saving if header["replay"] for button in header["buttons"]]
    assert [button["label"] for button in buttons] == [
        f"Save this {what} as one HTML file",
        "Save a picture of this step (SVG)",
        "Save a picture of this step (PNG)",
    ]


@pytest.mark.parametrize("key", ["whitespace", "text_to_bytes"])
def test_what_learns_nothing_saves_what_it_recorded(key: str, open_page: Open) -> None:
    at = open_page(key, section="Save")
    labels = [button.proto.label for button in at.get("download_button")]
    assert labels[-1] == TRACE[1]
    assert labels[-2].endswith("(.json)")
    assert any("learns nothing" in caption.value for caption in at.caption)


def test_what_hugging_faces_format_cannot_hold_is_said(open_page: Open) -> None:
    at = open_page("unigram")
    at.session_state["unigram:section"] = "Save"
    at.run()
    (why,) = (each for each in at.expander if each.label == "Formats that cannot hold it, and why")
    reasons = [text.value for text in why.markdown]
    assert any("tokenizer.json" in text and "double precision" in text for text in reasons)
