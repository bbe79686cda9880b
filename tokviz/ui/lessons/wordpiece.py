"""The WordPiece page: settings, how text is prepared, the replay with its scatter, and matching."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.checks import limits
from tokviz.paths.glossary import with_terms
from tokviz.samples.subwords import WORDPIECE
from tokviz.text.labels import plural
from tokviz.text.measures import measure
from tokviz.text.normalizers.bert import bert_normalize, bert_split
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.code import beside_replay, matching_code
from tokviz.ui.components.inputs import choice_input, new_text_input, quoted
from tokviz.ui.components.replay import charts, opening_step
from tokviz.ui.components.scant import ENCODE
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import MAX_MERGES, ROOM, Settings
from tokviz.ui.components.stepper import stepper, stepper_buttons
from tokviz.ui.components.written import written
from tokviz.ui.lessons.merges import Regions, show_merges
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, flag
from tokviz.ui.training import apart
from tokviz.ui.training.trained import Trained
from tokviz.views.charts.pair_scatter import pair_scatter
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.stepper import stepper_payload
from tokviz.views.tables.preparation import preparation_html

RANKINGS = {
    "pair score": "by score",
    "count": "by count, as Hugging Face's library",
}
ACCENTS: dict[str, bool | None] = {"as BERT": None, "keep": False, "strip": True}
WHOSE = (
    "The trainer that made BERT's vocabulary was never published. The score is the one of the "
    "Hugging Face course. Hugging Face's own library, `tokenizers`, ranks pairs by count, as BPE "
    "does."
)
FIRST_LINE = "Café  Zoë's\tNAÏVE plan: 東京, don't!"
EXAMPLES = quoted("This is the Hugging Face course!", "Hugging", "HOgging")


def show() -> None:
    """Draw the page."""
    regions = Regions(settings=_settings, below=_below, samples=WORDPIECE)
    show_merges("wordpiece", regions)


# ---- before training ------------------------------------------------------------------------


def _settings(state: PageState, text: str, vocab_size: int) -> Settings:
    offer = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        lowercase = st.toggle(
            "Lower case",
            key=state.start("lowercase", False, flag),
            help="As bert-base-uncased does: “The” and “the” become one word. A saved vocab.txt "
            "does not say so; whoever loads it has to.",
        )
        state.keep("lowercase")
        accents = choice_input(
            state,
            "accents",
            "Accents",
            {name: name for name in ACCENTS},
            help="BERT strips accents where it makes text lower case, and keeps them where not.",
        )
    ranked_by = choice_input(
        state,
        "ranked_by",
        "Take the next pair",
        RANKINGS,
        help=f"{WHOSE} It begins with every letter as if it could begin a word, and decides its "
        "ties differently each time.",
    )
    folding = {"lowercase": bool(lowercase), "strip_accents": ACCENTS[accents]}
    with offer:
        needed = apart.smallest_size(smallest_vocab, text, ranked_by=ranked_by, **folding)
        _offer_enough(state, vocab_size, needed)
    show_preparation(state, text, folding)
    link = {"lowercase": str(int(lowercase)), "accents": accents, "ranked_by": ranked_by}
    return Settings({**folding, "ranked_by": ranked_by}, link)


def _offer_enough(state: PageState, vocab_size: int, needed: int) -> None:
    """A button that makes the vocabulary large enough for the letters, where it is not."""
    if vocab_size < needed:
        enough = min(needed + ROOM, MAX_MERGES)
        st.button(
            f"Use a vocabulary of {enough:,}",
            key=state.key("enough"),
            on_click=st.session_state.__setitem__,
            args=(state.key("vocab"), enough),
        )


def show_preparation(state: PageState, text: str, folding: Mapping[str, Any]) -> None:
    """How a line that the reader may write, and the whole text, is prepared."""
    words, different = apart.words_of_bert(text, **folding)
    with st.expander(
        f"The text becomes {plural(words, 'word')}, {different:,} of them different, before "
        "training"
    ):
        line = st.text_input(
            "Try a line",
            key=state.start("try", FIRST_LINE, Text(limits.LINE), shared=True),
            max_chars=limits.LINE,
        )
        state.keep("try")
        normalized = bert_normalize(line, **folding)
        st.html(preparation_html(line, normalized, bert_split(normalized).words))
        st.caption(
            "**Normalized:** control characters go, every white space is a plain space, Chinese "
            "characters get spaces around them; case and accents are folded if you ask. "
            "**Words:** cut at spaces, and every punctuation mark is a word of its own. "
            "No piece reaches over the border of a word."
        )


# ---- the charts -----------------------------------------------------------------------------


def _charts(state: PageState, trained: Trained) -> None:
    """The scatter, and the charts of all lessons that merge."""
    if len(trained.trace):
        _why_not_the_most_frequent(state, trained)
    charts(state, trained)


def _why_not_the_most_frequent(state: PageState, trained: Trained) -> None:
    scatter, words = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with scatter:
        draw = partial(pair_scatter, trained.trace)
        follows = state.key("player")
        chart_of(trained.sig, draw, key=state.key("scatter"), follows=follows)
    with words:
        right = "the pair furthest to the **right**: it stands together most often"
        st.markdown(
            f"##### Why not the most frequent pair?\nBPE takes {right}. "
            "WordPiece takes the one at the **top**. Its score is"
            if trained.trace.rule.ranked_by == "pair score"
            else f"##### Why not the pair with the highest score?\nThis training takes {right}, as "
            "in BPE. By score WordPiece would take the one at the **top**. The score is"
        )
        st.markdown(
            "count(ab) ÷ (count(a) × count(b)),\n\n"
            "so two common letters that often meet by chance score low, and two rare ones that "
            "always meet score high. Scores are compared as exact fractions."
        )
        st.caption(f"{WHOSE} {_ranked_here(trained)}")


def _ranked_here(trained: Trained) -> str:
    rule = trained.trace.rule
    return f"This training: {rule.words[0].lower()}{rule.words[1:]}"


# ---- the sections ---------------------------------------------------------------------------


def _below(state: PageState, trained: Trained, settings: Settings, source: Source) -> None:
    """The sections of a lesson that merges; encoding is its own, since it knows no merges."""
    encode = {ENCODE: lambda: _encode_section(state, trained.model)}
    sections(state, trained, source, settings, shows=partial(_charts, state, trained), more=encode)


def _encode_section(state: PageState, model: WordPiece) -> None:
    row = st.container(horizontal=True, vertical_alignment="center")
    text = new_text_input(state, EXAMPLES, row=row)
    trace = model.encode_trace(text)
    replay = match_replay(trace, model.vocab, max_chars=model.max_chars_per_word)
    payload = stepper_payload(replay)
    code = partial(matching_code, trace, steps=replay.steps)
    with beside_replay(state, "encode_code", code, key="encode", row=row):
        step = opening_step(state, text, replay.steps, "new_step")
        stepper(payload, key=state.key("encode"), step=step)
    stepper_buttons(state.key("encode"), lambda: payload, name="WordPiece encodes", what="encoding")
    ids = trace.ids
    counted = measure(text, ids, num_unknown=trace.num_unknown)
    st.markdown(
        f"**{plural(len(ids), 'token')}**, {counted.num_unknown:,} of them unknown "
        f"({counted.unknown_rate:.0%}), from {plural(len(trace.pre_tokens), 'word')} by "
        f"{plural(len(trace), 'try')}. "
        "The ids, and the text they decode to:"
    )
    written(state, "encoded", f"{ids}\n{model.decode(ids)}")
    st.markdown(
        with_terms(
            "Encoding knows no merges, only the vocabulary: from the beginning, the **longest** "
            "piece that fits. Where nothing fits, the whole word is unknown, `[UNK]`; so is a word "
            f"of more than {model.max_chars_per_word} characters. A special token such as `[MASK]` "
            "is kept whole."
        )
    )
    st.caption(
        "Decoding puts a space before every word and every punctuation mark: where the spaces "
        "were is lost, and so is what normalizing dropped."
    )
