"""The page for any tokenizer as it opens: GPT-2, and the samples that show what its pieces are."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import words
from tests.pages.test_inside import inside
from tests.pages.test_inside import words as words_inside
from tests.payload_reader import written
from tokviz.samples.brought import BROUGHT
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]


@pytest.mark.parametrize("sample", [row.key for row in BROUGHT])
def test_gpt2_cuts_every_sample_as_tiktoken_does(open_page: Open, sample: str) -> None:
    at = open_page("any_tokenizer", sample=sample)
    assert problems(at) == []
    assert "Beside the library **tiktoken**" in words(at)
    assert "agree" in at.success[0].value
    assert "give the text back, to the letter" in words(at)


def test_a_special_token_in_the_readers_text_is_kept_whole(open_page: Open) -> None:
    at = open_page("any_tokenizer", text=pack_text("a <|endoftext|> b") or "")
    assert problems(at) == []
    assert "agree" in at.success[0].value


def test_solid_gold_magikarp_is_one_token(open_page: Open) -> None:
    at = open_page("any_tokenizer")
    assert at.success[0].value.startswith("**1 token.**")
    assert "[43453]" in written(at)


def test_a_sample_says_what_it_shows_and_a_readers_text_does_not(open_page: Open) -> None:
    """In the settings, and where the page shows more than the stage."""
    why = f"**{BROUGHT[0].title}.** {BROUGHT[0].why}"
    assert [each.value for each in open_page("any_tokenizer").caption].count(why) == 2
    assert BROUGHT[0].why not in words(open_page("any_tokenizer", text=pack_text("mine") or ""))


def test_what_gpt2_is_stands_in_plain_words(open_page: Open) -> None:
    said = words(open_page("any_tokenizer", section="What it is"))
    assert "[pre-tokens](#word-pre-token" in said
    assert "50,257 tokens: 256 bytes, 50,000 learned, 1 special token" in said


def test_what_gpt2_is_made_of_is_told(open_page: Open) -> None:
    at = open_page("any_tokenizer", section="What it is")
    made = "50,257 tokens: 256 bytes, 50,000 learned, 1 special token: "
    (told,) = [each.value for each in at.markdown if made in each.value]
    assert told.replace("\\", "").endswith("<|endoftext|>.")


def test_the_tutorials_sentences_give_the_ids_that_it_prints(open_page: Open) -> None:
    """Seed 004, its last listing."""
    printed = [15496, 11, 466, 345, 588, 257, 6508, 286, 442, 3762, 8887, 30, 1635, 91, 437, 1659]
    printed += [5239, 91, 9, 554, 262, 4252, 18250, 8812, 2114, 1659, 617, 2954, 2197, 27271, 13]
    at = open_page("any_tokenizer", sample="tea")
    assert written(at)[0] == str(printed)


def test_inside_it_is_not_set_beside_itself(open_page: Open) -> None:
    """And its merges, whose training nobody has, are no steps of this page's replay."""
    at = inside(open_page("any_tokenizer"), "any_tokenizer", "token", inside_token="#15496")
    assert problems(at) == []
    assert "Look at" in [group.label for group in at.button_group]
    assert "Look inside" not in [group.label for group in at.button_group]
    told = words_inside(at)
    assert "id 15496, merge 15,241" in told
    assert "step 15," not in told
    assert "GPT-2 makes" not in told
    assert "GPT-2 makes" in words_inside(inside(open_page("byte_bpe"), "byte_bpe", "token"))
