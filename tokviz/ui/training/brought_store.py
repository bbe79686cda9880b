"""What readers bring, and what is made of it, is kept once for all of them, within so many bytes.

The largest files that are taken make models of a hundred megabytes, so a number of entries is no
limit. Who has a file may have what is in it: a model goes by the hash of its file.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from tokviz.ui.training.brought_sizes import load_counted
from tokviz.ui.training.sizes import kept_bytes
from tokviz.ui.training.store import ModelStore, signature
from tokviz.ui.training.trained import Learned, Trained

MAX_RESULTS, MAX_RESULT_BYTES = 200, 200_000_000
"""How many texts are kept as brought tokenizers cut them, and in how many bytes."""

Made = TypeVar("Made")
Run = Callable[..., Any]
"""Calls a function with arguments that have names, in a worker."""


@st.cache_resource
def brought_models() -> ModelStore:
    """The tokenizers that readers brought."""
    return ModelStore()


@st.cache_resource
def brought_results() -> ModelStore:
    """What these make of texts."""
    return ModelStore(MAX_RESULTS, MAX_RESULT_BYTES)


def loaded_once(sig: str, run: Run, load: Callable[..., Any], **arguments: Any) -> Trained:
    """What ``load`` makes of a file, loaded once and counted with all that it will keep.

    ``run`` calls ``load_counted`` in a worker.
    """

    def make() -> Trained:
        model, size = run(load_counted, load=load, **arguments)
        return Trained(sig, "", Learned(model, b"", size))

    return brought_models().get_or_train(sig, make, _look)


def result_once(what: str, sig: str, text: str, make: Callable[[], Made]) -> Made:
    """What is made of a text with the tokenizer of this ``sig``, made once."""
    key = signature(what, text, {"sig": sig})

    def made() -> Trained:
        result = make()
        return Trained(key, text, Learned(result, b"", kept_bytes(result)))

    result: Made = brought_results().get_or_train(key, made, _look).model
    return result


def _look() -> None:
    """Any word with Streamlit lets it end a run that waits and is not wanted any more."""
    st.session_state.get("tokviz")
