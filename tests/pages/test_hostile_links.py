"""Whatever a link or a saved lesson says, the page opens, says what it refused, and goes on."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from streamlit.testing.v1 import AppTest

from tests import hostile
from tests.matrix import MADE_DIFFERENTLY, few
from tests.pages.problems import problems
from tokviz.lessons import LESSONS
from tokviz.ui.shell.saved_lesson import LESSON_SUFFIX
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
Plain = tuple[set[str], dict[str, object]]
Look = Callable[[str | None], Plain]
PAGES = (None, *(row.key for row in LESSONS))
TEXT = "low lower lowest, low lower lowest"


def settings_of(at: AppTest, key: str | None) -> dict[str, object]:
    """What the page's boxes hold."""
    prefix = f"{key or 'overview'}:"
    widgets = [
        *at.text_input,
        *at.text_area,
        *at.number_input,
        *at.selectbox,
        *at.slider,
        *at.toggle,
    ]
    return {str(box.key): box.value for box in widgets if str(box.key).startswith(prefix)}


def names_of(at: AppTest, key: str | None) -> set[str]:
    """The values that the page, as it stands, reads from a link."""
    names: set[str] = at.session_state["kept values"][f"{key or 'overview'}:readable"]
    return names


@pytest.fixture(scope="module")
def seen() -> dict[str | None, Plain]:
    """What pages opened at their bare addresses were like: none of these tests changes it."""
    return {}


@pytest.fixture
def plain(seen: dict[str | None, Plain], open_page: Open) -> Look:
    """A page at its bare address: the names that it reads from a link, and what its boxes hold."""

    def look(key: str | None) -> Plain:
        if key not in seen:
            at = open_page(key)
            seen[key] = names_of(at, key), settings_of(at, key)
        return seen[key]

    return look


NO_SENSE = ["[" * 5_000, hostile.BOMB, "None", ""]
NO_SENSE_FEW = [
    (key, value)
    for key, value in product(PAGES, NO_SENSE)
    if value == NO_SENSE[0] or (key or "") in MADE_DIFFERENTLY
]
"""Each page is told one thing, and all of them those that are made differently."""


@pytest.mark.parametrize(("key", "value"), few(product(PAGES, NO_SENSE), first=NO_SENSE_FEW))
def test_a_page_opens_with_its_own_where_a_link_says_nothing_sensible(
    key: str | None, value: str, plain: Look, open_page: Open
) -> None:
    names, boxes = plain(key)
    at = open_page(key, **dict.fromkeys(names, value))
    assert problems(at) == []
    differ = {name for name, held in settings_of(at, key).items() if boxes.get(name) != held}
    assert differ <= {f"{key}:own_pattern", f"{key}:special", f"{key}:sample", f"{key}:text"}
    assert at.toast


@pytest.mark.parametrize("key", PAGES)
@pytest.mark.parametrize("seed", few(range(2), first=[0]))
def test_no_link_breaks_a_page_now_or_at_the_next_run(
    key: str | None, seed: int, plain: Look, open_page: Open
) -> None:
    at = open_page(key, **hostile.link(random.Random(seed), plain(key)[0]))
    assert at.title
    assert at.toast
    at.run()  # the address has been written, and the widgets have their values


def test_of_a_value_said_twice_the_last_counts(open_page: Open) -> None:
    at = open_page("byte_bpe", merges=["None", "7"], sample=["", "tiny"], text=[])
    assert problems(at) == []
    assert at.number_input(key="byte_bpe:merges").value == 7
    assert at.selectbox(key="byte_bpe:sample").value == "tiny"


def test_a_bad_value_takes_no_good_one_with_it(open_page: Open) -> None:
    at = open_page(
        "regex_bpe", text=pack_text(TEXT) or "", merges="7", pattern="[[", special="[[]]", step="2"
    )
    assert problems(at) == []
    assert at.text_area(key="regex_bpe:text").value == TEXT
    assert at.number_input(key="regex_bpe:merges").value == 7
    assert at.session_state["kept values"]["regex_bpe:step"][1] == 2
    (said,) = (toast.value for toast in at.toast)
    assert said.startswith("The link's “pattern” ")
    assert "; “special” " in said
    assert said.endswith("This page starts with its own instead.")


def test_a_bad_step_is_laid_at_the_links_door(open_page: Open) -> None:
    at = open_page("byte_bpe", step="x")
    assert [toast.value.split(".")[0] for toast in at.toast] == [
        "The link's “step” is “x”, not a whole number"
    ]


@pytest.mark.parametrize(
    ("key", "name"),
    [(None, "text"), ("unigram", "sentence"), ("word_level", "new_text")],
)
def test_a_link_holds_no_more_than_its_box(key: str | None, name: str, open_page: Open) -> None:
    at = open_page(key, **{name: hostile.BOMB})
    held = settings_of(at, key)[f"{key or 'overview'}:{name}"]
    assert isinstance(held, str)
    assert len(held) < 1_000
    assert "characters that its box takes" in at.toast[0].value


def test_a_box_that_a_program_overfills_is_cut(open_page: Open) -> None:
    at = open_page(None)
    at.text_input(key="overview:text").set_value("ab " * 1_000).run()
    assert at.text_input(key="overview:text").value == ("ab " * 1_000)[:400]


def test_a_special_token_too_long_to_share_is_said(open_page: Open) -> None:
    at = open_page("regex_bpe")
    at.multiselect(key="regex_bpe:special").set_value(["a" * 101]).run()
    assert problems(at) == [
        "A special token may have up to 100 characters, but one here has 101. Remove it."
    ]


# ---- saved lessons -----------------------------------------------------------------------------


def choose(at: AppTest, key: str, content: bytes, name: str = f"a{LESSON_SUFFIX}") -> AppTest:
    return at.file_uploader(key=f"{key}:upload").set_value((name, content, "text/plain")).run()


@pytest.mark.parametrize("key", [row.key for row in LESSONS])
@pytest.mark.parametrize("seed", range(1))
def test_no_saved_lesson_breaks_a_page(key: str, seed: int, open_page: Open) -> None:
    at = choose(open_page(key), key, hostile.saved_lesson(random.Random(seed)))
    assert at.title
    at.run()


def test_a_lesson_with_a_bad_setting_keeps_the_others_and_its_text(open_page: Open) -> None:
    content = (
        b'{"text": "low low low", "settings": {"merges": 7, "min_count": "3", "pattern": ["own"],'
        b' "file": "x", "upload": "x", "last": "x", "readable": "x"}}'
    )
    at = choose(open_page("regex_bpe"), "regex_bpe", content)
    assert problems(at) == []
    assert at.selectbox(key="regex_bpe:sample").value == "file"
    assert at.number_input(key="regex_bpe:min_count").value == 3
    (said,) = (toast.value for toast in at.toast)
    assert said.split(".")[0] == (
        "The saved lesson's “merges” is not written as text; “pattern” is not written as text"
    )


@pytest.mark.parametrize("content", [b"[" * 5_000, b'{"text": 1, "settings": {}}', b"\xff"])
def test_a_broken_lesson_is_one_sentence_and_another_choice_goes_on(
    content: bytes, open_page: Open
) -> None:
    at = choose(open_page("byte_bpe"), "byte_bpe", content)
    assert len(problems(at)) == 1
    at.selectbox(key="byte_bpe:sample").set_value("languages").run()
    assert problems(at) == []


# ---- what Streamlit keeps for itself -----------------------------------------------------------


@pytest.mark.parametrize("said", ["embed", "embed_options", "EMBED"])
@pytest.mark.parametrize("page", ["", "byte_bpe", "compare"])
def test_a_follower_comes_along_from_a_leader_whose_page_is_embedded(
    page: str, said: str, open_page: Open
) -> None:
    """A school's portal opens pages with ``?embed=true``; only the browser may say so."""
    at = open_page("byte_bpe")
    query = f"{said}=true&sample=tiny"
    at.session_state["class:wanted"] = {"page": page, "query": query, "content": b""}
    at.run()
    assert "class:wanted" not in at.session_state
    if page == "byte_bpe":
        assert at.selectbox(key="byte_bpe:sample").value == "tiny"


@pytest.mark.parametrize("said", ["embed", "embed_options"])
def test_a_saved_lesson_cannot_say_what_only_the_browser_may(said: str, open_page: Open) -> None:
    content = b'{"text": "low low low", "settings": {"%s": "true"}}' % said.encode()
    at = choose(open_page("byte_bpe"), "byte_bpe", content)
    assert problems(at) == []
    at.run()
