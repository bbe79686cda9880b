"""The section “Inside” of every lesson with a vocabulary: three views, and the way to the step."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from streamlit.testing.v1 import AppTest

from tests.matrix import MADE_DIFFERENTLY, few
from tests.pages.problems import problems
from tokviz import ByteBPE, gpt2
from tokviz.lessons import LESSONS
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
KEYS = [row.key for row in LESSONS if row.training]
KEYS += ["unigram", "word_level", "whitespace", "text_to_bytes"]
KEY = "byte_bpe"


def inside(at: AppTest, key: str, view: str, **values: str) -> AppTest:
    at.session_state[f"{key}:section"] = "Inside"
    at.session_state[f"{key}:inside"] = view
    for name, value in values.items():
        at.session_state[f"{key}:{name}"] = value
    return at.run()


def words(at: AppTest) -> str:
    kinds = (at.markdown, at.caption, at.text, at.get("html"))
    return "\n".join(str(getattr(e, "value", None) or e.proto.body) for kind in kinds for e in kind)


@pytest.mark.parametrize("key", KEYS)
def test_every_view_opens_in_every_lesson(key: str, open_page: Open) -> None:
    at = open_page(key)
    for view, said in (
        ("token", "Where it stands in the text"),
        ("vocabulary", "tokens**"),
        ("never", "come back when they are decoded"),
    ):
        inside(at, key, view)
        assert problems(at) == []
        assert said in words(at)


TYPED = ["the", "#0", "no token <b>*x*</b> 안녕 👏🏻", "\x00\ufeff", "#999999999"]
TYPED_FEW = [
    (key, typed)
    for key, typed in product(KEYS, TYPED)
    if typed == "#0" or key in (*MADE_DIFFERENTLY, "word_level")
]


@pytest.mark.parametrize(("key", "typed"), few(product(KEYS, TYPED), first=TYPED_FEW))
def test_any_token_may_be_asked_for(key: str, typed: str, open_page: Open) -> None:
    at = inside(open_page(key), key, "token", inside_token=typed)
    told = ("must be in the vocabulary", "on the closed list")
    assert all(any(words in problem for words in told) for problem in problems(at))


@pytest.mark.parametrize(("key", "link"), [("whitespace", {}), ("word_level", {"version": "1"})])
@pytest.mark.parametrize("view", ["token", "vocabulary", "never"])
def test_a_vocabulary_without_tokens_is_said_to_be_empty(
    key: str, link: dict[str, str], view: str, open_page: Open
) -> None:
    at = inside(open_page(key, text=pack_text("") or "", **link), key, view)
    assert not any("mistake" in each.value for each in at.error)
    assert [each.value for each in at.info if "vocabulary" in each.value] == [
        "This vocabulary is empty."
    ]


def test_bytes_that_stand_in_no_text_are_proven_to(open_page: Open) -> None:
    """C0, C1 and F5 to FF."""
    at = inside(open_page("text_to_bytes"), "text_to_bytes", "never")
    assert "13 never come out" in words(at)


def test_a_token_shows_its_merge_its_parts_and_its_places(open_page: Open) -> None:
    at = open_page(KEY, sample="rhyme", merges="40")
    model = ByteBPE.train(sample("rhyme").text, num_merges=40, min_count=2)
    assert model.trace is not None
    step = next(step for step in model.trace.steps if len(step.token) > 2)
    token_id = step.token_id
    spelled = model.vocab[token_id].decode()
    inside(at, KEY, "token", inside_token=spelled)
    said = words(at)
    assert f"id {token_id}, step {step.rank + 1}, the pair stood {step.count}×" in said
    places = model.encode(sample("rhyme").text).count(token_id)
    assert f"Where it stands in the text: {places:,}×" in said
    assert said.count("<mark>") == places
    assert f"of these bytes: {gpt2().encode(spelled)}" in said


def test_one_byte_is_one_byte(open_page: Open) -> None:
    at = open_page(KEY)
    assert "id 122: 1 byte: 7A" in words(inside(at, KEY, "token", inside_token="z"))


def test_the_end_of_a_word_spells_no_bytes(open_page: Open) -> None:
    said = words(inside(open_page("char_bpe"), "char_bpe", "token", inside_token="</w>"))
    assert ": no bytes. It writes nothing into the text." in said
    assert "of these bytes" not in said


def test_a_part_of_a_token_can_be_looked_into(open_page: Open) -> None:
    at = open_page(KEY, sample="rhyme", merges="40")
    inside(at, KEY, "token", inside_token="#256")
    part = next(b for b in at.button if (b.key or "").startswith(f"{KEY}:inside_part_"))
    part.click().run()
    assert at.text_input(key=f"{KEY}:inside_token").value == f"#{str(part.key).rsplit('_')[-1]}"
    assert "No merge made it" in words(at)


def test_the_jump_sends_the_replay_to_the_step(open_page: Open) -> None:
    at = open_page(KEY, sample="rhyme", merges="40")
    inside(at, KEY, "token", inside_token="#260")
    at.button(key=f"{KEY}:inside_jump").click().run()
    memory = at.session_state[f"{KEY}:player:memory"]
    assert (memory["opening"], memory["jumps"]) == (5, 1)


def test_where_nothing_was_merged_there_is_no_jump(open_page: Open) -> None:
    at = inside(open_page("unigram"), "unigram", "token")
    assert not [b for b in at.button if (b.key or "").endswith("inside_jump")]


@pytest.mark.parametrize("key", ["unigram", "word_level", "whitespace", "text_to_bytes"])
def test_nothing_is_counted_as_built_on_a_token_where_no_pairs_are_joined(
    key: str, open_page: Open
) -> None:
    assert "built on it" not in words(inside(open_page(key), key, "token"))
    assert "built on it: " in words(inside(open_page(KEY), KEY, "token", inside_token="#256"))


def test_kind_script_and_length_narrow_the_list(open_page: Open) -> None:
    at = inside(open_page(KEY), KEY, "vocabulary")
    at.selectbox(key=f"{KEY}:inside_kind").set_value("space").run()
    (shown,) = [frame.value for frame in at.dataframe if "kind" in frame.value]
    assert set(shown["kind"]) == {"white space"}
    at.selectbox(key=f"{KEY}:inside_length").set_value("1").run()
    (shown,) = [frame.value for frame in at.dataframe if "kind" in frame.value]
    assert set(shown["bytes"]) == {1}


def test_a_kind_that_another_vocabulary_lacks_is_forgotten(open_page: Open) -> None:
    at = inside(open_page(KEY), KEY, "vocabulary", inside_kind="continues", inside_length="77")
    assert problems(at) == []
    assert at.selectbox(key=f"{KEY}:inside_kind").value == "all"


@pytest.mark.parametrize("which", ["longest", "duplicates"])
def test_other_lists(which: str, open_page: Open) -> None:
    at = inside(open_page(KEY), KEY, "vocabulary", inside_list=which)
    assert problems(at) == []


def test_gpt2_can_be_looked_into_on_any_page(open_page: Open) -> None:
    at = inside(open_page(KEY), KEY, "never", inside_whose="gpt2")
    said = words(at)
    assert "Of **50,256** tokens that are not special, **49,912** come back" in said
    assert "13 never come out" in said
    assert "331 come out, but not of their own text" in said
    inside(at, KEY, "token", inside_whose="gpt2", inside_token=" SolidGoldMagikarp")
    assert "id 43453" in words(at)


def test_a_table_that_is_cut_says_what_its_search_does_not_see(open_page: Open) -> None:
    at = inside(open_page(KEY), KEY, "vocabulary", inside_whose="gpt2")
    assert "The first 2,000 of them. Sorting and search see only these: " in words(at)
    assert len(at.dataframe[-1].value) == 2_000
    at = inside(open_page(KEY), KEY, "vocabulary")
    assert "Sorting and search" not in words(at)


@pytest.mark.parametrize("key", [*KEYS, "any_tokenizer"])
def test_it_opens_on_a_token_of_the_text_that_shows_something(key: str, open_page: Open) -> None:
    """None is longer there; the last of a list said little: FF, a bracket, a letter."""
    said = words(inside(open_page(key), key, "token"))
    assert not re.search(r"Where it stands in the text: 0×", said)
    shown = re.search(r"id (\d+): (\d+) bytes?:", said)
    assert shown
    assert key == "text_to_bytes" or int(shown[2]) > 1


def test_without_a_text_it_opens_on_the_last_token(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text("") or "")
    assert "id 255: 1 byte: FF" in words(inside(at, "text_to_bytes", "token"))


def test_a_word_that_is_a_token_only_behind_a_space_is_named_with_its_id(open_page: Open) -> None:
    at = open_page("any_tokenizer", section="Inside")
    inside(at, "any_tokenizer", "token", inside_token="Strawberry")
    assert "is no token" in words(at)
    labels = [button.label for button in at.button]
    assert {"·Strawberry, id 42611", "·strawberry, id 41236"} <= {*labels}
