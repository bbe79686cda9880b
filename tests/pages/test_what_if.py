"""What if: the boxes, what the second training is, and links that restore it."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, unpack
from tokviz import ByteBPE
from tokviz.lessons import LESSONS
from tokviz.samples import sample
from tokviz.text.limits import BOXES
from tokviz.traces.parting import first_parting
from tokviz.ui.components.change import CHANGES, other_pairs

Open = Callable[..., AppTest]
MERGING = [row.key for row in LESSONS if row.training]
RHYME = sample("rhyme").text


def words(at: AppTest) -> str:
    html = "".join(element.proto.body for element in at.get("html"))
    return html + "".join(text.value for text in at.markdown)


def below(at: AppTest) -> dict[str, object]:
    """The header of the lower replay of the section: the last component that has a payload."""
    headers = [unpack(one.bytes[24:])[0] for one in components(at) if len(one.bytes) > 1_000]
    return headers[-1]


def test_a_pair_that_tied_is_taken_at_first(open_page: Open) -> None:
    at = open_page("byte_bpe", section="What if")
    own = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert own is not None
    first = int(own.num_tied.nonzero()[0][0])
    assert f"<b>They part at step {first + 1}.</b>" in words(at)
    assert [row[0] for row in below(at)["forced"]] == [first]  # type: ignore[attr-defined]


def test_the_link_holds_step_and_pair(open_page: Open) -> None:
    """Step 3 of the rhyme takes the third of the other pairs."""
    own = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert own is not None
    left, right = other_pairs(own, 2)[2]
    at = open_page("byte_bpe", section="What if", at_step="3", instead=f"{left}.{right}")
    assert problems(at) == []
    made = ByteBPE.train(
        RHYME, num_merges=40, min_count=2, forced={2: (own.vocab[left], own.vocab[right])}
    ).trace
    assert made is not None
    assert first_parting(own, made) == 2
    assert "<b>They part at step 3.</b>" in words(at)
    assert below(at)["forced"] == [[2, *_numbers(at, own.steps[2].pair)]]
    assert at.query_params["instead"] == f"{left}.{right}"
    assert at.query_params["at_step"] == "3"


def _numbers(at: AppTest, pair: tuple[int, int]) -> list[int]:
    ids: list[int] = below(at)["ids"]  # type: ignore[assignment]
    return [ids.index(token_id) for token_id in pair]


@pytest.mark.parametrize("instead", ["1.2", "x", "99999999.3", "104.101", "-1.0"])
def test_a_pair_that_cannot_be_taken_there_is_refused(instead: str, open_page: Open) -> None:
    """104 and 101, "he", won the first step itself."""
    at = open_page("byte_bpe", section="What if", at_step="1", instead=instead)
    assert problems(at) == []
    assert any("“instead” is not on offer here" in toast.value for toast in at.toast)
    assert "They part at step 1." in words(at)


@pytest.mark.parametrize("key", MERGING)
@pytest.mark.parametrize("change", CHANGES)
def test_every_change_works_on_every_merging_lesson(key: str, change: str, open_page: Open) -> None:
    at = open_page(key, section="What if", what_if=change)
    assert problems(at) == []
    if (key, change) == ("sentencepiece_bpe", "ties"):  # its tie rule is its own
        assert "tie rule" not in str(at.button_group[0].options)
    else:
        assert "They part at step" in words(at)
    assert "How many tokens they need" in words(at)


@pytest.mark.parametrize("other", [*MERGING, "unigram"])
def test_every_tokenizer_may_stand_below(other: str, open_page: Open) -> None:
    page = "byte_bpe" if other != "byte_bpe" else "regex_bpe"
    at = open_page(page, section="What if", what_if="lesson", other_lesson=other)
    assert problems(at) == []
    assert "They part at step" in words(at)
    assert len(at.dataframe[-1].value) == 2


def test_another_rule_is_named_by_who_uses_it(open_page: Open) -> None:
    at = open_page("byte_bpe", section="What if", what_if="ties", ties="lower ids")
    shown = next(box for box in at.selectbox if box.key == "byte_bpe:ties")
    assert "lower ids (Hugging Face's tokenizers and rustbpe)" in shown.options
    assert "reverse code point order (subword-nmt)" in shown.options
    assert below(at)["rule"]["ties"].startswith("the one with the lower id")  # type: ignore[index]


def test_a_step_of_a_longer_training_becomes_the_last(open_page: Open) -> None:
    at = open_page("byte_bpe", section="What if", at_step="40")
    at.number_input(key="byte_bpe:merges").set_value(10).run()
    at.session_state["byte_bpe:sections_drawn"] = None
    assert problems(at) == []


def test_a_training_without_merges_has_nothing_to_change(open_page: Open) -> None:
    at = open_page("byte_bpe", section="What if", merges="0")
    assert problems(at) == []
    assert any("Nothing was merged" in info.value for info in at.info)


def test_a_pair_of_the_contest_opens_the_section(open_page: Open) -> None:
    """What the browser sends when the reader takes a pair beside the replay."""
    own = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert own is not None
    left, right = other_pairs(own, 6)[1]
    at = open_page("byte_bpe", section="Save")
    at.session_state["byte_bpe:at_step"] = 7
    at.session_state["byte_bpe:instead"] = f"{left}.{right}"
    at.session_state["byte_bpe:section"] = "What if"
    at.run()
    assert problems(at) == []
    assert "They part at step 7." in words(at)


def test_all_boxes_of_the_page_fit_into_a_link(open_page: Open) -> None:
    at = open_page("char_bpe", section="What if")
    shared = at.session_state["kept values"]["char_bpe:shared"]
    assert len(shared) <= BOXES
