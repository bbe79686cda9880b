"""A lesson's tokenizer in small: trained on the same two samples as all the others."""

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Variant
from tokviz.samples import sample
from tokviz.traces.results import result_of
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow

TRAINED_ON = ("rhyme", "prose")
UNKNOWNS = (
    "Hatched: what is lost. “?” is a tokenizer's unknown token, which it writes as `*|unk|*`, "
    "`<unk>` or `[UNK]`."
)


def tokenizer_of(variant: Variant) -> Tokenizer:
    """The tokenizer, trained once for all readers unless its vocabulary grows as it reads."""
    return variant.train("") if variant.grows else _trained(variant.name)


def miniature(variant: Variant, text: str) -> StripRow:
    """The text as this tokenizer cuts it, as a row of the strips."""
    tokenizer = tokenizer_of(variant)
    return result_row(result_of(variant.name, tokenizer, text), tokenizer)


@st.cache_resource
def _trained(name: str) -> Tokenizer:
    variant = next(v for row in lessons.LESSONS for v in row.variants if v.name == name)
    return variant.train("\n".join(sample(key).text for key in TRAINED_ON))
