"""What stands for the unknown is hatched, in replays of encoding and in what is said of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.browser.replays import Show
from tokviz.views.player.player import encode_payload, train_payload
from tokviz.views.stepper.stepper import stepper_html, stepper_payload
from tokviz.views.stepper.words import look_up_replay

pytestmark = pytest.mark.stage_alone

HATCHED = "(token) => getComputedStyle(token).backgroundImage.includes('repeating')"
MODELS: list[Any] = [
    tokviz.CharBPE.train("low low lower", num_merges=3),
    tokviz.SentencePieceBPE.train("low low lower", vocab_size=10),
]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("model", MODELS, ids=["char_bpe", "sentencepiece_bpe"])
def test_an_unknown_token_is_hatched_and_no_other(model: Any, dark: bool, show: Show) -> None:
    page = show(encode_payload(model.encode_trace("low xlo")), step=1, dark=dark)
    tokens = page.get_by_test_id("tokviz-token")
    hatched = [bool(token.evaluate(HATCHED)) for token in tokens.all()]
    assert hatched.count(True) == 1
    unknown = tokens.nth(hatched.index(True))
    expect(unknown).to_have_text("<unk>")
    unknown.click()  # in words, too
    assert page.locator(".card .token").first.evaluate(HATCHED)


def test_a_training_knows_all_that_it_reads(show: Show) -> None:
    page = show(train_payload(MODELS[1].trace), step=1)
    assert not any(token.evaluate(HATCHED) for token in page.get_by_test_id("tokviz-token").all())


def test_what_is_said_of_an_unknown_word_has_it_hatched(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    model = tokviz.WordLevel.train("the hen", unk_token="<unk>")
    replay = look_up_replay(model.encode_trace("the cow"), unk_token="<unk>")
    file = tmp_path / "replay.html"
    file.write_text(stepper_html(stepper_payload(replay), title="Replay", step=2), encoding="utf-8")
    page = new_page()
    page.goto(file.as_uri())
    said = page.get_by_test_id("tokviz-caption").locator(".token", has_text="<unk>")
    assert said.first.evaluate(HATCHED)
