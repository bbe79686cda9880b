"""The box of Any tokenizer: what is dropped there, what it takes the place of, what is in use."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import Open, at_once, words
from tests.pipelines import built

__all__ = ["at_once"]  # every test here has it, too


def drop(at: AppTest, name: str, content: bytes) -> AppTest:
    """Into the box as it is now, in which nothing lies."""
    (box,) = (each for each in at.file_uploader if each.label == "Drop the file here")
    assert box.value in ([], None)
    return box.set_value([(name, content, "application/octet-stream")]).run()


def test_what_is_dropped_takes_the_place_of_all_before_and_what_is_in_use_is_told(
    open_page: Open,
) -> None:
    at = open_page("any_tokenizer", whose="file")
    assert "In use" not in words(at)
    for name, shape in (("one.json", "bert"), ("two.json", "t5")):
        at = drop(at, name, built(shape).to_str().encode())
        assert problems(at) == []
        assert f"In use: **{name}**." in words(at)
    at = drop(at, "bad.json", b"{}")
    assert "is none of them" in " ".join(problems(at))
    at = drop(at, "photo.png", b"\x89PNG")
    (told,) = set(problems(at))
    assert "but the file is photo.png." in told
    assert "In use, as before: **two.json**." in words(at)


@pytest.mark.parametrize("first", ["vocab.json", "merges.txt"])
def test_a_vocab_json_and_its_merges_may_come_one_after_the_other(
    first: str, open_page: Open, tmp_path: Path
) -> None:
    """Whatever was dropped before them."""
    built("gpt2").model.save(str(tmp_path))
    halves = {name: (tmp_path / name).read_bytes() for name in ("vocab.json", "merges.txt")}
    at = drop(open_page("any_tokenizer", whose="file"), "photo.png", b"\x89PNG")
    for name in sorted(halves, key=lambda name: name != first):
        at = drop(at, name, halves[name])
    assert problems(at) == []
    second = next(name for name in halves if name != first)
    assert f"In use: **{first} + {second}**." in words(at)
