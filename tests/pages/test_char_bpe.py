"""The character BPE page: two players on one clock, the seed's numbers, and links."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.reading import page_html
from tests.pages.test_payloads import look
from tests.payload_reader import components, mount_of, unpack
from tokviz.views.payload import ASKS, FOLLOWS, LINKED, SHOWS
from tokviz.views.tables.word_ends import WITH, WITHOUT

Open = Callable[..., AppTest]
LEADS = LINKED + ASKS


def heads(at: AppTest) -> list[tuple[int, ...]]:
    """What stands before the payloads of the two players: step, clock, who follows, jumps."""
    return [mount_of(player.bytes) for player in components(at)[:2]]


def test_both_players_keep_one_clock_and_one_leads(open_page: Open) -> None:
    at = open_page("char_bpe", step="4")
    assert heads(at) == [(4, 1, LEADS, 0), (4, 1, FOLLOWS, 0)]


def test_the_page_says_where_the_trainings_part(open_page: Open) -> None:
    assert "They differ from step 3 on." in page_html(open_page("char_bpe"))


def test_the_button_leads_to_the_parting(open_page: Open) -> None:
    at = open_page("char_bpe")
    at.button(key="char_bpe:player:parting").click().run()
    assert heads(at)[0] == (3, 1, LEADS + SHOWS, 1)


def test_a_tokenizer_without_ends_of_words_forgets_none(open_page: Open) -> None:
    forgets = "it forgets to put `</w>`"
    marked, bare = (
        open_page("char_bpe", section="Encode new text", which=which) for which in (WITH, WITHOUT)
    )
    assert any(forgets in caption.value for caption in marked.caption)
    assert any("It ignores ranks" in caption.value for caption in bare.caption)
    assert not any(forgets in caption.value for caption in bare.caption)


def test_the_words_are_those_of_the_end_whatever_the_step(open_page: Open) -> None:
    at = open_page("char_bpe", merges="12", step="5")
    assert "The words at the end of training" in "".join(block.value for block in at.markdown)
    words = at.dataframe[0].value
    assert list(words["without"]) == ["low", "lower", "newest", "widest"]
    assert list(words["times"]) == [5, 2, 6, 3]


def test_the_twelve_merges_of_the_seed_are_listed(open_page: Open) -> None:
    merges = open_page("char_bpe").dataframe[1].value
    assert list(merges["without"])[:12][-1] == "lowe + r"
    assert list(merges["times without"])[:3] == [9, 9, 7]


def test_a_step_beyond_the_shorter_training_is_kept(open_page: Open) -> None:
    at = open_page("char_bpe", step="15")
    assert heads(at)[0][0] == 15
    assert problems(at) == []


def test_the_four_tokenizations_of_the_seed_are_shown(open_page: Open) -> None:
    at = open_page(
        "char_bpe", sample="simple", merges="10", min_count="1", section="Encode new text"
    )
    at.button(key="char_bpe:“example simple this is”").click().run()
    shown = page_html(at)
    assert "<code>e</code><code>x</code><code>a</code><code>mple</code></dd>" in shown
    assert '<dd dir="ltr"><code>si</code><code>mple</code></dd>' in shown
    assert '<dd dir="ltr"><code>th</code><code>is</code></dd>' in shown
    assert '<dd dir="ltr"><code>this&lt;/w&gt;</code></dd>' in shown
    assert "the end of the word is forgotten" in shown


def test_one_press_sets_the_seeds_sample_as_it_is_printed(open_page: Open) -> None:
    at = open_page("char_bpe", sample="simple")
    at = look(at.button(key="char_bpe:as_printed").click().run(), "char_bpe")
    assert problems(at) == []
    shown = page_html(at)
    assert "<code>e</code><code>x</code><code>a</code><code>mple</code></dd>" in shown
    assert '<dd dir="ltr"><code>si</code><code>mple</code></dd>' in shown
    assert '<dd dir="ltr"><code>th</code><code>is</code></dd>' in shown
    assert at.query_params["merges"] == "10"
    assert "char_bpe:as_printed" not in [button.key for button in at.button]
    other = open_page("char_bpe", sample="low")
    assert "char_bpe:as_printed" not in [button.key for button in other.button]
    joined = at.toggle(key="char_bpe:joined").set_value(True).run()  # not as it is printed
    joined.button(key="char_bpe:as_printed").click().run()
    assert joined.toggle(key="char_bpe:joined").value is False


@pytest.mark.parametrize("which", ["with </w>", "without"])
@pytest.mark.parametrize("section", ["Beside GPT-2", "Vocabulary", "Save"])
def test_every_section_opens_for_both(which: str, section: str, open_page: Open) -> None:
    at = open_page("char_bpe", which=which)
    at.session_state["char_bpe:section"] = section
    at.run()
    assert problems(at) == []


def test_learned_tokens_beside_gpt2_are_merges_only(open_page: Open) -> None:
    at = open_page("char_bpe")
    at.session_state["char_bpe:section"] = "Beside GPT-2"
    at.run()
    tokens = list(at.dataframe[1].value["token"])
    assert "<unk>" not in tokens
    assert "est</w>" in tokens


def test_the_link_holds_which_training_the_sections_show(open_page: Open) -> None:
    at = open_page("char_bpe", which="without")
    assert "without" in at.query_params["which"]
    assert at.session_state["char_bpe:which"] == "without"


def test_encoding_with_an_unknown_letter_is_counted(open_page: Open) -> None:
    at = open_page("char_bpe", section="Encode new text")
    at.text_area(key="char_bpe:new_text").set_value("low 안").run()
    assert any("1 unknown" in text.value for text in at.markdown)


def test_the_tokenizer_is_saved_as_json(open_page: Open) -> None:
    at = open_page("char_bpe")
    at.session_state["char_bpe:section"] = "Save"
    at.run()
    labels = [button.proto.label for button in at.get("download_button")]
    assert "Save the tokenizer (.json) for tokviz" in labels


def test_the_end_of_a_word_may_be_part_of_its_last_letter(open_page: Open) -> None:
    """low, as subword-nmt 0.2 begins with it: l, o, w</w>."""
    apart, joined = (open_page("char_bpe", sample="low", joined=value) for value in "01")
    assert problems(joined) == []
    tokens = [unpack(components(at)[0].bytes[24:])[1]["symbols"] for at in (apart, joined)]
    assert len(tokens[0]) > len(tokens[1])


def test_merges_are_skipped_where_new_text_is_encoded(open_page: Open) -> None:
    at = open_page("char_bpe", section="Encode new text", dropout="1")
    assert problems(at) == []
    assert any("1,000 draws" in markdown.value for markdown in at.markdown)
