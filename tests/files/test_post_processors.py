"""What stands around a text: worked out from the file, and to the last id the library's."""

import json
import os
import time
from typing import Any

import pytest
from tokenizers import Tokenizer
from tokenizers import processors as post

from tests.pipelines import built
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import MARKS
from tokviz.files.errors import FormatError
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.files.loading.post_processors import frame_of
from tokviz.traces.around import Frame, Mark

TEXTS = ["the hen in the pen", "", " ", "[CLS] hen [SEP]", "emu 안녕"]
C, S = Mark(2, "[CLS]"), Mark(3, "[SEP]")
BERT = post.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
ROBERTA = post.RobertaProcessing(("</s>", 4), ("<s>", 0))
BYTES = post.ByteLevel(trim_offsets=True)


def template(single: str, pair: str = "$A $B") -> post.TemplateProcessing:
    marks = [("[CLS]", 2), ("[SEP]", 3)]
    return post.TemplateProcessing(single=single, pair=pair, special_tokens=marks)


def in_turn(*steps: Any) -> post.Sequence:
    return post.Sequence(list(steps))


def with_post(processor: Any, shape: str = "bert") -> Tokenizer:
    library = Tokenizer.from_str(built(shape).to_str())
    library.post_processor = processor
    return library


def loaded(library: Tokenizer) -> PipelineTokenizer:
    return pipeline_from_text(library.to_str(), "x.json")


MANY = post.TemplateProcessing(
    single="X $A", special_tokens=[{"id": "X", "ids": [2, 3], "tokens": ["[CLS]", "[SEP]"]}]
)
KINDS = {
    "none": (None, (None,)),
    "template": (template("[CLS] $A [SEP]"), (C, None, S)),
    "two marks on one side": (template("[CLS] [SEP] $A"), (C, S, None)),
    "a mark of two ids": (MANY, (C, S, None)),
    "behind alone": (template("$A [SEP]"), (None, S)),
    "no text": (template("[CLS]"), (C,)),
    "twice": (template("[CLS] $A $A [SEP]"), (C, None, None, S)),
    "bert": (BERT, (C, None, S)),
    "roberta": (ROBERTA, (Mark(0, "<s>"), None, Mark(4, "</s>"))),
    "byte level": (BYTES, (None,)),
    "nothing in turn": (in_turn(), (None,)),
    "llama 3": (in_turn(BYTES, template("[CLS] $A")), (C, None)),
    "bert, then a template": (in_turn(BERT, template("[CLS] $A [SEP]")), (C, C, None, S, S)),
    "a template, then bert": (in_turn(template("[CLS] $A"), BERT), (C, C, S, None, S)),
    "a template, then roberta": (
        in_turn(template("[CLS] $A"), ROBERTA),
        (Mark(0, "<s>"), C, *[Mark(4, "</s>")] * 2, None, Mark(4, "</s>")),
    ),
    "two templates": (
        in_turn(template("$A [SEP]"), template("$A", pair="[CLS] $A [SEP] $B [CLS]")),
        (C, None, S, S, C),
    ),
    "one within another": (in_turn(in_turn(BYTES, BERT), BERT), (C, C, None, S, S)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_ids_with_the_marks_are_the_librarys(kind: str) -> None:
    processor, parts = KINDS[kind]
    library = with_post(processor)
    model = loaded(library)
    assert model.frame == Frame(parts)
    for text in TEXTS:
        assert model.encode(text, add_special_tokens=True) == library.encode(text).ids


def without_types(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: without_types(value) for key, value in part.items() if key != "type"}
    return [without_types(each) for each in part] if isinstance(part, list) else part


@pytest.mark.parametrize("processor", [BERT, ROBERTA, template("[CLS] $A")])
@pytest.mark.parametrize("in_a_row", [False, True])
def test_a_step_without_a_type_is_what_the_library_takes_it_for(
    processor: Any, in_a_row: bool
) -> None:
    """By its keys; of those that have the same keys it takes the one that it knows first."""
    content = json.loads(with_post(processor).to_str())
    step = without_types(content["post_processor"])
    in_turn = {"type": "Sequence", "processors": [step]}
    text = json.dumps({**content, "post_processor": in_turn if in_a_row else step})
    library = Tokenizer.from_str(text)
    model = pipeline_from_text(text, "x.json")
    for line in TEXTS:
        assert model.encode(line, add_special_tokens=True) == library.encode(line).ids


@pytest.mark.parametrize("shape", ["gpt2", "llama3", "llama2", "t5", "word_level"])
@pytest.mark.parametrize("kind", ["template", "roberta", "byte level", "llama 3"])
def test_so_they_are_with_every_kind_of_model(shape: str, kind: str) -> None:
    library = with_post(KINDS[kind][0], shape)
    assert (
        loaded(library).encode("the hen", add_special_tokens=True) == library.encode("the hen").ids
    )


def test_a_frame_knows_its_sides() -> None:
    frame = Frame((C, None, S, S))
    assert (frame.times, frame.front, frame.back) == (1, (C,), (S, S))
    assert frame.around([7, 8]) == [2, 7, 8, 3, 3]
    assert (Frame((None, S, None)).times, Frame((None, S, None)).marks) == (2, ())
    assert Frame().marks == ()


@pytest.mark.parametrize(
    "processor",
    [
        in_turn(template("[CLS] $A [SEP]"), template("$A")),
        template("$A $B"),
    ],
)
def test_where_the_library_gives_up_so_do_we_in_words(
    processor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "RUST_BACKTRACE", "0")
    model = loaded(with_post(processor))
    assert model.frame is None
    assert len(model.encode("the hen")) > 1
    with pytest.raises(TokvizError, match="must have a form for one text"):
        model.encode("the hen", add_special_tokens=True)


def test_a_token_that_the_template_does_not_explain() -> None:
    content = json.loads(with_post(template("[CLS] $A")).to_str())
    content["post_processor"]["special_tokens"] = {}
    assert pipeline_from_text(json.dumps(content), "x.json").frame is None


def test_more_marks_than_anybody_reads_are_refused() -> None:
    library = with_post(template("[CLS] " * MARKS + "$A"))
    with pytest.raises(FormatError, match=r"at most 1,000 tokens .* x\.json has 1,001"):
        loaded(library)


def test_they_are_counted_before_the_next_step_writes_them_anew() -> None:
    """Of a template that has the text thousands of times, each step writes as many marks."""
    texts = [{"Sequence": {"id": "A", "type_id": 0}}] * 600
    many = {"type": "TemplateProcessing", "single": texts, "pair": [], "special_tokens": {}}
    pair = {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
    took = []
    for steps in (1, 400):
        begun = time.process_time()
        with pytest.raises(FormatError, match="has 1,201"):
            frame_of({"type": "Sequence", "processors": [many, *[pair] * steps]}, "x.json")
        took.append(time.process_time() - begun)
    assert took[1] < 20 * took[0] + 0.05


def test_of_a_template_they_are_counted_before_they_are_made() -> None:
    """A file of 1 MB may name 20,000 times a token of 20,000 ids."""
    times, ids = 20_000, 20_000
    special = {"id": "x", "ids": [0] * ids, "tokens": ["a"] * ids}
    single = [{"SpecialToken": {"id": "x", "type_id": 0}}] * times
    step = {"type": "TemplateProcessing", "single": single, "pair": []}
    with pytest.raises(FormatError, match=f"has {times * ids:,}"):
        frame_of({**step, "special_tokens": {"x": special}}, "x.json")
