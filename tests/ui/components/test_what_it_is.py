"""What a reader brought is told in plain words, whatever it is; no class of ours is named."""

from pathlib import Path

import tokviz
from tests.files.valid_files import valid_files
from tests.pipelines import built
from tokviz.lessons import LESSONS, lesson
from tokviz.ui.components.what_it_is import in_words


def test_every_kind_that_can_be_brought_is_told_in_a_sentence(tmp_path: Path) -> None:
    told: dict[str, str] = {}
    for file in valid_files():
        path = tmp_path / f"model{file.suffix}"
        path.write_bytes(file.content)
        model = tokviz.load(path)
        kind = type(model).__name__
        told[f"{kind} {getattr(model, 'unit', '')}".strip()] = said = in_words(model)
        assert kind not in said or kind in {row.title for row in LESSONS}
        assert len(said.split()) > 8
        assert said.endswith(".")
    assert len(told) == len(set(told.values())) == 10
    assert lesson("unigram").idea in told["Unigram"]
    assert "looked up" in told["SentencePieceLookup word"]


def test_a_pipeline_is_told_by_the_model_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for shape, said in (
        ("gpt2", "BPE joins pairs"),
        ("t5", "Unigram cuts each part in the most probable way"),
        ("bert", "by the longest piece that fits"),
        ("word_level", "WordLevel looks each part up"),
    ):
        built(shape).save(str(path))
        assert said in in_words(tokviz.load(path))
