"""The page for any tokenizer: files of every kind are replayed, checked, or refused in words."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import tokviz
from tests.files.valid_files import valid_files
from tests.pages.apart import done_here
from tests.pages.problems import problems
from tests.payload_reader import components
from tests.pipelines import SHAPES, built
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.ui.training import apart
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.library_ids import LibraryIds
from tokviz.views.components import PLAYER, STEPPER

Open = Callable[..., AppTest]
TEXT = "The hen in the pen 1234567 안녕"


def shown(at: AppTest) -> list[tuple[str, bytes]]:
    """What the replay of the page shows."""
    drawn = ((proto.component_name, bytes(proto.bytes)) for proto in components(at))
    return [(name, content) for name, content in drawn if name in (PLAYER.name, STEPPER.name)]


def words(at: AppTest) -> str:
    said = [*at.markdown, *at.success, *at.warning, *at.info, *at.error, *at.caption]
    return "\n".join(element.value for element in said)


def open_with(
    open_page: Open, *files: tuple[str, bytes], sample: str = "magikarp", **link: str
) -> AppTest:
    """The page as it is when these files were dropped."""
    text = {} if "text" in link else {"sample": sample}
    at = open_page("any_tokenizer", whose="file", **text, **link)
    at.session_state["kept values"]["any_tokenizer:brought"] = files
    return at.run()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done_here(monkeypatch)
    st.cache_resource.clear()


@pytest.mark.parametrize("shape", [name for name in SHAPES if "without_unknown" not in name])
def test_a_dropped_tokenizer_json_is_replayed_and_agrees(open_page: Open, shape: str) -> None:
    at = open_with(open_page, ("tokenizer.json", built(shape).to_str().encode()), sample="prose")
    assert problems(at) == []
    assert "Beside the library **tokenizers**" in at.success[0].value
    drawn = {"bert": "stepper", "t5": "stepper", "xlm_r": "stepper", "word_level": "stepper"}
    assert any(drawn.get(shape, "player") in str(name) for name in components(at))


@pytest.mark.parametrize("number", range(len(valid_files())))
def test_a_file_of_every_format_is_shown(open_page: Open, number: int) -> None:
    file = valid_files()[number]
    at = open_with(open_page, (f"model{file.suffix}", file.content), sample="korean")
    assert problems(at) == []
    assert not at.warning
    assert "token" in words(at)


def test_a_text_in_which_nothing_is_joined_gives_way_to_the_longest_tokens(
    open_page: Open, tmp_path: Path
) -> None:
    path = tmp_path / "low.json"
    tokviz.RegexBPE.train("low lower lowest newest " * 9, num_merges=20).save(path)
    at = open_with(open_page, ("low.json", path.read_bytes()), sample="magikarp")
    at.button(key="any_tokenizer:longest").click().run()
    assert problems(at) == []
    text = at.text_area(key="any_tokenizer:text").value
    assert text == "lowest newest lower lowe newe low"
    assert not any(button.key == "any_tokenizer:longest" for button in at.button)  # it joins now


def test_vocab_json_and_merges_txt_are_dropped_together(open_page: Open, tmp_path: Path) -> None:
    built("gpt2").model.save(str(tmp_path))
    files = [(name, (tmp_path / name).read_bytes()) for name in ("vocab.json", "merges.txt")]
    at = open_with(open_page, *files)
    assert "all" in at.success[0].value
    at = open_with(open_page, files[0])
    assert "This page takes one file, a tokenizer.json, but vocab.json is a" in words(at)
    assert "folder" not in at.error[0].value


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.json", b"garbage", "x.json is not"),
        ("x.json", b"{}", "x.json is none of them"),
        ("x.json", b'{"a": 1}', "x.json is no tokenizer. A .json here is"),
        ("x.json", b'{"a": 0, "b": 1}', "its merges are not in it"),
        ("x.json", b'{"model": {"type": "Dream"}}', "library must be able to read"),
        ("x.model", b"\xff\xfe garbage", "x.model"),
        ("x.tiktoken", b"garbage", "x.tiktoken"),
        ("<b>x</b>.txt", b"\xff", "is UTF-8 text"),
        ("x.bin", b"", "suffix says the format"),
        ("x.json", b"", "The file is empty (0 bytes), but x.json must hold"),
        ("x.model", b"", "The file is empty (0 bytes), but x.model must hold"),
        ("x.tiktoken", b"", "The file is empty (0 bytes), but x.tiktoken must hold"),
        ("x.txt", b"", "The file is empty (0 bytes), but x.txt must hold"),
        ("x.tiktoken", b"YQ== 0\nYg==", "line 2 of x.tiktoken is b'Yg=='"),
    ],
)
def test_garbage_is_refused_in_words(
    open_page: Open, name: str, content: bytes, reason: str
) -> None:
    at = open_with(open_page, (name, content))
    said, again = at.error  # on the page, and in the box that may lie over it
    assert reason in said.value == again.value
    assert at.selectbox(key="any_tokenizer:sample").value == "magikarp"


def test_a_bad_file_leaves_the_good_one_before_it_in_sight(open_page: Open) -> None:
    good = ("good.json", built("bert").to_str().encode())
    at = open_with(open_page, good)
    before = shown(at)
    at.session_state["kept values"]["any_tokenizer:brought"] = (("bad.json", b"{}"),)
    at.run()
    assert shown(at) == before
    assert "**good.json**" in words(at)
    told = set(problems(at))
    assert len(told) == 1, "the same words wherever they stand"
    assert "is none of them" in told.pop()
    at.session_state["kept values"]["any_tokenizer:brought"] = (good,)
    assert problems(at.run()) == []


def test_a_byte_level_file_says_what_its_letters_are(open_page: Open) -> None:
    for shape, told in (("gpt2", True), ("bert", False)):
        at = open_with(open_page, ("x.json", built(shape).to_str().encode()), section="What it is")
        assert ("a space is `Ġ`, a line end `Ċ`" in words(at)) == told


def test_a_list_of_words_is_told_in_plain_words(open_page: Open) -> None:
    files = [("x.model", file.content) for file in valid_files() if file.suffix == ".model"]
    lists = [file for file in files if getattr(load_files((file,), ""), "unit", "") == "word"]
    at = open_with(open_page, lists[0], section="What it is")
    assert "SentencePieceLookup" not in words(at)
    assert "One that is not in the list is" in words(at)


def test_a_model_that_its_library_does_not_read_is_refused_in_words(
    open_page: Open, tmp_path: Path
) -> None:
    path = tmp_path / "a.model"
    tokviz.Unigram.train("the hen in the pen", vocab_size=12).save(path)
    hen = b"\x0a\x01h"  # a protocol buffer's field: its number, its length, itself
    content = path.read_bytes()
    assert content.count(hen) == 1
    at = open_with(open_page, ("a.model", content.replace(hen, b"\x0a\x01\0")))
    (said,) = set(problems(at))
    assert "sentencepiece library must be able to read this .model" in said


@pytest.mark.parametrize("suffix", [".codes", ".json"])
def test_a_file_that_no_library_reads_is_not_called_minbpes(
    open_page: Open, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"low{suffix}"
    tokviz.CharBPE.train("low lower lowest", num_merges=3).save(path)
    at = open_with(open_page, (path.name, path.read_bytes()), text="low")
    assert "No library here reads this file, so our ids are alone." in words(at)


def test_ids_that_differ_are_never_hidden(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    other = LibraryIds("tiktoken", (23869, 12))
    monkeypatch.setattr("tokviz.ui.lessons.any_tokenizer.library_ids", lambda *_: other)
    at = open_page("any_tokenizer", sample="strawberry")
    assert problems(at) == []
    assert "of our 3 ids and its 2 the first 0 agree" in at.warning[0].value
    assert "of our 3 ids and its 2 the first 0 agree" in words(at)
    table = at.dataframe[0].value
    assert list(table.columns) == ["from token", "ours", "the library's"]
    assert "12" in "".join(table["the library's"])


def test_the_library_of_a_large_file_is_asked_in_a_worker(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def worker(work: Callable[..., object], what: str, _: float, **arguments: object) -> object:
        asked.append(what)
        return work(**arguments)

    def here(_: PipelineTokenizer) -> None:
        raise AssertionError("the server reads the library")

    monkeypatch.setattr("tokviz.checks.limits.LIBRARY_AT_ONCE", 100)
    monkeypatch.setattr("tokviz.ui.lessons.any_tokenizer.with_brought", worker)
    monkeypatch.setattr(PipelineTokenizer, "library", property(here))
    at = open_with(open_page, ("tokenizer.json", built("gpt2").to_str().encode()))
    assert problems(at) == []
    assert asked == ["Asking the library"]
    assert "Beside the library **tokenizers**" in words(at)
    assert "agree" in at.success[0].value


def test_what_cannot_be_replayed_is_named(open_page: Open) -> None:
    content = json.loads(built("gpt2").to_str())
    content["model"]["dropout"] = 0.5
    at = open_with(open_page, ("tokenizer.json", json.dumps(content).encode()))
    assert "dropout" in at.error[0].value


def test_what_is_shared_is_said_to_be_without_the_file(open_page: Open) -> None:
    """A link opened elsewhere shows no file of this reader's."""
    said = "The tokenizer that you brought is not in it."
    assert said not in words(open_page("any_tokenizer"))
    assert said not in words(open_page("any_tokenizer", whose="file"))
    at = open_with(open_page, ("tokenizer.json", built("gpt2").to_str().encode()))
    assert said in words(at)


def test_a_link_tells_which_file_it_was_made_with(open_page: Open) -> None:
    """Whoever opens it sees GPT-2, and has the name of what to bring; brought, nothing is asked."""
    file = ("my **own**.json", built("bert").to_str().encode())
    at = open_with(open_page, file)
    asked = "The link was made with **my"
    assert asked not in words(at)
    there = open_page("any_tokenizer", **at.query_params)
    assert problems(there) == []
    assert r"**GPT-2**, 50,257 tokens. The link was made with **my \*\*own\*\*.json**" in words(
        there
    )
    again = open_page("any_tokenizer", **there.query_params)
    assert asked in words(again)
    again.session_state["kept values"]["any_tokenizer:brought"] = (file,)
    again.session_state["any_tokenizer:whose"] = "file"
    assert asked not in words(again.run())
    again.session_state["any_tokenizer:whose"] = "gpt2"
    assert asked not in words(again.run())


def test_two_tokenizers_at_once_are_refused() -> None:
    with pytest.raises(Exception, match=r"a\.json, b\.json.*Drop those of one tokenizer alone"):
        load_files([("a.json", b"{}"), ("b.json", b"{}")], "x")


def test_a_readers_file_is_not_shown_to_another(open_page: Open) -> None:
    open_with(open_page, ("tokenizer.json", built("bert").to_str().encode()))
    at = open_page("any_tokenizer", whose="file")
    assert "Drop a file under" in words(at)


def test_the_work_of_a_brought_tokenizer_has_a_deadline() -> None:
    assert 0 < apart.BROUGHT_SECONDS < 60
