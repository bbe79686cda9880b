"""The page of Unigram: links, rounds, the lattice, other segmentations, the library beside it."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.reading import page_text, section_of
from tests.payload_reader import components, unpack, written
from tokviz import Unigram
from tokviz.paths.unigram import WORD
from tokviz.samples import sample
from tokviz.text.labels import plain_label
from tokviz.text.markers import SPACES
from tokviz.traces.rounds import EmStep
from tokviz.ui.components.lattice import suiting
from tokviz.ui.shell.state import OWN
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]
KEY = "unigram"
open_section = partial(section_of, KEY)


def payloads(at: AppTest) -> list[bytes]:
    return [component.bytes for component in components(at)]


def test_a_link_restores_every_setting_the_sentence_and_the_step(open_page: Open) -> None:
    sentence = pack_text("a watched sentence") or ""
    at = open_page(
        KEY, sample="prose", vocab="100", kept="0.9", coverage="1.0", sentence=sentence, step="2"
    )
    assert problems(at) == []
    assert at.number_input(key=f"{KEY}:vocab").value == 100
    assert at.slider(key=f"{KEY}:kept").value == 0.9
    assert at.text_input(key=f"{KEY}:sentence").value == "a watched sentence"
    assert at.session_state["kept values"][f"{KEY}:step"][1] == 2


def with_text(at: AppTest, text: str) -> AppTest:
    at.selectbox(key=f"{KEY}:sample").set_value(OWN).run()
    return at.text_area(key=f"{KEY}:text").set_value(text).run()


def test_the_watched_sentence_goes_with_the_text(open_page: Open) -> None:
    at = with_text(open_page(KEY), "바람이 분다\n바람이 온다\n" * 6)
    assert at.text_input(key=f"{KEY}:sentence").value == "바람이 분다"
    assert with_text(at, "rain on rain\n" * 9).text_input(key=f"{KEY}:sentence").value == (
        "rain on rain"
    )


def test_a_sentence_that_the_reader_gave_stays(open_page: Open) -> None:
    at = open_page(KEY)
    at.text_input(key=f"{KEY}:sentence").set_value("my own words").run()
    at = with_text(at, "rain on rain\n" * 9)
    assert at.text_input(key=f"{KEY}:sentence").value == "my own words"


def test_the_lattice_goes_with_the_text(open_page: Open) -> None:
    at = open_section(open_page(KEY), "Lattice")
    assert at.text_input(key=f"{KEY}:lattice_text").value == WORD
    at = with_text(at, "rain on rain\n" * 9)
    at.session_state["kept values"][f"{KEY}:drawn"] = None  # as if it were in sight
    at = open_section(at, "Lattice")
    assert at.text_input(key=f"{KEY}:lattice_text").value == "rain on rain"


def test_the_replay_holds_every_step_of_the_training(open_page: Open) -> None:
    at = open_page(KEY)
    model = Unigram.train(sample("harbour").text, vocab_size=140)
    assert model.trace is not None
    header, _ = unpack(payloads(at)[0][MOUNT.size :])
    assert len(header["moments"]) == len(model.trace) + 1


def test_a_step_beyond_the_last_is_the_last(open_page: Open) -> None:
    at = open_page(KEY, sample="tiny", vocab="20", step="99")
    assert at.session_state["kept values"][f"{KEY}:step"][1] == 4


def test_keeping_more_takes_more_steps(open_page: Open) -> None:
    few = open_page(KEY, kept="0.75", step="999").session_state["kept values"][f"{KEY}:step"][1]
    many = open_page(KEY, kept="0.95", step="999").session_state["kept values"][f"{KEY}:step"][1]
    assert many > few


def test_too_small_a_vocabulary_says_rule_value_and_remedy(open_page: Open) -> None:
    (message,) = problems(open_page(KEY, sample="harbour", vocab="10"))
    assert "Vocabulary size is 10" in message
    assert "or more" in message


def test_too_large_a_vocabulary_says_why_there_are_fewer(open_page: Open) -> None:
    at = open_page(KEY, sample="tiny", vocab="400")
    assert problems(at) == []
    assert "was to have 400 pieces, but this text has only 9" in page_text(at)
    assert "the sentencepiece library refuses such a size" in page_text(at)


def test_the_lattice_encodes_as_the_model_does(open_page: Open) -> None:
    at = open_section(open_page(KEY), "Lattice")
    at.text_input(key=f"{KEY}:lattice_text").set_value("the walker").run()
    model = Unigram.train(sample("harbour").text, vocab_size=140)
    assert written(at)[-1] == str(model.encode("the walker"))


@pytest.mark.parametrize("text", ["", "   ", "안녕 👏🏻", "<b>&amp;</b>", "x" * 190, "\x00"])
def test_the_lattice_survives_awkward_text(text: str, open_page: Open) -> None:
    at = open_section(open_page(KEY), "Lattice")
    at.text_input(key=f"{KEY}:lattice_text").set_value(text).run()
    assert problems(at) == []


def test_a_temperature_changes_the_draws(open_page: Open) -> None:
    at = open_section(open_page(KEY), "N-best and sampling")
    charts = at.get("plotly_chart")
    before = charts[-1].proto.spec
    at.slider(key=f"{KEY}:lattice_temperature").set_value(4.0).run()
    assert problems(at) == []
    assert at.get("plotly_chart")[-1].proto.spec != before


def test_n_best_gives_probabilities(open_page: Open) -> None:
    at = open_section(open_page(KEY), "N-best and sampling")
    assert "The best is 90.2% of all, the runner-up 5.5%." in page_text(at)


def uses(at: AppTest) -> list[dict[str, Any]]:
    (table,) = [frame.value for frame in at.dataframe if "uses in one" in frame.value]
    return list(table.to_dict("records"))


def test_an_em_step_counts_in_a_word_what_the_trainer_recorded(open_page: Open) -> None:
    at = open_section(open_page(KEY), "EM step")
    trace = Unigram.train(sample("harbour").text, vocab_size=140).trace
    assert trace is not None
    assert at.text_input(key=f"{KEY}:em_word").value == "walked"
    assert "▁walked stands 4 times in the text. It can be cut in 42 ways" in page_text(at)
    ended = [k for k, step in enumerate(trace.steps) if step.kind == "em"]
    at.selectbox(key=f"{KEY}:em").set_value(str(ended[-1])).run()
    assert problems(at) == []
    step = trace.steps[ended[-1]]
    assert isinstance(step, EmStep)
    counted = dict(zip(step.counted.tolist(), step.expected_counts.tolist(), strict=True))
    number = {plain_label(piece, SPACES): seed for seed, piece in enumerate(trace.seeds)}
    left = trace.vocabulary(ended[-1] + 1)
    for row in uses(at):
        seed = number[row["piece"]]
        assert row["in the whole text"] == counted[seed]
        assert row["in all of these"] == pytest.approx(4 * row["uses in one"])
        if trace.seeds[seed] in left:
            after = 100 * math.exp(left[trace.seeds[seed]])
            assert row["probability % after"] == pytest.approx(after)
    letters = sum(row["uses in one"] * len(row["piece"]) for row in uses(at))
    assert letters == pytest.approx(len("▁walked"))


def test_a_word_that_training_did_not_see_is_told_with_those_that_it_did(open_page: Open) -> None:
    at = open_section(open_page(KEY), "EM step")
    at.text_input(key=f"{KEY}:em_word").set_value("*xylo*").run()
    assert problems(at) == []
    assert "is not a word of this text, so training counted nothing in it." in page_text(at)
    assert "such as: the, " in page_text(at)


@pytest.mark.parametrize(
    "text",
    ["", "a", "  ", "안녕 👏🏻", "<b>&amp;</b> *x*", "x" * 300, "a\tb", "日本語" * 40, "ab ab abc"],
)
def test_an_em_step_of_any_text_is_shown(text: str, open_page: Open) -> None:
    at = open_section(open_page(KEY, text=pack_text(text) or "", vocab="400"), "EM step")
    assert problems(at) == []


def test_a_step_that_another_text_does_not_have_gives_way(open_page: Open) -> None:
    at = open_section(open_page(KEY, text=pack_text("ab ab abc") or "", em="4"), "EM step")
    assert problems(at) == []
    assert at.selectbox(key=f"{KEY}:em").value == "0"


def test_the_library_beside_it_has_the_same_pieces(open_page: Open) -> None:
    at = open_section(open_page(KEY), "Beside sentencepiece")
    at.button(key=f"{KEY}:train_reference").click().run()
    assert problems(at) == []
    (counts,) = [
        dict(zip(frame.value[""], frame.value["number"], strict=True))
        for frame in at.dataframe
        if "number" in frame.value
    ]
    assert counts["in both"] == counts["pieces of sentencepiece"] == counts["pieces of tokviz"]
    assert counts["lines cut alike"] == counts["lines compared"]
    assert "the same log-probability, to the last bit" in page_text(at)


def test_an_edit_of_the_text_asks_before_the_library_trains_again(open_page: Open) -> None:
    at = open_section(open_page(KEY, text=pack_text("ab ab abc") or ""), "Beside sentencepiece")
    at.button(key=f"{KEY}:train_reference").click().run()
    at.text_area(key=f"{KEY}:text").set_value("ab ab abd").run()
    assert "They cut" not in page_text(at)


@pytest.mark.parametrize("name", ["Beside GPT-2", "Vocabulary", "Load a .model", "Save"])
def test_every_section_opens(name: str, open_page: Open) -> None:
    assert problems(open_section(open_page(KEY), name)) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [("กินน้ำและกินข้าวผู้ใหญ่", "กินน้ำและกินข้าว"), ("Die Straßenbahn fährt", "Die Straßenbahn")],
)
def test_a_text_opens_on_whole_characters_and_words(text: str, shown: str) -> None:
    assert suiting(text) == shown


def test_words_that_run_from_right_to_left_are_listed_each_apart(open_page: Open) -> None:
    at = open_section(open_page(KEY, text=pack_text("הילד אכל הילד") or ""), "EM step")
    at.text_input(key=f"{KEY}:em_word").set_value("xylo").run()
    assert "such as: \u2068הילד\u2069, \u2068אכל\u2069." in page_text(at)


def test_the_library_beside_ours_has_the_same_settings(open_page: Open) -> None:
    """Its prunings keep the share that the reader set, too."""
    at = open_page(KEY, sample="harbour", kept="0.5", section="Beside sentencepiece")
    at.button(key=f"{KEY}:train_reference").click().run()
    said = page_text(at)
    assert "**Only in tokviz: 0**" in said
    assert "**Only in sentencepiece: 0**" in said
    assert "Every piece in both has the same log-probability, to the last bit." in said
