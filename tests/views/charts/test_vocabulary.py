"""The charts of a vocabulary: parts that add up to it, each named so that it can be pressed."""

import plotly.graph_objects as go
import pytest

from tests.test_lessons import VARIANTS
from tokviz import ByteBPE, RegexBPE, WordPiece, gpt2
from tokviz.inspection.vocabulary import KINDS, examine
from tokviz.lessons import Variant
from tokviz.samples import sample
from tokviz.views.charts.vocabulary import LONGEST_BAR, kinds_chart, vocabulary_lengths

SMALL = [variant for _, variant in VARIANTS if variant.name != "Code points"]


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_plotly_takes_them_and_every_token_is_in_one_part(variant: Variant) -> None:
    tokenizer = variant.train(sample("rhyme").text)
    facts = examine(tokenizer)
    (treemap,) = kinds_chart(facts)["data"]
    go.Figure(kinds_chart(facts))
    go.Figure(vocabulary_lengths(facts))
    rows = list(zip(treemap["ids"], treemap["parents"], treemap["values"], strict=True))
    assert sum(number for _, parent, number in rows if not parent) == len(tokenizer.vocab)
    for kind in {each.kind for each in facts.tokens}:
        within = sum(number for _, parent, number in rows if parent == kind)
        assert within == sum(each.kind == kind for each in facts.tokens)


def test_ids_name_the_kind_and_the_script() -> None:
    (treemap,) = kinds_chart(examine(ByteBPE.train("the the", num_merges=3)))["data"]
    assert "letters" in treemap["ids"]
    assert "letters/Latin" in treemap["ids"]
    assert len(set(treemap["ids"])) == len(treemap["ids"])
    assert {name.partition("/")[0] for name in treemap["ids"]} <= set(KINDS)


def test_bars_count_all_but_special_tokens_and_the_last_takes_the_rest() -> None:
    (bars,) = vocabulary_lengths(examine(RegexBPE.from_tiktoken(gpt2())))["data"]
    assert sum(bars["y"]) == 50_256
    assert bars["ids"][-1] == f"length:{LONGEST_BAR}"
    assert bars["customdata"][-1] == f"{LONGEST_BAR} or more"
    pieces = WordPiece.train("hug hugs", vocab_size=14)
    (few,) = vocabulary_lengths(examine(pieces))["data"]
    assert sum(few["y"]) == len(pieces.vocab) - len(pieces.special_ids)
