"""The tokenizers of Side by side: what is made of them, and what is not."""

from typing import Any

import pytest

from tokviz.paths.gpt2 import gpt2_model
from tokviz.samples import sample
from tokviz.ui.components import contestants
from tokviz.ui.components.open_gpt2 import open_gpt2
from tokviz.ui.shell.state import PageState
from tokviz.ui.training import trained


def test_no_replay_is_made_of_what_no_player_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """That would take the server longer than the training."""
    made = list[Any]()
    monkeypatch.setattr(trained, "train_payload", made.append)
    names = ("Regex BPE", "WordPiece", "Unigram")
    state = PageState("compare")
    ready, refused = contestants.train_all(state, names, f"{sample('tiny').text} alone", 270)
    assert [one.name for one in ready] == [*names]
    assert (refused, made) == ([], [])


def test_gpt2_that_keeps_its_special_token_shares_its_vocabulary() -> None:
    assert open_gpt2().vocab is gpt2_model().vocab
    assert open_gpt2().encode("<|endoftext|>") == [50256]
    assert len(gpt2_model().encode("<|endoftext|>", disallowed_special=())) > 1
