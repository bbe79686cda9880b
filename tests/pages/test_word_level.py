"""The word level page: seed 004's sentences, both versions, and what decoding loses."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import written
from tokviz import WordLevel
from tokviz.samples import sample
from tokviz.ui.components.table import LONGEST_CELL
from tokviz.ui.lessons.word_level import EXAMPLES
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]


def press(at: AppTest, name: str) -> AppTest:
    at.button(key=f"word_level:{name}").click()
    return at.run()


def test_the_page_opens_on_the_two_documents_as_seed_004_prints_them(open_page: Open) -> None:
    at = open_page("word_level")
    assert problems(at) == []
    assert (
        "*|unk|*, do you like *|unk|*? *|endoftext|* In the *|unk|* *|unk|* of *|unk|*."
        in written(at)
    )


def test_the_ids_are_those_of_the_tokenizer(open_page: Open) -> None:
    tokenizer = WordLevel.train(
        sample("page").text, unk_token="*|unk|*", special_tokens=("*|endoftext|*",)
    )
    assert str(tokenizer.encode(EXAMPLES["Two documents"])) in written(open_page("word_level"))


def test_the_sample_begins_with_the_thirty_tokens_of_seed_004() -> None:
    assert WordLevel.train("").split(sample("page").text)[:30] == [
        *["<", "!", "DOCTYPE", "html", ">", "<", "html", "class", "=", '"', "client", "-"],
        *["nojs", '"', "lang", "=", '"', "en", '"', "dir", "=", '"', "ltr", '"', ">", "<"],
        *["head", ">", "<", "meta"],
    ]


def test_the_known_sentence_comes_back_with_its_losses(open_page: Open) -> None:
    at = press(open_page("word_level"), "A known sentence")
    assert (
        "One summer' s evening when the little clock upon his table was rapidly approaching the "
        "much - desired hour," in written(at)
    )
    assert list(at.dataframe[0].value["became"]) == ["'·s", "much·-", "-·desired"]


def test_version_1_fails_on_an_unseen_word_and_says_so(open_page: Open) -> None:
    at = press(open_page("word_level", version="1"), "New words")
    assert list(at.exception) == []
    assert "KeyError" in at.error[0].value
    assert any("'Hello' is not" in block for block in written(at))


def test_version_1_encodes_the_known_sentence(open_page: Open) -> None:
    at = press(open_page("word_level", version="1"), "A known sentence")
    assert problems(at) == []


def test_a_link_restores_version_new_text_and_step(open_page: Open) -> None:
    at = open_page("word_level", version="1", new_text=pack_text("of the") or "", step="5")
    assert at.text_area(key="word_level:new_text").value == "of the"
    assert at.session_state["kept values"]["word_level:step"][1] == 5
    assert at.session_state["kept values"]["word_level:version"] == "1"


def test_the_unknown_share_is_drawn_for_both_texts(open_page: Open) -> None:
    at = open_page("word_level", new_text=pack_text("the zebra") or "")
    figure = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert figure["data"][1]["name"] == "the text to encode: 50.0% at the end"


@pytest.mark.parametrize(
    ("link", "said", "share"),
    [({}, "5 of 14 words", "35.7%"), ({"text": pack_text("a") or ""}, "14 of 14 words", "100.0%")],
)
def test_the_sentence_and_the_chart_count_the_same_words(
    link: dict[str, str], said: str, share: str, open_page: Open
) -> None:
    """The example holds a special token, which is no word to either."""
    at = open_page("word_level", **link)
    assert any(block.value.startswith(f"**{said} are unknown.") for block in at.markdown)
    assert any("With 1 special token, the ids:" in block.value for block in at.markdown)
    assert f"the text to encode: {share} at the end" in at.get("plotly_chart")[0].proto.spec


def test_the_list_can_be_searched(open_page: Open) -> None:
    at = open_page("word_level")
    at.text_input(key="word_level:find").set_value("evening").run()
    assert list(at.dataframe[-1].value["word"]) == ["evening"]


def test_markdown_in_a_word_stays_text(open_page: Open) -> None:
    at = open_page("word_level", version="1", new_text=pack_text("![x](https://example.org)") or "")
    assert not any("example.org" in block.value for block in (*at.markdown, *at.error))


def test_a_misspelt_word_of_the_example_is_explained(open_page: Callable[..., AppTest]) -> None:
    assert any("terraces" in caption.value for caption in open_page("word_level").caption)


def test_a_text_too_short_to_hold_a_fifth_back_has_no_curve_of_it(open_page: Open) -> None:
    at = open_page("word_level", text=pack_text("a") or "")
    assert problems(at) == []
    spec = at.get("plotly_chart")[0].proto.spec
    assert "the text to encode" in spec
    assert "the text's last fifth" not in spec
    assert any("grows with the text's 1 word." in block.value for block in at.caption)


@pytest.mark.parametrize(
    ("new_text", "said"),
    [
        (" ", "No word is looked up.**"),
        ("a", "0 of 1 word is unknown.** A punctuation mark is a word, too."),
    ],
)
def test_few_words_are_told_as_they_are(new_text: str, said: str, open_page: Open) -> None:
    at = open_page("word_level", text=pack_text("a") or "", new_text=pack_text(new_text) or "")
    assert f"**{said} The ids:" in [block.value for block in at.markdown]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one", "The list grows with the text's 1 word. "),
        ("a b c d e f", "The list grows with the first 5 of the text's 6 words. "),
    ],
)
def test_a_short_list_grows_with_the_whole_text(open_page: Open, text: str, words: str) -> None:
    told = [caption.value for caption in open_page("word_level", text=pack_text(text)).caption]
    assert any(caption.startswith(words) for caption in told)


def test_a_word_as_long_as_the_text_does_not_fill_a_table(open_page: Open) -> None:
    """The browser measures each cell, of a million ideographs for half a minute."""
    at = open_page("word_level", text=pack_text("日" * 5_000) or "")
    assert max(map(len, at.dataframe[-1].value["word"])) == LONGEST_CELL
