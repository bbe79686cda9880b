"""The WordPiece page: settings and links, the course's numbers, and what is refused."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import written
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]


def codes(at: AppTest) -> str:
    return "\n".join(written(at))


def test_the_course_is_trained_to_seventy_tokens(open_page: Open) -> None:
    at = open_page("wordpiece", step="25")
    assert problems(at) == []
    assert at.session_state["kept values"]["wordpiece:step"][1] == 25


def test_a_link_restores_all_settings(open_page: Open) -> None:
    at = open_page("wordpiece", sample="rhyme", vocab="90", lowercase="1", accents="keep", step="2")
    assert at.number_input(key="wordpiece:vocab").value == 90
    assert at.toggle(key="wordpiece:lowercase").value is True
    assert at.session_state["wordpiece:accents"] == "keep"
    assert at.session_state["kept values"]["wordpiece:step"][1] == 2
    assert "1" in at.query_params["lowercase"]


def test_a_link_ranks_by_count_and_the_page_says_so(open_page: Open) -> None:
    at = open_page("wordpiece", ranked_by="count", vocab="90")
    assert problems(at) == []
    assert at.session_state["wordpiece:ranked_by"] == "count"
    assert at.query_params["ranked_by"] == "count"
    assert any("of the pairs with the highest count" in caption.value for caption in at.caption)
    told = [words.value for words in at.markdown if "furthest to the **right**" in words.value]
    assert told[0].startswith("##### Why not the pair with the highest score?\nThis training takes")
    (by_score,) = (
        words.value for words in open_page("wordpiece").markdown if "##### Why" in words.value
    )
    assert by_score.startswith("##### Why not the most frequent pair?\nBPE takes the pair furthest")


def test_pairs_are_ranked_by_score_unless_the_link_says_otherwise(open_page: Open) -> None:
    at = open_page("wordpiece")
    assert at.session_state["wordpiece:ranked_by"] == "pair score"
    assert any("the highest pair score" in caption.value for caption in at.caption)


def test_by_count_the_alphabet_needs_more_room(open_page: Open) -> None:
    (message,) = problems(open_page("wordpiece", vocab="46", ranked_by="count"))
    assert "alone need 57" in message


def test_a_special_token_in_new_text_is_kept_whole(open_page: Open) -> None:
    at = open_page("wordpiece", section="Encode new text")
    at.text_area(key="wordpiece:new_text").set_value("[MASK]").run()
    assert "[4]\n[MASK]" in codes(at)


def test_what_is_unknown_is_counted_among_the_tokens(open_page: Open) -> None:
    at = open_page("wordpiece", section="Encode new text")
    at.text_area(key="wordpiece:new_text").set_value("Zebra hen the").run()
    said = "".join(each.value for each in at.markdown)
    assert "**6 tokens**, 1 of them unknown (17%), from 3 words by 14 tries. The ids" in said


def test_a_vocabulary_smaller_than_the_alphabet_is_explained(open_page: Open) -> None:
    at = open_page("wordpiece", vocab="20")
    (message,) = problems(at)
    assert "Vocabulary size is 20" in message
    assert "alone need 45" in message


def test_a_text_of_many_letters_opens_with_room_for_them(open_page: Open) -> None:
    at = open_page("wordpiece", sample="languages")
    assert problems(at) == []
    assert at.number_input(key="wordpiece:vocab").value == 180
    assert any("180, not 70" in caption.value for caption in at.caption)
    at.selectbox(key="wordpiece:sample").set_value("course").run()
    assert at.number_input(key="wordpiece:vocab").value == 70
    at.number_input(key="wordpiece:vocab").set_value(60).run()
    at.selectbox(key="wordpiece:sample").set_value("languages").run()
    assert at.number_input(key="wordpiece:vocab").value == 60  # the reader's own


def test_one_click_makes_the_vocabulary_large_enough(open_page: Open) -> None:
    at = open_page("wordpiece", vocab="20")
    at.button(key="wordpiece:enough").click().run()
    assert problems(at) == []
    assert at.number_input(key="wordpiece:vocab").value == 95


def test_the_courses_words_are_encoded(open_page: Open) -> None:
    at = open_page("wordpiece", section="Encode new text")
    at.button(key="wordpiece:“HOgging”").click().run()
    assert "[1]\n[UNK]" in codes(at)


def test_folding_is_shown_on_the_readers_line(open_page: Open) -> None:
    at = open_page("wordpiece", vocab="90", lowercase="1")
    at.text_input(key="wordpiece:try").set_value("Ünder<b>").run()
    shown = "".join(element.proto.body for element in at.get("html"))
    assert '<span class="word">under</span>' in shown
    assert "<b>" not in shown.split("</style>")[-1]


def test_a_word_over_the_limit_is_unknown(open_page: Open) -> None:
    at = open_page("wordpiece", section="Encode new text")
    at.text_area(key="wordpiece:new_text").set_value("t" * 101).run()
    assert "[1]\n[UNK]" in codes(at)


def test_the_page_says_how_hugging_face_trains(open_page: Open) -> None:
    at = open_page("wordpiece")
    assert any(
        "Hugging Face's own library, `tokenizers`, ranks pairs by count" in caption.value
        for caption in at.caption
    )


@pytest.mark.parametrize("section", ["Beside GPT-2", "Vocabulary", "Save"])
def test_every_section_opens(section: str, open_page: Open) -> None:
    at = open_page("wordpiece")
    at.session_state["wordpiece:section"] = section
    at.run()
    assert problems(at) == []


def test_the_vocabulary_is_saved_as_txt(open_page: Open) -> None:
    at = open_page("wordpiece")
    at.session_state["wordpiece:section"] = "Save"
    at.run()
    labels = [button.proto.label for button in at.get("download_button")]
    assert "Save the tokenizer (.txt) for BERT" in labels


def test_special_tokens_are_not_called_learned(open_page: Open) -> None:
    at = open_page("wordpiece")
    at.session_state["wordpiece:section"] = "Beside GPT-2"
    at.run()
    assert "[UNK]" not in list(at.dataframe[1].value["token"])


def test_lower_case_text_stands_beside_gpt2(open_page: Open) -> None:
    at = open_page("wordpiece", text=pack_text("Été É") or "", lowercase="1")
    at.session_state["wordpiece:section"] = "Beside GPT-2"
    assert problems(at.run()) == []
