"""What a session keeps of a page names the model that it showed, and does not hold it.

A tab may stay open for days; what the store lets go of must be gone.
"""

import gc
from collections.abc import Callable
from weakref import ref

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.ui.components import sight
from tokviz.ui.training.store import store

KEYS = ("byte_bpe", "char_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe", "unigram")


@pytest.mark.parametrize("key", KEYS)
def test_an_open_page_holds_no_model(
    key: str, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it opens in a browser: what stands below the replay is drawn when somebody looks."""
    monkeypatch.setattr(sight, "STAGE_FIRST", True)
    store()._models.clear()
    at = open_page(key, sample="low")
    models = [ref(trained.model) for trained in store()._models.values()]
    assert models
    store()._models.clear()
    gc.collect()
    assert [model() for model in models if model() is not None] == []
    assert at.session_state["kept values"] is not None
