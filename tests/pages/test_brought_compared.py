"""What the reader brought stands beside the others, for the visit and nowhere else."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import tokviz
from tests.files.valid_files import few_files, valid_files
from tests.matrix import few
from tests.pages.apart import done_here
from tests.pages.problems import problems
from tests.pages.reading import page_html
from tests.pages.test_any_tokenizer import open_with
from tests.pages.test_compare import rows, section
from tests.pipelines import built
from tokviz.checks import limits
from tokviz.checks.limits import LOOKED_UP, SENTENCE
from tokviz.ui.components.bring import Brought
from tokviz.ui.lessons.compare import FIRST

Open = Callable[..., AppTest]
HOSTILE = "**x** <b>y.json"


@pytest.fixture(autouse=True, scope="module")
def nothing_of_other_tests() -> None:
    """Those to compare with are trained and measured once, for all tests here."""
    st.cache_resource.clear()


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """Else what is asked of a file once would not be asked again."""
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a worker would be asked for; it is done here."""
    return done_here(monkeypatch)


def beside(open_page: Open, *files: tuple[str, bytes], pick: bool = True) -> AppTest:
    """“Side by side” after these files were brought, one by one, with all of them picked."""
    at = open_with(open_page, files[0])
    for file in files[1:]:
        at.session_state["kept values"]["any_tokenizer:brought"] = (file,)
        at.run()
    at.switch_page("pages/compare.py").run()
    if pick:
        at.session_state["kept values"]["compare:drawn"] = None  # as if they were in sight
        at.session_state["compare:tokenizers"] = [*FIRST, *brought(at)]
        at.run()
    return at


def brought(at: AppTest) -> list[str]:
    return list(at.session_state["kept values"]["any_tokenizer:brought_in_visit"])


def shape(name: str) -> bytes:
    return built(name).to_str().encode()


def test_what_was_brought_is_measured_beside_the_others(open_page: Open) -> None:
    at = beside(open_page, ("mine.json", shape("llama2")))
    assert problems(at) == []
    assert [row["name"] for row in rows(at)] == [*FIRST, "mine.json"]
    fair, memorised = (table.value for table in at.dataframe)
    assert list(fair["tokenizer"])[-1] == list(memorised["tokenizer"])[-1] == "mine.json"
    assert list(fair["tokens"])[-1] == rows(at)[-1]["total"]


def test_what_is_shared_is_said_to_be_without_it(open_page: Open) -> None:
    said = "The tokenizer that you brought is not in it."
    for pick in (False, True):
        at = beside(open_page, ("mine.json", shape("llama2")), pick=pick)
        assert any(said in element.value for element in at.markdown) == pick


def test_it_is_on_offer_and_not_picked_until_the_reader_does(open_page: Open) -> None:
    at = beside(open_page, ("mine.json", shape("llama2")), pick=False)
    assert [row["name"] for row in rows(at)] == list(FIRST)


def test_no_link_names_it(open_page: Open) -> None:
    at = beside(open_page, ("mine.json", shape("llama2")))
    assert json.loads(at.query_params["tokenizers"]) == list(FIRST)
    again = open_page("compare", tokenizers=at.query_params["tokenizers"])
    assert problems(again) == []
    assert not again.toast
    assert [row["name"] for row in rows(again)] == list(FIRST)


def test_two_of_one_name_are_told_apart_and_the_oldest_goes(open_page: Open) -> None:
    shapes = ("llama2", "bert", "t5", "gpt2")
    at = beside(open_page, *(("mine.json", shape(name)) for name in shapes))
    assert problems(at) == []
    assert brought(at) == ["mine.json (2)", "mine.json (3)", "mine.json (4)"]
    assert [row["name"] for row in rows(at)] == [*FIRST, *brought(at)]


def test_one_that_is_not_kept_any_more_is_not_picked_either(open_page: Open) -> None:
    at = beside(open_page, ("mine.json", shape("llama2")))
    at.session_state["kept values"]["any_tokenizer:brought_in_visit"] = {}
    at.run()
    assert problems(at) == []
    assert [row["name"] for row in rows(at)] == list(FIRST)


@pytest.mark.parametrize(
    "name",
    [
        "The numbers",
        "What is lost",
        "Shared vocabulary",
        "Against vocabulary size",
        "The price of a language",
    ],
)
def test_every_section_takes_it_whatever_its_name(open_page: Open, name: str) -> None:
    at = section(beside(open_page, (HOSTILE, shape("bert"))), name)
    assert problems(at) == []
    assert "<b>" not in page_html(at)
    assert [row["name"] for row in rows(at)] == [*FIRST, HOSTILE]
    assert at.dataframe or at.get("plotly_chart") or "<dt>" in page_html(at)


@pytest.mark.parametrize("number", few(range(len(valid_files())), first=few_files()))
def test_a_file_of_every_format_is_compared(open_page: Open, number: int) -> None:
    file = valid_files()[number]
    at = beside(open_page, (f"model{file.suffix}", file.content))
    shown = [row["name"] for row in rows(at)]
    refused = [warning.value for warning in at.warning]
    assert shown == [*FIRST, *brought(at)] or any("is left out" in words for words in refused)
    for name in ("Shared vocabulary", "Against vocabulary size", "The price of a language"):
        section(at, name)
        assert not at.error


def test_one_that_cannot_encode_is_left_out_in_words(
    open_page: Open,
) -> None:
    at = beside(open_page, ("mine.json", shape("word_level_without_unknown")))
    assert not at.error
    assert [row["name"] for row in rows(at)] == list(FIRST)
    assert any("mine.json is left out" in warning.value for warning in at.warning)


def writes_much() -> bytes:
    """A file without a pattern, whose decoder would write a million letters for each "a"."""
    content = json.loads(shape("word_level"))
    more = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 100}
    content["decoder"] = {"type": "Sequence", "decoders": [more] * 3}
    return json.dumps(content).encode()


def reads_long() -> bytes:
    """A file without a pattern, of which the library makes much as it reads it."""
    content = json.loads(shape("word_level"))
    token = {**content["added_tokens"][0], "special": False, "normalized": True}
    content["added_tokens"] += [
        {**token, "id": 400 + number, "content": f"{number:03}" + "a" * 497} for number in range(17)
    ]
    content["normalizer"] = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 40}
    return json.dumps(content).encode()


def writes_pieces() -> bytes:
    """A .model with rules that write 250 letters for one, there and back, and a piece of 500."""
    model = tokviz.Unigram.train(
        "the hen in the pen",
        vocab_size=14,
        normalization={"①": "b" * 250},
        denormalization={"②": "c" * 250},
        user_defined_symbols=("x" * 500,),
    )
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.model")
        model.save(path)
        return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", shape("llama3")),
        ("a.json", writes_much()),
        ("a.json", reads_long()),
        ("a.model", writes_pieces()),
    ],
    ids=["pattern", "decoder", "added tokens", "pieces"],
)
@pytest.mark.usefixtures("nothing_kept")
def test_what_a_file_may_run_away_with_is_done_apart(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, apart: list[str], name: str, content: bytes
) -> None:
    monkeypatch.setattr("tokviz.algorithms.any_tokenizer.PipelineTokenizer.decode", lambda *_: "")
    beside(open_page, (name, content))
    assert {"examine", "record"} < set(apart)
    assert apart.count("compared") == 2


@pytest.mark.parametrize("suffix", [".json", ".model", ".tiktoken", ".txt"])
@pytest.mark.usefixtures("nothing_kept")
def test_the_library_of_a_large_vocabulary_is_asked_apart(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, apart: list[str], suffix: str
) -> None:
    """It reads half a million tokens for two seconds, in which it lets nobody else work."""
    monkeypatch.setattr(limits, "LIBRARY_AT_ONCE", 10)
    files = {file.suffix: file.content for file in valid_files()}
    at = open_with(open_page, (f"a{suffix}", files[suffix]))
    assert problems(at) == []
    assert {"library_ids", "pipeline_ids"} & set(apart)


def test_one_reader_does_not_see_what_another_brought(open_page: Open) -> None:
    beside(open_page, ("mine.json", shape("llama2")))
    at = open_page("compare")
    assert "mine.json" not in str(at.get("button_group"))


def test_no_link_says_that_a_file_was_brought(open_page: Open) -> None:
    at = open_with(open_page, ("mine.json", shape("bert")))
    assert problems(at) == []
    assert "whose" not in at.query_params


NESTED = tuple("b" * size + "c" for size in range(1, 490))
PIECES = {0: "[UNK]", **dict(enumerate(NESTED, 1))}
SLOW = {
    "special tokens": tokviz.RegexBPE.train("a hen", num_merges=1, special_tokens=NESTED),
    "of WordPiece": tokviz.WordPiece(PIECES, special_tokens=("[UNK]", *NESTED)),
    "long words": tokviz.WordPiece({0: "[UNK]"}, max_chars_per_word=300),
}


@pytest.mark.parametrize("model", SLOW.values(), ids=SLOW)
def test_a_long_text_is_searched_apart(model: tokviz.RegexBPE | tokviz.WordPiece) -> None:
    plain = tokviz.RegexBPE.train("a hen", num_merges=1, special_tokens=("<|end|>",))
    assert not Brought("plain", plain, "").apart(LOOKED_UP)
    assert not Brought("slow", model, "").apart(SENTENCE)
    assert Brought("slow", model, "").apart(LOOKED_UP)
