"""Side by side: what is lost is seen, and what the page speaks of is there."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import as_read, problems
from tests.pages.reading import page_html
from tests.payload_reader import components, unpack
from tokviz.ui.components.contestants import measured_part
from tokviz.ui.lessons.compare import FIRST
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT


def rows(at: AppTest) -> list[Any]:
    header: dict[str, Any] = unpack(components(at)[0].bytes[MOUNT.size :])[0]
    return list(header["rows"])


def section(at: AppTest, name: str) -> AppTest:
    at.session_state["compare:section"] = name
    return at.run()


def test_it_opens_on_a_text_that_all_can_cut(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare")
    assert problems(at) == []
    assert [row["name"] for row in rows(at)] == list(FIRST)
    tokens = {"".join(t for _, t in kind["parts"]) for row in rows(at) for kind in row["kinds"]}
    assert not tokens & {"*|unk|*", "<unk>", "[UNK]"}


def test_what_a_tokenizer_loses_is_drawn(open_page: Callable[..., AppTest]) -> None:
    words = pack_text("zebras  <b>") or ""
    at = section(open_page("compare", held="own", held_text=words), "What is lost")
    assert "<ins>*|unk|*</ins>" in page_html(at)
    assert "<b>" not in page_html(at)


def test_a_table_says_that_it_has_more_columns_than_a_narrow_screen_shows(
    open_page: Callable[..., AppTest],
) -> None:
    at = section(open_page("compare"), "The numbers")
    assert any("scroll the table sideways" in caption.value for caption in at.caption)


def test_where_nothing_is_lost_the_page_says_so(open_page: Callable[..., AppTest]) -> None:
    at = section(open_page("compare", tokenizers='["Byte BPE", "GPT-2"]'), "What is lost")
    assert any("Nothing is lost" in markdown.value for markdown in at.markdown)


def test_the_numbers_are_of_the_text_held_out_and_of_the_one_learned_from(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare")
    fair, memorised = (table.value for table in at.dataframe)
    assert list(fair["tokenizer"]) == list(memorised["tokenizer"]) == list(FIRST)
    assert list(fair["tokens"]) == [row["total"] for row in rows(at)]
    assert all(fair["tokens"] < memorised["tokens"])
    titles = [markdown.value for markdown in at.markdown]
    assert any("Fair: the text held out" in title for title in titles)
    assert any("Memorised: the text they learned from" in title for title in titles)


@pytest.mark.parametrize(("text", "all_known"), [(None, True), ("zebras", False)])
def test_why_a_list_of_words_needs_few_tokens_is_said_where_it_knows_them_all(
    text: str | None, all_known: bool, open_page: Callable[..., AppTest]
) -> None:
    link = {} if text is None else {"held": "own", "held_text": pack_text(text) or ""}
    at = section(open_page("compare", **link), "The numbers")
    said = [caption.value for caption in at.caption]
    assert any("has each word of this text" in words for words in said) is all_known


@pytest.mark.parametrize(("text", "said"), [("", "empty"), (" ", "white space")])
def test_a_blank_text_is_learned_from_by_none_and_the_page_says_so(
    text: str, said: str, open_page: Callable[..., AppTest]
) -> None:
    at = open_page("compare")
    at.text_area(key="compare:text").set_value(text)
    at.session_state["compare:sample"] = "own"
    at.run()
    [info] = at.info
    assert as_read(info.value).startswith("Your text is ")
    assert said in info.value
    assert components(at) == []
    assert not any("Cut here" in markdown.value for markdown in at.markdown)


def test_a_tokenizer_that_learns_nothing_here_needs_no_text_to_learn_from(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", tokenizers='["GPT-2"]', text=pack_text(" ") or "")
    assert [row["name"] for row in rows(at)] == ["GPT-2"]


def test_a_text_they_learned_from_is_called_memorised(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare", sample="rhyme", held="rhyme")
    assert any("**Memorised**" in markdown.value for markdown in at.markdown)
    assert not any("Fair:" in markdown.value for markdown in at.markdown)
    assert len(at.dataframe) == 1  # the two tables would say the same


def test_an_empty_text_to_cut_is_not_called_memorised(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare", held="own", held_text=pack_text("") or "")
    assert not any("**Memorised**" in markdown.value for markdown in at.markdown)
    assert not [button for button in at.button if button.key == "compare:cut_fair"]


def test_a_text_that_the_reader_brings_is_cut_unless_she_chose_another(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare")
    assert at.selectbox(key="compare:held").value == "evening"
    at.text_area(key="compare:text").set_value("Meine Äpfel, meine Birnen, meine Äpfel.").run()
    at.selectbox(key="compare:sample").set_value("own").run()
    assert at.selectbox(key="compare:held").value == "learned"
    tokens = {"".join(t for _, t in kind["parts"]) for row in rows(at) for kind in row["kinds"]}
    assert any("Äpfel" in token for token in tokens)
    assert any("**Memorised**" in markdown.value for markdown in at.markdown)
    at.selectbox(key="compare:sample").set_value("rhyme").run()
    assert at.selectbox(key="compare:held").value == "evening"
    at.selectbox(key="compare:held").set_value("code").run()
    at.selectbox(key="compare:sample").set_value("own").run()
    assert at.selectbox(key="compare:held").value == "code"
    assert problems(at) == []


def test_a_text_they_learned_from_can_be_cut_by_what_learned_another(
    open_page: Callable[..., AppTest],
) -> None:
    words = "Das Huhn legt ein Ei. Das Huhn legt noch ein Ei."
    at = open_page("compare", text=pack_text(words) or "")
    at.button(key="compare:cut_fair").click().run()
    assert at.selectbox(key="compare:sample").value == "harbour"
    assert at.selectbox(key="compare:held").value == "own"
    assert at.text_area(key="compare:held_text").value == words
    assert any("Cut here: your own text" in markdown.value for markdown in at.markdown)
    assert not any("Memorised" in markdown.value for markdown in at.markdown[:8])
    assert not [button for button in at.button if button.key == "compare:cut_fair"]
    assert problems(at) == []


def test_a_sample_they_learned_from_stays_the_text_to_cut(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", sample="rhyme", held="rhyme")
    at.button(key="compare:cut_fair").click().run()
    assert at.selectbox(key="compare:sample").value == "harbour"
    assert at.selectbox(key="compare:held").value == "rhyme"


def test_who_cuts_the_lighthouse_keeper_is_offered_no_other_text(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", sample="harbour", held="harbour")
    assert any("**Memorised**" in markdown.value for markdown in at.markdown)
    assert not [button for button in at.button if button.key == "compare:cut_fair"]


def test_all_that_learn_are_trained_to_one_size(open_page: Callable[..., AppTest]) -> None:
    chosen = '["Character BPE", "Byte BPE", "Regex BPE", "WordPiece", "SentencePiece BPE"]'
    at = open_page("compare", tokenizers=chosen, vocab="300")
    assert set(at.dataframe[0].value["vocabulary"]) == {300}


def test_who_learns_as_it_reads_has_no_text_held_out_and_no_price(
    open_page: Callable[..., AppTest],
) -> None:
    chosen, section = '["Whitespace", "Byte BPE"]', "The price of a language"
    at = open_page("compare", tokenizers=chosen, vocab="300", section=section)
    assert any("Whitespace writes each new word on its list" in each.value for each in at.caption)
    prices, _ = (table.value for table in at.dataframe if "language" in table.value)
    assert "Byte BPE, tokens" in prices
    assert "Whitespace, tokens" not in prices


def test_who_found_fewer_tokens_than_were_asked_for_is_named(
    open_page: Callable[..., AppTest],
) -> None:
    chosen = '["Word level", "Regex BPE", "Unigram"]'
    at = open_page("compare", sample="low", tokenizers=chosen, vocab="280")
    size = dict(zip(*at.dataframe[0].value[["tokenizer", "vocabulary"]].values.T, strict=True))
    assert size["Unigram"] < size["Regex BPE"] < 280
    (about,) = (each.value for each in at.caption if "All that learn were trained" in each.value)
    fewer = f"Regex BPE {size['Regex BPE']}, Unigram {size['Unigram']}"
    assert f"until they had 280 tokens or found no more ({fewer}). Word level takes" in about
    at = open_page("compare", tokenizers='["Regex BPE"]', vocab="280")
    assert any("tokens or found no more. GPT-2" in each.value for each in at.caption)


def test_what_cannot_be_trained_so_small_is_left_out_in_words(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", tokenizers='["Byte BPE", "Character BPE"]', vocab="100")
    assert list(at.dataframe[0].value["tokenizer"]) == ["Character BPE"]
    assert as_read(at.warning[0].value) == (
        "Byte BPE is left out: Vocabulary size is 100, but the 256 bytes alone need 256. "
        "Ask for 256 or more."
    )


def test_no_remedy_is_offered_that_the_page_does_not_have(
    open_page: Callable[..., AppTest],
) -> None:
    """“Code points covered” is a box of SentencePiece's own pages."""
    at = open_page("compare", tokenizers='["Unigram", "Whitespace"]', vocab="5")
    said = as_read(at.warning[0].value)
    assert said.startswith("Unigram is left out: Vocabulary size is 5, but")
    assert said.endswith(" or more.")


def test_a_long_text_is_measured_in_part_and_the_page_says_so(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", held="own", held_text=pack_text("the hen " * 1_000) or "")
    assert any("the first 5,000 of 8,000 characters" in caption.value for caption in at.caption)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("the best of times " * 400, 4_997),  # in the middle of "times"
        ("the end " + "b" * 9_000, 5_000),
        ("小猫 " + "小猫坐在垫子上" * 900, 5_000),
        ("short, and ends so \n", None),
    ],
)
def test_what_is_measured_ends_with_a_whole_word_if_one_ends_near(
    text: str, size: int | None
) -> None:
    assert measured_part(text) == text[:size]


def test_a_text_too_long_for_a_link_can_be_saved_here(open_page: Callable[..., AppTest]) -> None:
    components = open_page("compare").get("bidi_component")
    assert any(b"Save this lesson as a file" in box.proto.bytes for box in components)


@pytest.mark.parametrize(
    ("name", "charts"),
    [("Shared vocabulary", 1), ("Against vocabulary size", 1), ("The price of a language", 1)],
)
def test_each_section_draws_its_chart(
    name: str, charts: int, open_page: Callable[..., AppTest]
) -> None:
    at = section(open_page("compare"), name)
    assert len(at.get("plotly_chart")) == charts


def test_every_tokenizer_has_its_prices(open_page: Callable[..., AppTest]) -> None:
    at = section(open_page("compare"), "The price of a language")
    table = at.dataframe[0].value
    assert {f"{name}, × English" for name in FIRST} <= set(table.columns)
    assert list(table["language"])[-1] == "English"
    assert len(table) >= 20


def test_why_hindi_costs_more_is_answered_beside_its_price(
    open_page: Callable[..., AppTest],
) -> None:
    at = section(open_page("compare"), "The price of a language")
    table = at.dataframe[0].value.set_index("language")
    (why,) = (each.value for each in at.markdown if "Why does Hindi cost more?" in each.value)
    for language in ("Hindi", "English"):
        for column in ("code points", "bytes"):
            assert f"{table[column][language]:,}" in why
    (way,) = (link.proto for link in at.get("page_link") if "See Hindi" in link.proto.label)
    assert "text_to_bytes" in way.page


def test_a_special_token_that_is_typed_leaves_no_tokenizer_out(
    open_page: Callable[..., AppTest],
) -> None:
    words = pack_text("one <|endoftext|> two") or ""
    chosen = '["Byte BPE", "GPT-2"]'
    at = open_page("compare", tokenizers=chosen, text=words, held="own", held_text=words)
    assert problems(at) == []
    assert [row["name"] for row in rows(at)] == ["Byte BPE", "GPT-2"]


def test_where_no_tokenizer_has_a_price_there_is_no_fault(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("compare", section="The price of a language", tokenizers='["Whitespace"]')
    assert problems(at) == []
    assert any("no price there" in each.value for each in at.caption)
