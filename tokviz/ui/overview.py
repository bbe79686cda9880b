"""The overview: one short sentence through every tokenizer, and the way to each lesson."""

import streamlit as st

from tokviz.lessons import LESSONS, Lesson, Tokenizer, Variant
from tokviz.samples import sample
from tokviz.ui.state import PageState, pack_text, unpack_text, write_link
from tokviz.ui.strips import strips
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow, strips_payload

TRAINED_ON = ("rhyme", "prose")
FIRST_SENTENCE = "The ten little chickens said: “안녕!” 👏🏻"
LONGEST = 400


def overview() -> None:
    """Draw the page."""
    st.markdown(
        "A language model reads numbers, not letters. A **tokenizer** turns text into numbers, and "
        "it learned how from other text. Each lesson shows one way, step by step."
    )
    state = PageState("overview")
    sentence = st.text_input(
        "One sentence, every tokenizer",
        key=state.start("text", FIRST_SENTENCE, unpack_text),
        max_chars=LONGEST,
    )
    state.keep("text")
    packed = pack_text(sentence)
    write_link({"text": packed} if packed and sentence != FIRST_SENTENCE else {})
    for number, row in enumerate(LESSONS, start=1):
        _card(number, row, sentence)
    st.caption(
        "Those that learn were trained on two of the samples, a rhyme and a page of prose. "
        "Same colour, same token, within one row."
    )


def _card(number: int, row: Lesson, sentence: str) -> None:
    with st.container(border=True):
        words, picture = st.columns([2, 3], vertical_alignment="center")
        with words:
            st.page_link(row.page, label=f"**{number}. {row.title}**", icon=row.icon)
            st.markdown(row.idea)
            st.caption(row.story)
        with picture:
            rows = [_strip(row.key, variant, sentence) for variant in row.variants]
            strips(strips_payload(rows, text=sentence), key=f"overview:{row.key}")


def _strip(key: str, variant: Variant, sentence: str) -> StripRow:
    tokenizer = variant.train("") if variant.grows else _trained(key, variant.name)
    ids = tokenizer.encode(sentence)
    tell_spans = getattr(tokenizer, "token_spans", None)
    spans = tell_spans(sentence) if tell_spans is not None else None
    return strip_row(variant.name, ids, tokenizer.vocab, sentence, spans=spans)


@st.cache_resource
def _trained(key: str, name: str) -> Tokenizer:
    """A lesson's tokenizer, trained on the same two samples as all the others."""
    row = next(row for row in LESSONS if row.key == key)
    variant = next(variant for variant in row.variants if variant.name == name)
    return variant.train("\n".join(sample(text).text for text in TRAINED_ON))
