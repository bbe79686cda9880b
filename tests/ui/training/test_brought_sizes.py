"""A tokenizer that a reader brings is counted with all that it makes when it is asked."""

import pickle
from collections.abc import Callable

import pytest
import streamlit as st

from tests.files.largest_files import (
    BPE,
    LONG,
    SHORT,
    UNIGRAM,
    WORD,
    pipeline_file,
    sentencepiece_file,
)
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.ui.training import apart
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.brought_sizes import is_asked_here, load_counted
from tokviz.ui.training.brought_store import brought_models
from tokviz.ui.training.sizes import kept_bytes

FILES: dict[str, Callable[[], tuple[str, bytes]]] = {
    "unigram, long": lambda: sentencepiece_file(LONG, UNIGRAM),
    "unigram, short": lambda: sentencepiece_file(SHORT, UNIGRAM),
    "bpe, short": lambda: sentencepiece_file(SHORT, BPE),
    "word, short": lambda: sentencepiece_file(SHORT, WORD),
    "json unigram, long": lambda: pipeline_file(LONG, "Unigram"),
    "json wordpiece, short": lambda: pipeline_file(SHORT, "WordPiece"),
}


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_the_largest_files_are_counted_with_all_that_they_make(
    make: Callable[[], tuple[str, bytes]],
) -> None:
    model, counted = load_counted(load_files, files=(make(),), pattern=GPT2_PATTERN)
    copy = pickle.loads(pickle.dumps(model))
    copy.encode("hello")
    copy.decode(copy.encode("hello"))
    copy.encode_trace("hello world")
    assert kept_bytes(copy) < 1.3 * counted


def test_no_file_of_two_megabytes_makes_a_model_of_many_times_as_much() -> None:
    for make in (FILES["unigram, long"], FILES["json unigram, long"]):
        file = make()
        _, counted = load_counted(load_files, files=(file,), pattern=GPT2_PATTERN)
        assert counted < 5 * len(file[1])


def test_a_library_that_keeps_much_is_asked_in_a_worker() -> None:
    """It keeps two hundred times as much as the letters of a Unigram, where nobody counts it."""
    assert not is_asked_here(load_files([pipeline_file(LONG, "Unigram")], GPT2_PATTERN))


def test_what_is_loaded_on_a_lessons_page_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight such files were kept by their number, whatever their size."""
    monkeypatch.setattr(apart, "_load_apart", lambda work, **arguments: work(**arguments))
    st.cache_resource.clear()
    name, content = sentencepiece_file(LONG, UNIGRAM)
    model = apart.load_model(name, content)
    assert apart.load_model(name, content) is model
    assert brought_models().size > kept_bytes(model)
    st.cache_resource.clear()
