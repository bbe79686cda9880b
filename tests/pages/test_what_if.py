"""What if: the boxes, what the second training is, and links that restore it."""

import json
import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.reading import address
from tests.payload_reader import components, unpack
from tokviz import ByteBPE
from tokviz.checks.limits import BOXES
from tokviz.lessons import LESSONS
from tokviz.samples import sample
from tokviz.traces.merges import MergeTrace
from tokviz.traces.parting import first_parting
from tokviz.ui.components.forced import other_pairs
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
MERGING = [row.key for row in LESSONS if row.training]
SECTION = {"section": "What if"}
RHYME = sample("rhyme").text


def words(at: AppTest) -> str:
    html = "".join(element.proto.body for element in at.get("html"))
    texts = [*at.markdown, *at.caption, *at.info]
    return html + "".join(text.value for text in texts)


def below(at: AppTest) -> dict[str, object]:
    """The header of the lower replay of the section: the last component that has a payload."""
    headers = [unpack(one.bytes[24:])[0] for one in components(at) if len(one.bytes) > 1_000]
    return headers[-1]


def own_trace() -> MergeTrace:
    trace = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert trace is not None
    return trace


def row(trace: MergeTrace, step: int, number: int) -> list[object]:
    """The step, from 1, and its other pair of this number, as a link has them."""
    left, right = list(other_pairs(trace, step - 1))[number]
    return [step, list(trace.vocab[left]), list(trace.vocab[right])]


def forced(*rows: list[object]) -> dict[str, str]:
    return {**SECTION, "forced": json.dumps(rows)}


def forced_steps(at: AppTest) -> list[int]:
    return [one[0] + 1 for one in below(at)["forced"]]  # type: ignore[attr-defined]


def test_it_begins_as_a_copy_and_offers_a_pair_of_the_first_tie(open_page: Open) -> None:
    at = open_page("byte_bpe", **SECTION)
    told = (
        "a copy; nothing is different yet. Change one of the boxes, or go to a step and press “if?”"
    )
    assert told in words(at)
    assert "<b>They never differ.</b>" in words(at)
    at = at.button(key="byte_bpe:try_tie").click().run()
    first = int(own_trace().num_tied.nonzero()[0][0]) + 1
    assert f"<b>They differ from step {first} on.</b>" in words(at)
    assert forced_steps(at) == [first]
    assert f"what if step {first} joins **" in words(at)


@pytest.mark.parametrize("key", MERGING)
def test_the_pair_that_is_offered_makes_a_difference_in_the_end(key: str, open_page: Open) -> None:
    at = open_page(key, **SECTION)
    at = at.button(key=f"{key}:try_tie").click().run()
    assert problems(at) == []
    assert "They differ from step" in words(at)
    assert "Both learned the same" not in words(at)
    assert "only below</dt>" in words(at)


def test_a_pair_that_makes_none_is_told_to_come_later(open_page: Open) -> None:
    """Below, "en" and a space take the step before the rhyme's own, which comes next."""
    own = own_trace()
    passed_over = str(own.steps[7].token, "utf-8")  # type: ignore[arg-type]
    at = open_page("byte_bpe", **forced(row(own, 8, 0)))
    assert "<p>Both learned the same 40 tokens, in another order: <code>" in words(at)
    assert f"{passed_over.replace(' ', '·')}</code> comes at step 9 below.</p>" in (
        re.sub(r"</?bdi>", "", words(at))
    )


def test_the_link_holds_several_forced_pairs(open_page: Open) -> None:
    """Step 3 of the rhyme takes the third of the other pairs; then step 9 of that future one."""
    own = own_trace()
    first = row(own, 3, 2)
    pair = (bytes(first[1]), bytes(first[2]))  # type: ignore[call-overload]
    made = ByteBPE.train(RHYME, num_merges=40, min_count=2, forced={2: pair}).trace
    assert made is not None
    assert first_parting(own, made) == 2
    at = open_page("byte_bpe", **forced(first, row(made, 9, 0)))
    assert problems(at) == []
    assert "<b>They differ from step 3 on.</b>" in words(at)
    assert forced_steps(at) == [3, 9]
    assert json.loads(address(at)["forced"]) == [first, row(made, 9, 0)]
    at = at.button(key="byte_bpe:take back 3").click().run()
    assert problems(at) == []
    assert json.loads(address(at)["forced"]) == [row(made, 9, 0)]


def test_a_pair_of_the_boxes_is_added(open_page: Open) -> None:
    at = open_page("byte_bpe", **forced(row(own_trace(), 3, 1)))
    at.number_input(key="byte_bpe:at_step").set_value(6).run()
    at = at.button(key="byte_bpe:join").click().run()
    assert problems(at) == []
    assert forced_steps(at) == [3, 6]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([1, [104], [101]], "right side"),
        ([2, [1], [2]], "they do not stand side by side"),
        ([2, "h", "e"], "h is no token then"),
        ([5, [*b" zebra"], [32]], "but ·zebra is no token then"),
        ([99, [104], [101]], "training ends after step 40"),
    ],
)
def test_a_pair_that_cannot_be_joined_there_is_left_out(
    said: list[object], why: str, open_page: Open
) -> None:
    """104 and 101, "he", wins the first step itself, so there it changes nothing."""
    good = row(own_trace(), 3, 0)
    at = open_page("byte_bpe", **forced(said, good))
    assert problems(at) == []
    if why == "right side":
        assert forced_steps(at) == [1, 3]
    else:
        assert forced_steps(at) == [3]
        assert f"Left out: step {said[0]:,} joins" in words(at)
        assert why in words(at)


HOSTILE = [
    "[[1]]",
    "[[0,[1],[2]]]",
    "[[true,[1],[2]]]",
    "[[1,[256],[2]]]",
    "[[1,[],[2]]]",
    '[[1,"",""]]',
    '[[1,"\\ud800","a"]]',
    '{"1":2}',
    json.dumps([[step, "a", "b"] for step in range(1, 14)]),
    "[" + "1," * 4_000 + "1]",
]


@pytest.mark.parametrize("said", HOSTILE)
def test_what_is_no_list_of_forced_pairs_is_refused(said: str, open_page: Open) -> None:
    at = open_page("byte_bpe", **SECTION, forced=said)
    assert problems(at) == []
    assert any("“forced” " in toast.value for toast in at.toast)
    assert "a copy; nothing is different yet" in words(at)


CHANGES: list[dict[str, str]] = [
    {"other_ties": "lower ids"},
    {"other_size": "33"},
    {"other_text": "prose"},
    {"other_text": "own", "other_own": pack_text("she sells sea shells") or ""},
]


CHANGED = [
    pytest.param(key, change, id=f"{key}-{next(reversed(change))}")
    for key in MERGING
    for change in CHANGES
    if not (key == "sentencepiece_bpe" and "other_ties" in change)  # its tie rule is its own
]


@pytest.mark.parametrize(("key", "change"), CHANGED)
def test_every_change_works_on_every_merging_lesson(
    key: str, change: dict[str, str], open_page: Open
) -> None:
    sizes = {"wordpiece": "68", "sentencepiece_bpe": "290", "char_bpe": "10"}
    if key in sizes and "other_size" in change:
        change = {"other_size": sizes[key]}
    at = open_page(key, **SECTION, **change)
    assert problems(at) == []
    assert "what if " in words(at)
    assert "They differ from step" in words(at)
    assert "How many tokens they need" in words(at)


@pytest.mark.parametrize("other", [*MERGING, "unigram"])
def test_every_tokenizer_may_stand_below(other: str, open_page: Open) -> None:
    """On another text too; the tokens of both are counted on both, and on one that is held out."""
    page = "byte_bpe" if other != "byte_bpe" else "regex_bpe"
    at = open_page(page, **SECTION, other_lesson=other, other_text="prose")
    assert problems(at) == []
    assert "They differ from step" in words(at)
    table = at.dataframe[-1].value
    assert list(table[""]) == ["above", "below"]
    assert [name for name in table if name.startswith("tokens: ")] == [
        "tokens: this text",
        "tokens: the second text",
        "tokens: The keeper’s next day",
    ]


def test_any_combination_is_in_the_link_and_said_in_one_sentence(open_page: Open) -> None:
    asked = {
        "other_lesson": "regex_bpe",
        "other_text": "own",
        "other_own": pack_text("the owl and the other owl") or "",
        "other_size": "9",
        "other_pattern": "GPT-4",
        "other_ties": "last seen",
    }
    at = open_page("byte_bpe", **SECTION, **asked)
    assert problems(at) == []
    said = next(text.value for text in at.markdown if text.value.startswith("**Below:**"))
    assert said == (
        "**Below:** what if the text goes through **Regex BPE, with a split pattern**, it learns "
        "from **your second text**, it learns **9** merges, not 40, the text is split by "
        "**GPT-4**, and of equal pairs, **the one whose first place is the last in the text** "
        "wins?"
    )
    assert {name: address(at)[name] for name in asked} == asked
    again = open_page("byte_bpe", **address(at))
    assert below(again)["sig"] == below(at)["sig"]


def test_a_pattern_of_the_readers_own_is_run_apart_and_at_fault_explained(open_page: Open) -> None:
    at = open_page("regex_bpe", **SECTION, other_pattern="own", other_own_pattern="[[")
    assert len(problems(at)) == 1
    at.text_input(key="regex_bpe:other_own_pattern").set_value(".").run()
    assert problems(at) == []
    assert "the text is split by **a pattern of your own**" in words(at)


def test_the_size_follows_the_tokenizer_until_the_reader_says_one(open_page: Open) -> None:
    at = open_page("byte_bpe", **SECTION)
    key = "byte_bpe:other_size"
    assert at.number_input(key=key).value == 40
    at = at.selectbox(key="byte_bpe:other_lesson").set_value("wordpiece").run()
    assert problems(at) == []
    assert at.number_input(key=key).label == "Vocabulary below"
    assert int(at.number_input(key=key).value or 0) > 40
    at = at.selectbox(key="byte_bpe:other_lesson").set_value("byte_bpe").run()
    assert at.number_input(key=key).value == 40
    at = at.number_input(key=key).set_value(12).run()
    at = at.number_input(key="byte_bpe:merges").set_value(30).run()
    at.session_state["kept values"]["byte_bpe:drawn"] = None  # the reader looks at it
    at = at.run()
    assert at.number_input(key=key).value == 12
    assert "it learns **12** merges, not 30" in words(at)


def test_a_training_without_merges_has_nothing_to_force(open_page: Open) -> None:
    at = open_page("byte_bpe", **SECTION, merges="0")
    assert problems(at) == []
    assert "Nothing was merged" in words(at)


def test_the_link_says_where_both_replays_stand(open_page: Open) -> None:
    at = open_page("byte_bpe", **forced(row(own_trace(), 3, 0)), other_step="17", step="5")
    opened = [int.from_bytes(one.bytes[:4], "little") for one in components(at)]
    assert opened.count(17) == 2
    assert 5 in opened


def test_all_boxes_of_the_page_fit_into_a_link(open_page: Open) -> None:
    own = {"other_text": "own", "other_pattern": "own"}
    at = open_page("char_bpe", **SECTION, other_lesson="regex_bpe", **own)
    for section in ("Encode new text", "Beside GPT-2", "Inside", "Vocabulary"):
        at.session_state["char_bpe:section"] = section
        at = at.run()
    shared = at.session_state["kept values"]["char_bpe:shared"]
    assert {"other_own_pattern", "dropout_seed", "everything"} <= set(shared)
    assert len(shared) <= BOXES
