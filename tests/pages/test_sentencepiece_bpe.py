"""The page of SentencePiece BPE: links, normalization, the library beside it, loaded models."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.reading import page_text, section_of
from tests.payload_reader import components, unpack, written
from tokviz import SentencePieceBPE, Unigram
from tokviz.references.sentencepiece import SentencePieceReference, train_library
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]
KEY = "sentencepiece_bpe"
open_section = partial(section_of, KEY)


def test_a_link_restores_every_setting_and_the_step(open_page: Open) -> None:
    text = pack_text("abab abab ﬁ 안녕") or ""
    link = {"vocab": "290", "normalization": "identity", "bytes": "1", "coverage": "1.0"}
    at = open_page(KEY, text=text, step="2", **link)
    assert problems(at) == []
    assert at.number_input(key=f"{KEY}:vocab").value == 290
    assert at.toggle(key=f"{KEY}:bytes").value is True
    assert at.selectbox(key=f"{KEY}:coverage").value == 1.0
    assert at.session_state[f"{KEY}:normalization"] == "identity"
    assert at.session_state["kept values"][f"{KEY}:step"][1] == 2


def test_the_tie_rule_is_on_the_page(open_page: Open) -> None:
    assert "code point order" in page_text(open_page(KEY))


def test_too_small_a_vocabulary_says_rule_value_and_remedy(open_page: Open) -> None:
    at = open_page(KEY, sample="harbour", vocab="10")
    (message,) = problems(at)
    assert "Vocabulary size is 10" in message
    assert "or more" in message


def test_too_large_a_vocabulary_says_why_training_ended(open_page: Open) -> None:
    at = open_page(KEY, sample="tiny", vocab="400", min_count="1")
    assert problems(at) == []
    assert "was to have 400 pieces, but this text has only 30" in page_text(at)
    payloads = [component.bytes for component in components(at)]
    assert any(b"No pair that may become a token is left" in payload for payload in payloads)


def test_training_stops_where_no_pair_stands_twice_and_says_so(open_page: Open) -> None:
    at = open_page(KEY, text=pack_text("one tone, one stone") or "", vocab="400")
    assert problems(at) == []
    assert any("no pair stands 2 times" in info.value for info in at.info)
    trace = unpack(components(at)[0].bytes[MOUNT.size :])[1]
    assert trace["step_count"].min() >= 2


def test_each_change_of_the_text_is_counted(open_page: Open) -> None:
    at = open_page(KEY, text=pack_text("ﬁne ﬁne  day") or "", vocab="40")
    (table,) = [frame.value for frame in at.dataframe if "why" in frame.value]
    changes = {(row.before, row.after): row.times for row in table.itertuples()}
    assert changes["ﬁ", "fi"] == 2
    assert changes["·", "(nothing)"] == 1


def test_a_line_of_the_readers_is_normalized(open_page: Open) -> None:
    at = open_page(KEY)
    at.text_input(key=f"{KEY}:try").set_value("ﬁ<b>").run()
    (shown,) = [html.proto.body for html in at.get("html") if "normalized" in html.proto.body]
    assert "ﬁ → fi" in shown
    assert "<b>" not in shown


def test_the_library_is_trained_only_when_asked(open_page: Open) -> None:
    at = open_section(open_page(KEY), "Beside sentencepiece")
    assert "Both learned" not in page_text(at)
    at.button(key=f"{KEY}:train_reference").click().run()
    assert problems(at) == []
    assert "Both learned the same 297 pieces, in the same order." in page_text(at)


def test_merges_may_cross_spaces_by_a_link_and_the_library_agrees(open_page: Open) -> None:
    at = open_page(KEY, cross="1")
    assert problems(at) == []
    assert at.toggle(key=f"{KEY}:cross").value is True
    assert at.query_params["cross"] == "1"
    header, _ = unpack(components(at)[0].bytes[MOUNT.size :])
    assert header["within"] == "line"
    open_section(at, "Beside sentencepiece")
    at.button(key=f"{KEY}:train_reference").click().run()
    assert problems(at) == []
    assert "Both learned the same 297 pieces, in the same order." in page_text(at)
    at.toggle(key=f"{KEY}:cross").set_value(False).run()
    assert at.query_params["cross"] == "0"


def test_what_the_library_refuses_is_said_in_words(open_page: Open) -> None:
    at = open_section(open_page(KEY, text=pack_text("") or ""), "Beside sentencepiece")
    at.button(key=f"{KEY}:train_reference").click().run()
    (message,) = problems(at)
    assert "sentencepiece could not train on this text" in message


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
def test_a_model_of_the_library_is_loaded_and_encodes(algorithm: str, open_page: Open) -> None:
    text = sample("harbour").text
    model = train_library(text, algorithm, vocab_size=140)  # type: ignore[arg-type]
    reference = SentencePieceReference(model)
    at = open_page(KEY)
    at.session_state["kept values"][f"{KEY}:model_file"] = ("theirs.model", reference.model)
    open_section(at, "Load a .model")
    assert problems(at) == []
    box = at.text_input(key=f"{KEY}:{'loaded_bpe_text' if algorithm == 'bpe' else 'loaded_text'}")
    assert written(at)[-1] == str(reference.encode(str(box.value)))


def test_a_model_of_the_other_kind_is_loaded_after_one(tmp_path: Path, open_page: Open) -> None:
    """Its box had the other's key and no text."""
    at = open_page(KEY)
    for engine in (SentencePieceBPE, Unigram, SentencePieceBPE):
        model = engine.train(sample("harbour").text, vocab_size=140)
        model.save(tmp_path / "ours.model")
        content = (tmp_path / "ours.model").read_bytes()
        at.session_state["kept values"][f"{KEY}:model_file"] = (f"{engine.__name__}.model", content)
        open_section(at, "Load a .model")
        assert problems(at) == []
        assert f"{engine.__name__}.model" in page_text(at)
        box = "loaded_bpe_text" if engine is SentencePieceBPE else "loaded_text"
        text = str(at.text_input(key=f"{KEY}:{box}").value)
        assert text
        assert written(at)[-1] == str(model.encode(text))


@pytest.mark.parametrize("engine", [SentencePieceBPE, Unigram])
def test_a_model_of_tokviz_is_loaded(
    engine: type[SentencePieceBPE] | type[Unigram], tmp_path: Path, open_page: Open
) -> None:
    model = engine.train(sample("harbour").text, vocab_size=140)
    model.save(tmp_path / "ours.model")
    at = open_page(KEY)
    content = (tmp_path / "ours.model").read_bytes()
    at.session_state["kept values"][f"{KEY}:model_file"] = ("ours.model", content)
    open_section(at, "Load a .model")
    assert problems(at) == []
    assert "ours.model" in page_text(at)


def test_a_file_that_is_no_model_is_refused_by_its_own_name(open_page: Open) -> None:
    at = open_page(KEY)
    at.session_state["kept values"][f"{KEY}:model_file"] = ("photo.model", b"\xff\xd8\xff no model")
    open_section(at, "Load a .model")
    (message,) = problems(at)
    assert "photo.model" in message


@pytest.mark.parametrize(
    "name", ["Encode new text", "Beside GPT-2", "Load a .model", "Vocabulary", "Save"]
)
def test_every_section_opens(name: str, open_page: Open) -> None:
    assert problems(open_section(open_page(KEY), name)) == []


def test_one_change_of_normalization_is_counted_as_one(open_page: Callable[..., AppTest]) -> None:
    labels = [
        box.label for box in open_page("sentencepiece_bpe", text=pack_text("a") or "").expander
    ]
    assert "Normalization: 1 change before training begins" in labels
