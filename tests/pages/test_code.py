"""The code that runs is on the page only where the reader asks for it, and in the link."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.added_lesson import write_app
from tests.pages.problems import problems
from tests.payload_reader import unpack
from tests.random_bpe import ROW
from tokviz import Unigram, lessons
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]
LEARNS = ["word_level", "char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]
LEARNS += ["unigram"]
RAN = {
    "char_bpe": "CharBPE.train",
    "byte_bpe": "ByteBPE.train",
    "regex_bpe": "RegexBPE.train_from_counts",
}
PLAIN = list(RAN)
RAN["wordpiece"] = "WordPiece.train"
RAN["sentencepiece_bpe"] = "SentencePieceBPE.train"
ENCODES = ["char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]


def panes(at: AppTest) -> int:
    names = [element.proto.component_name for element in at.get("bidi_component")]
    return names.count("tokviz.code")


def sent(at: AppTest, component: str) -> tuple[dict[str, Any], Any]:
    """The header and the arrays of the page's first component of this name."""
    protos = [element.proto for element in at.get("bidi_component")]
    first = next(proto for proto in protos if proto.component_name == component)
    return unpack(first.bytes[MOUNT.size :])


def shown(at: AppTest) -> dict[str, Any]:
    """The header of the code's payload."""
    return sent(at, "tokviz.code")[0]


def names_of(at: AppTest) -> list[str]:
    """What the code shows one below the other."""
    told = shown(at)
    return [listing["name"] for listing in told["listings"][: told["main"]]]


def marked(label: str | list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The parts of a label, a plain one too."""
    return [("text", label)] if isinstance(label, str) else label


def choices(at: AppTest) -> list[str]:
    return [str(group.key) for group in at.get("button_group") if str(group.key).endswith(":loop")]


@pytest.mark.parametrize("key", LEARNS)
def test_the_toggle_brings_the_code_and_a_link_does(key: str, open_page: Open) -> None:
    at = open_page(key)
    assert panes(at) == 0
    at.toggle(key=f"{key}:code").set_value(True).run()
    assert panes(at) == 1
    assert panes(open_page(key, code="1")) == 1


@pytest.mark.parametrize("key", ENCODES)
def test_encoding_shows_its_code_in_its_section(key: str, open_page: Open) -> None:
    assert panes(open_page(key, section="Encode new text", encode_code="1")) == 1


def test_the_lattice_shows_its_code_in_its_section(open_page: Open) -> None:
    assert panes(open_page("unigram", section="Lattice", lattice_code="1")) == 1


@pytest.mark.parametrize("text", ["", "a", "é\x00\u202e"])
@pytest.mark.parametrize("key", ["byte_bpe", "char_bpe", "unigram", "word_level"])
def test_a_text_of_nothing_or_of_anything_has_its_code(
    key: str, text: str, open_page: Open
) -> None:
    packed = pack_text(text)
    assert packed is not None
    at = open_page(key, code="1", text=packed)
    assert problems(at) == []
    assert panes(at) == 1


def test_a_lesson_that_somebody_adds_has_it_with_its_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "LESSONS", (*lessons.LESSONS, ROW))
    at = AppTest.from_file(write_app(tmp_path), default_timeout=60).run()
    at = at.switch_page(ROW.page).run()
    at.toggle(key=f"{ROW.key}:code").set_value(True).run()
    assert problems(at) == []
    assert panes(at) == 1


# ---- as a textbook writes it, or as it ran ------------------------------------------------------


@pytest.mark.parametrize("key", RAN)
def test_it_opens_as_a_textbook_writes_it_and_shows_what_ran(key: str, open_page: Open) -> None:
    at = open_page(key, code="1")
    assert names_of(at) == ["train"]
    assert shown(at)["says"].startswith("The same merges, counted anew at each step")
    joins = "join_pair" if key == "sentencepiece_bpe" else "replace_pair"
    assert {"count_pairs", joins} <= {each["name"] for each in shown(at)["listings"]}
    at.button_group(key=f"{key}:loop").set_value("ran").run()
    assert names_of(at) == [RAN[key]]
    assert shown(at)["says"].startswith("As it ran")
    assert shown(at)["copies"] == ""


@pytest.mark.parametrize("key", RAN)
def test_a_link_opens_what_ran(key: str, open_page: Open) -> None:
    assert names_of(open_page(key, code="1", loop="ran")) == [RAN[key]]


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("word_level", {}),
        ("wordpiece", {"ranked_by": "count"}),
    ],
)
def test_where_a_textbook_would_learn_something_else_there_is_no_choice(
    key: str, settings: dict[str, str], open_page: Open
) -> None:
    at = open_page(key, code="1", **settings)
    assert choices(at) == []
    assert shown(at)["says"] == ""


def copied(at: AppTest) -> dict[str, Any]:
    """What a notebook has that ran the code to copy."""
    names: dict[str, Any] = {}
    exec(shown(at)["copies"], names)
    return names


@pytest.mark.parametrize("key", PLAIN)
@pytest.mark.parametrize("settings", [{}, {"min_count": "4"}, {"merges": "3"}, {"joined": "1"}])
def test_what_it_copies_learns_the_pages_merges(
    key: str, settings: dict[str, str], open_page: Open
) -> None:
    at = open_page(key, code="1", **settings)
    names = copied(at)
    header, arrays = sent(at, "tokviz.player")
    ids = header["ids"]
    sides = zip(arrays["step_left"], arrays["step_right"], strict=True)
    assert names["merges"] == [(ids[left], ids[right]) for left, right in sides]
    assert names["merges"]


@pytest.mark.parametrize("settings", [{}, {"lowercase": "1"}, {"min_count": "4"}, {"vocab": "90"}])
def test_what_wordpiece_copies_learns_the_pages_pieces(
    settings: dict[str, str], open_page: Open
) -> None:
    at = open_page("wordpiece", code="1", **settings)
    names = copied(at)
    header, arrays = sent(at, "tokviz.player")
    made = [
        (header["ids"][token], "".join(text for _, text in marked(header["labels"][token])))
        for token in arrays["step_token"]
    ]
    assert made == list(enumerate(names["vocab"]))[-len(made) :]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"vocab": "300", "coverage": "0.98", "bytes": "1"},
        {"cross": "1"},
        {"min_count": "4"},
        {"normalization": "identity"},
    ],
)
def test_what_sentencepiece_copies_learns_the_pages_merges(
    settings: dict[str, str], open_page: Open
) -> None:
    at = open_page("sentencepiece_bpe", code="1", **settings)
    names = copied(at)
    header, arrays = sent(at, "tokviz.player")
    labels = ["".join(text for _, text in marked(label)) for label in header["labels"]]
    made = [labels[token].replace("␣", "▁") for token in arrays["step_token"]]
    assert made == [*names["merges"]]
    assert made


# ---- Unigram's rounds ----------------------------------------------------------------------------


def test_unigram_opens_as_a_textbook_writes_it_and_shows_what_ran(open_page: Open) -> None:
    at = open_page("unigram", code="1")
    loop = ["train", "expect", "maximize", "prune", "prune_losses", "finalize"]
    assert names_of(at) == loop
    assert shown(at)["says"].startswith("The same rounds, word by word in plain numbers")
    assert {"best_cut", "lattice", "digamma"} <= {each["name"] for each in shown(at)["listings"]}
    at.button_group(key="unigram:loop").set_value("ran").run()
    assert names_of(at) == ["Unigram.train", "UnigramTrainer.train"]
    assert shown(at)["says"].startswith("As it ran")
    assert shown(at)["copies"] == ""
    assert names_of(open_page("unigram", code="1", loop="ran")) == names_of(at)


def test_its_code_follows_the_settings(open_page: Open) -> None:
    told = str(shown(open_page("unigram", code="1", vocab="120", kept="0.9"))["moments"])
    assert "surplus_size = 132, shrinking_factor = 0.9" in told
    assert "num_pieces = 117" in told


def test_a_training_on_nothing_leaves_no_choice(open_page: Open) -> None:
    at = open_page("unigram", code="1", text=pack_text(" ") or "")
    assert problems(at) == []
    assert panes(at) == 1
    assert choices(at) == []


@pytest.mark.parametrize(
    "settings", [{}, {"vocab": "100"}, {"kept": "0.5"}, {"coverage": "0.98"}, {"bytes": "1"}]
)
def test_what_it_copies_learns_the_pages_pieces(settings: dict[str, str], open_page: Open) -> None:
    """Of the last ones by chance another that is equal."""
    given = {"vocab": "400"} if "bytes" in settings else {}
    at = open_page("unigram", code="1", **settings, **given)
    names = copied(at)
    assert "tokviz" not in shown(at)["copies"]
    model = Unigram.train(sample("harbour").text, **trained_with({**settings, **given}))
    assert model.trace is not None
    learned = model.trace.vocabulary(len(model.trace))
    pieces = names["pieces"]
    assert len(pieces) == len(learned)
    assert len(names["objectives"]) == len(model.trace.objectives)
    others = [{**pieces, **learned}[piece] for piece in pieces.keys() ^ learned.keys()]
    assert max(others, default=0) - min(others, default=0) < 1e-5
    for piece in pieces.keys() & learned.keys():
        assert pieces[piece] == pytest.approx(learned[piece], abs=1e-4)


def trained_with(settings: dict[str, str]) -> dict[str, Any]:
    """The arguments of training that a link's settings mean."""
    return {
        "vocab_size": int(settings.get("vocab", 140)),
        "shrinking_factor": float(settings.get("kept", 0.75)),
        "character_coverage": float(settings.get("coverage", 0.9995)),
        "byte_fallback": settings.get("bytes") == "1",
    }


def test_special_tokens_in_the_text_are_said_to_be_cut_out(open_page: Open) -> None:
    text = pack_text("the hen <|endoftext|> the hen")
    assert text is not None
    at = open_page("regex_bpe", code="1", text=text)
    assert "Special tokens are cut out first" in shown(at)["says"]
    assert "Special" not in shown(open_page("regex_bpe", code="1"))["says"]
