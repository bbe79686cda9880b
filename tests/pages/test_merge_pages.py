"""The BPE pages: links, what is refused and how, and that nothing typed is lost."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, mount_of, unpack, written
from tokviz.checks import limits
from tokviz.samples import sample
from tokviz.ui.components.table import LONGEST_CELL
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]


def shown_step(at: AppTest) -> int:
    """The step on which the first player opens."""
    return mount_of(components(at)[0].bytes)[0]


def test_a_link_restores_sample_merges_and_step(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="low", merges="9", step="4")
    assert at.selectbox(key="byte_bpe:sample").value == "low"
    assert at.number_input(key="byte_bpe:merges").value == 9
    assert at.session_state["kept values"]["byte_bpe:step"][1] == 4


def test_a_link_restores_the_readers_own_text(open_page: Open) -> None:
    at = open_page("byte_bpe", text=pack_text("abab 안녕") or "")
    assert at.text_area(key="byte_bpe:text").value == "abab 안녕"


def test_a_step_beyond_the_last_is_the_last(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="tiny", merges="3", step="99")
    assert at.session_state["kept values"]["byte_bpe:step"][1] == 3


def test_fewer_merges_than_were_asked_for_have_their_reason_beside_the_number(
    open_page: Open,
) -> None:
    text = pack_text("this is a simple BPE tokenizer example") or ""
    reason = "No pair stands twice any more after 6 of 10 merges"
    few = open_page("char_bpe", text=text, merges="10")
    assert any(reason in caption.value for caption in few.caption)
    all_of_them = open_page("char_bpe", text=text, merges="10", min_count="1")
    assert not any("No pair stands" in caption.value for caption in all_of_them.caption)


def test_a_damaged_link_says_so_and_the_page_opens(open_page: Open) -> None:
    at = open_page("byte_bpe", text="not-a-text", merges="many")
    assert problems(at) == []
    (said,) = (toast.value for toast in at.toast)
    assert "“text” " in said
    assert "“merges” " in said


def test_what_the_reader_typed_is_there_after_another_page(open_page: Open) -> None:
    at = open_page("byte_bpe", text=pack_text("my own words") or "")
    at.text_area(key="byte_bpe:text").set_value("my other words").run()
    at.switch_page("pages/regex_bpe.py").run()
    at.switch_page("pages/byte_bpe.py").run()
    assert at.text_area(key="byte_bpe:text").value == "my other words"


def test_a_text_too_long_for_a_link_says_so(open_page: Open) -> None:
    text = "".join(chr(0x4E00 + (i * i * 7919) % 20_000) for i in range(2 * limits.LINK))
    at = open_page("byte_bpe", text=pack_text("a") or "")
    at.text_area(key="byte_bpe:text").set_value(text).run()
    assert problems(at) == []
    assert any("does not fit into a link" in words.value for words in at.markdown)


def test_a_broken_pattern_is_explained_and_kept(open_page: Open) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern="(open")
    (message,) = problems(at)
    assert "regular expression" in message
    assert at.text_input(key="regex_bpe:own_pattern").value == "(open"


def test_a_runaway_pattern_is_stopped_and_explained(open_page: Open) -> None:
    text = pack_text("a" * 60 + "b") or ""
    at = open_page("regex_bpe", text=text, pattern="own", own_pattern=r"(a|aa)+$|(a|aa)+c")
    (message,) = problems(at)
    assert "may take up to 2 seconds" in message


def test_a_pattern_that_misses_text_loses_none(open_page: Open) -> None:
    at = open_page("regex_bpe", sample="tiny", pattern="own", own_pattern="b")
    assert problems(at) == []


def test_special_tokens_come_from_the_link(open_page: Open) -> None:
    at = open_page("regex_bpe", special=json.dumps(["<|x|>", "<|y|>"]))
    assert at.multiselect(key="regex_bpe:special").value == ["<|x|>", "<|y|>"]


@pytest.mark.parametrize("number", range(1, 4))
def test_every_section_opens(number: int, open_page: Open) -> None:
    at = open_page("byte_bpe", sample="low")
    at.session_state["byte_bpe:section"] = [
        "Encode new text",
        "Beside GPT-2",
        "Vocabulary",
        "Save",
    ][number]
    at.run()
    assert problems(at) == []


def test_the_vocabulary_says_how_many_more_tokens_a_search_would_find(open_page: Open) -> None:
    """A base symbol is found among all tokens only: a table of none said that there is none."""

    def said(at: AppTest) -> str:
        return " ".join(caption.value for caption in at.caption)

    at = open_page("byte_bpe", section="Vocabulary", sample="rhyme")
    assert "“All tokens” shows" not in said(at)
    at.text_input(key="byte_bpe:find").set_value("S").run()
    assert "0 learned of 296 tokens. “All tokens” shows 1 more." in said(at)
    at.toggle(key="byte_bpe:everything").set_value(True).run()
    assert "1 of 296 tokens. Choose a row" in said(at)


def test_the_vocabulary_finds_a_token(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="low")
    at.session_state["byte_bpe:section"] = "Vocabulary"
    at.run()
    at.text_input(key="byte_bpe:find").set_value("west").run()
    table = at.dataframe[0].value
    assert len(table) > 0
    assert all("west" in token for token in table["token"])


def test_the_samples_are_trained_when_the_page_opens(open_page: Open) -> None:
    at = open_page("byte_bpe")
    header, arrays = unpack(components(at)[0].bytes[MOUNT.size :])
    first = [header["hex"][number] for number in arrays["symbols"][:20].tolist()]
    assert bytes.fromhex("".join(first)) == sample("rhyme").text.encode()[:20]
    assert header["ids"][-1] > 255


def split_pattern(at: AppTest) -> str:
    """What the section on the split pattern draws."""
    at.session_state["regex_bpe:section"] = "Split pattern"
    return "".join(element.proto.body for element in at.run().get("html"))


def test_each_part_of_the_pattern_says_what_it_made(open_page: Callable[..., AppTest]) -> None:
    shown = split_pattern(open_page("regex_bpe", text=pack_text("The hen's 12 eggs") or ""))
    assert "one or more digits" in shown
    assert '<span class="chip">·12 ×1</span>' in shown
    assert "<mark>·eggs</mark>" in shown  # the part that made most is lit


def explained_signs(open_page: Callable[..., AppTest], **pattern: str) -> str:
    """What the section says of the pattern below its parts."""
    at = open_page("regex_bpe", text=pack_text("a 1 2") or "", **pattern)
    split_pattern(at)
    (said,) = (each.value for each in at.caption if "the order of their numbers" in each.value)
    return str(said).partition("made none stand last.")[2]


def test_only_the_signs_that_a_pattern_has_are_explained(open_page: Callable[..., AppTest]) -> None:
    of_gpt2 = explained_signs(open_page, pattern="GPT-2")
    assert all(sign in of_gpt2 for sign in (r"`\p{L}` is", r"`\p{N}` is", r"`\s` is"))
    assert "gives back" not in of_gpt2
    of_gpt4 = explained_signs(open_page, pattern="GPT-4")
    assert "`?+`, `++`, `{1,3}+`, `*+` never give back what they took." in of_gpt4
    own = {"pattern": "own", "own_pattern": r"[0-9++]+|\++|\w|a*+"}
    assert explained_signs(open_page, **own).endswith(" `*+` never gives back what it took.")
    assert explained_signs(open_page, pattern="own", own_pattern=r"[0-9+*]+|.") == ""


def test_the_parts_of_an_own_pattern_are_counted(open_page: Callable[..., AppTest]) -> None:
    link = {"pattern": "own", "own_pattern": r"[0-9]|\w+"}
    at = open_page("regex_bpe", text=pack_text("a 1 2") or "", **link)
    assert "<code>[0-9]</code></td><td>2</td>" in split_pattern(at)
    assert any("2 come from no part" in caption.value for caption in at.caption)


def test_the_number_of_merges_follows_the_text_until_the_reader_sets_it(open_page: Open) -> None:
    at = open_page("byte_bpe")
    merges = "byte_bpe:merges"
    assert at.number_input(key=merges).value == 40
    at.selectbox(key="byte_bpe:sample").set_value("harbour").run()
    assert at.number_input(key=merges).value == 100
    at.number_input(key=merges).set_value(7).run()
    at.selectbox(key="byte_bpe:sample").set_value("rhyme").run()
    assert at.number_input(key=merges).value == 7


def test_the_page_ends_training_where_no_pair_stands_twice(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="tiny", merges="40")
    assert b"No pair stands twice any more after 3 of 40 merges" in components(at)[0].bytes
    at.number_input(key="byte_bpe:min_count").set_value(1).run()
    assert b"the text is one token" in components(at)[0].bytes


def test_pre_tokens_are_told_of_what_was_counted(open_page: Open) -> None:
    at = open_page("regex_bpe", text=pack_text("a b") or "")
    box = at.expander[0]
    assert (box.label, box.caption[0].value[:25]) == ("The pre-tokens", "2 pre-tokens of 2 kinds. ")
    at.text_area(key="regex_bpe:text").set_value("hens " * 1_000).run()
    words = "601 pre-tokens of 3 kinds in the first 3,000 of 5,000 characters. No"
    assert at.expander[0].caption[0].value.startswith(words)


def test_a_text_of_the_readers_is_offered_on_the_next_page(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.text_area(key="byte_bpe:text").set_value("abab abab").run()
    assert at.selectbox(key="byte_bpe:sample").value == "own"
    at.switch_page("pages/regex_bpe.py")
    at.query_params.clear()  # as a link of the menu does in a browser
    at.run()
    at.button(key="regex_bpe:take_over").click().run()
    assert at.text_area(key="regex_bpe:text").value == "abab abab"
    at.button(key="regex_bpe:way_back").click().run()
    assert at.selectbox(key="regex_bpe:sample").value == "rhyme"


@pytest.mark.parametrize(
    ("page", "text", "said"),
    [
        ("byte_bpe", "a", "**No learned token is longer than one byte.**"),
        ("byte_bpe", "abab", "**GPT-2 has 1 of our 1 learned token longer than one byte:**"),
        ("char_bpe", "a a", "**No learned token is longer than one character.**"),  # a</w>
    ],
)
def test_what_gpt2_has_too_is_counted(page: str, text: str, said: str, open_page: Open) -> None:
    at = open_page(page, text=pack_text(text) or "", section="Beside GPT-2")
    assert said in [element.value for element in at.markdown]


def test_gpt2_keeps_a_special_token_that_is_typed(open_page: Open) -> None:
    at = open_page("byte_bpe", section="Encode new text", encoder="GPT-2")
    at.text_area(key="byte_bpe:new_text").set_value("a<|endoftext|>").run()
    assert problems(at) == []
    assert "[64, 50256]\na<|endoftext|>" in written(at)


def test_a_token_as_long_as_the_text_does_not_fill_a_table(open_page: Open) -> None:
    at = open_page("byte_bpe", section="Vocabulary", text=pack_text("a" * 5_000) or "")
    table = at.dataframe[0].value
    for column in ("token", "bytes", "made from"):
        assert max(map(len, table[column])) == LONGEST_CELL


def test_about_explains_the_contests_question_and_its_small_numbers(open_page: Open) -> None:
    (about,) = (each.value for each in open_page("byte_bpe").markdown if "**Keys.**" in each.value)
    assert "`if?`" in about
    assert "`+15`" in about


def test_about_names_no_keys_that_do_nothing_there(open_page: Open) -> None:
    (about,) = (each.value for each in open_page("compare").markdown if "**Keys.**" in each.value)
    assert "P presents" in about
    assert "steps" not in about.split("**Keys.**")[1].split("\n\n")[0]


def test_what_is_unknown_in_an_encoding_is_counted_and_the_way_back_shown(open_page: Open) -> None:
    link = {"section": "Encode new text", "new_text": pack_text("hen 鶏") or ""}
    lossy, whole = (
        [words.value for words in open_page(key, **link).markdown if "decode to" in words.value]
        for key in ("sentencepiece_bpe", "byte_bpe")
    )
    assert ", 1 of them unknown, from " in lossy[0]
    assert "unknown" not in whole[0]


def test_parts_that_need_each_other_are_not_said_to_make_nothing(open_page: Open) -> None:
    link = {"pattern": "own", "own_pattern": "(?P<x>a)|(?P=x)|."}
    at = open_page("regex_bpe", section="Split pattern", text=pack_text("aa ab") or "", **link)
    assert any("one of them needs another" in caption.value for caption in at.caption)
    assert not any("from no part" in caption.value for caption in at.caption)
