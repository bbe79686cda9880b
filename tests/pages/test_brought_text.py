"""What “This text” shows of a brought tokenizer: a post-processor's marks, and what is unknown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import processors as post

import tokviz
from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import at_once, open_with, words
from tests.payload_reader import components, unpack, written
from tests.pipelines import built
from tokviz.text.labels import plural
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.brought import compared, load_files
from tokviz.ui.training.library_ids import LibraryIds
from tokviz.views.payload import MOUNT
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import strips_payload

__all__ = ["at_once"]  # a fixture that each test here uses

Open = Callable[..., AppTest]

# ---- the marks of a post-processor --------------------------------------------------------------


def strip_of(at: AppTest) -> Any:
    """The row of “This text”."""
    (strip,) = [each for each in components(at) if each.component_name == "tokviz.strips"]
    (shown,) = unpack(strip.bytes[MOUNT.size :])[0]["rows"]
    return shown


def marked_rows(at: AppTest) -> list[bool]:
    """Of each token of the strip, whether it is a mark."""
    shown = strip_of(at)
    return [shown["kinds"][kind]["mark"] for kind in shown["tokens"]]


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("bert", r"adds 2 marks around a text\: \[CLS\] 2 … \[SEP\] 3"),
        ("llama2", r"adds 2 marks around a text\: \<s\> 1 … \</s\> 2"),
        ("llama3", r"adds 1 mark in front of a text"),
    ],
)
def test_the_marks_around_a_text_are_told_and_shown(open_page: Open, shape: str, said: str) -> None:
    library, file = built(shape), ("x.json", built(shape).to_str().encode())
    own, whole = (library.encode("low hens", add_special_tokens=add).ids for add in (False, True))
    at = open_with(open_page, file, text=pack_text("low hens") or "")
    assert problems(at) == []
    assert said in at.success[0].value
    assert at.success[0].value.startswith(f"**{len(own)} tokens.** Beside the library")
    count = len(whole) - len(own)
    assert f"all {len(own)} ids agree, {plural(count, 'mark')} aside." in words(at)
    assert str(whole) in written(at)
    assert f"with the marks: {len(whole)}. Counted above are the {len(own)} of" in words(at)
    assert sum(marked_rows(at)) == count


def test_the_marks_may_be_left_out_and_the_address_says_so(open_page: Open) -> None:
    library, file = built("bert"), ("x.json", built("bert").to_str().encode())
    own = library.encode("low hens", add_special_tokens=False).ids
    at = open_with(open_page, file, text=pack_text("low hens") or "")
    assert "marks" not in at.query_params
    at = at.toggle(key="any_tokenizer:marks").set_value(False).run()
    assert str(own) in written(at)
    assert not any(marked_rows(at))
    assert "adds 2 marks" in at.success[0].value
    assert at.query_params["marks"] == "0"
    again = open_with(open_page, file, text=pack_text("low hens") or "", marks="0")
    assert not any(marked_rows(again))


@pytest.mark.parametrize("shape", ["gpt2", "roberta", "t5"])
def test_without_marks_nothing_is_said_of_any(open_page: Open, shape: str) -> None:
    at = open_with(open_page, ("x.json", built(shape).to_str().encode()))
    assert problems(at) == []
    assert "mark" not in at.success[0].value
    assert not at.toggle
    assert not any(marked_rows(at))


def test_marks_that_the_library_sets_otherwise_are_never_hidden(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = built("bert").encode("strawberry", add_special_tokens=False)
    other = LibraryIds("tokenizers", tuple(library.ids), (2, *library.ids, 0))
    monkeypatch.setattr("tokviz.ui.lessons.any_tokenizer.library_ids", lambda *_: other)
    file = ("x.json", built("bert").to_str().encode())
    at = open_with(open_page, file, sample="strawberry")
    assert "With the marks of our" in at.warning[0].value
    assert at.dataframe[0].value["the library's"][0].endswith(" 0")


@pytest.mark.parametrize(
    ("single", "said"), [("$A $A", "gives the text 2 times"), ("[CLS]", "leaves it out")]
)
def test_a_template_without_one_text_is_told(open_page: Open, single: str, said: str) -> None:
    content = json.loads(built("bert").to_str())
    content["post_processor"] = json.loads(
        post.TemplateProcessing(single=single, special_tokens=[("[CLS]", 2)]).__getstate__()
    )
    at = open_with(open_page, ("x.json", json.dumps(content).encode()), sample="strawberry")
    assert problems(at) == []
    assert said in words(at)
    assert not at.toggle


@pytest.mark.parametrize(
    ("shape", "said"), [("bert", "adds 2 marks around a text"), ("roberta", "adds no marks")]
)
def test_what_the_post_processor_does_stands_in_the_table(
    open_page: Open, shape: str, said: str
) -> None:
    file = ("x.json", built(shape).to_str().encode())
    at = open_with(open_page, file, section="What it is")
    assert said in "".join(at.dataframe[0].value[""])


# ---- what the vocabulary cannot say --------------------------------------------------------------


def files_with_an_unknown_token(folder: Path) -> dict[str, bytes]:
    path = folder / "a.model"
    tokviz.Unigram.train("the hen in the pen", vocab_size=12).save(path)
    vocab = tokviz.WordPiece.train("the hen in the pen", vocab_size=20)
    vocab.save(folder / "vocab.txt")
    return {
        "bert.json": built("bert").to_str().encode(),
        "words.json": built("word_level").to_str().encode(),
        "t5.json": built("t5").to_str().encode(),
        "a.model": path.read_bytes(),
        "vocab.txt": (folder / "vocab.txt").read_bytes(),
    }


@pytest.mark.parametrize("name", ["bert.json", "words.json", "t5.json", "a.model", "vocab.txt"])
def test_what_is_unknown_has_the_sign_that_it_has_side_by_side(
    open_page: Open, name: str, tmp_path: Path
) -> None:
    text = "the hen 鱼"
    content = files_with_an_unknown_token(tmp_path)[name]
    at = open_with(open_page, (name, content), text=pack_text(text) or "")
    assert problems(at) == []
    shown = strip_of(at)
    model = load_files([(name, content)], "x")
    beside = unpack(strips_payload([result_row(compared(name, model, text), model)], text=text))
    own = [k for k in shown["tokens"] if not shown["kinds"][k]["mark"]]
    (row,) = beside[0]["rows"]
    assert [shown["kinds"][k]["unknown"] for k in own] == [
        row["kinds"][k]["unknown"] for k in row["tokens"]
    ]
    assert any(shown["kinds"][k]["unknown"] for k in own)
    assert list(shown["lost"].values()) == list(row["lost"].values())
    assert any("鱼" in told for told in shown["lost"].values())
    assert (shown["lostBytes"], shown["bytesPerToken"]) == (row["lostBytes"], row["bytesPerToken"])
