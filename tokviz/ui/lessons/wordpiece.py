"""The WordPiece page: settings, how text is prepared, the replay with its scatter, and matching."""

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, cast

import streamlit as st

from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab
from tokviz.samples.subwords import WORDPIECE
from tokviz.text import limits
from tokviz.text.measures import measure
from tokviz.text.normalizers.bert import bert_normalize, bert_split
from tokviz.traces.choice import RankedBy
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.new_text import new_text_input
from tokviz.ui.components.replay import charts, linked_player
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import min_count_input
from tokviz.ui.components.stepper import stepper
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import below, look_next, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, choice, flag, whole_number
from tokviz.ui.training.store import Trained, train_on_page
from tokviz.views.charts.pair_scatter import pair_scatter
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.stepper import stepper_payload
from tokviz.views.tables.preparation import preparation_html

MAX_VOCAB = 20_000
ROOM = 50
"""Merges that the page offers to learn where the letters alone fill the vocabulary."""
RANKINGS: dict[RankedBy, str] = {
    "pair score": "by score",
    "count": "by count, as Hugging Face's library",
}
ACCENTS: dict[str, bool | None] = {"as BERT": None, "keep": False, "strip": True}
FIRST_LINE = "Café  Zoë's\tNAÏVE plan: 東京, don't!"
EXAMPLES = ("This is the Hugging Face course!", "Hugging", "HOgging")


def show() -> None:
    """Draw the page."""
    frame = open_page("wordpiece")
    state = PageState("wordpiece")
    with explained():
        source = choose_text(frame, state, samples=WORDPIECE)
        with frame.settings:
            settings = settings_inputs(state)
            show_preparation(state, source.text, settings)
        share_link(state, source, settings.link)
        with frame.share:
            share_section(state, source)
        trained = train_wordpiece(state, source.text, settings)
        if trained is not None:
            wordpiece_replay(state, trained)
            with below():
                wordpiece_sections(state, trained, source)
    look_next(frame.row)


@dataclass(frozen=True, slots=True)
class WordPieceSettings:
    """What a reader sets; the names are those of ``train``."""

    vocab_size: int
    min_count: int
    lowercase: bool
    strip_accents: bool | None
    ranked_by: RankedBy

    @property
    def link(self) -> dict[str, str]:
        """For the address of the page."""
        (accents,) = (name for name, value in ACCENTS.items() if value is self.strip_accents)
        return {
            "vocab": str(self.vocab_size),
            "min_count": str(self.min_count),
            "lowercase": str(int(self.lowercase)),
            "accents": accents,
            "ranked_by": self.ranked_by,
        }

    @property
    def folding(self) -> dict[str, Any]:
        """How text is folded, as ``bert_normalize`` takes it."""
        return {"lowercase": self.lowercase, "strip_accents": self.strip_accents}


# ---- before training ------------------------------------------------------------------------


def vocab_size_input(state: PageState) -> int:
    """How many tokens to end with."""
    number = st.number_input(
        "Vocabulary size",
        min_value=1,
        max_value=MAX_VOCAB,
        step=10,
        key=state.start("vocab", 70, whole_number(1, MAX_VOCAB)),
        help="The tokens to end with: five special ones, every letter of the text twice where it "
        "both begins and continues words, and the pieces that are learned.",
    )
    state.keep("vocab")
    return int(number)


def settings_inputs(state: PageState) -> WordPieceSettings:
    """Draw the settings and return them all."""
    size_place, count_place = st.columns(2, vertical_alignment="bottom")
    with size_place:
        vocab_size = vocab_size_input(state)
    with count_place:
        min_count = min_count_input(state, default=2)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        lowercase = st.toggle(
            "Lower case",
            key=state.start("lowercase", False, flag),
            help="As bert-base-uncased does: “The” and “the” become one word. A saved vocab.txt "
            "does not say so; whoever loads it has to.",
        )
        accents = st.segmented_control(
            "Accents",
            tuple(ACCENTS),
            key=state.start("accents", "as BERT", choice(tuple(ACCENTS))),
            required=True,
            help="BERT strips accents where it makes text lower case, and keeps them where not.",
        )
    state.keep("lowercase")
    state.keep("accents")
    ranked_by = st.segmented_control(
        "Take the next pair",
        tuple(RANKINGS),
        format_func=RANKINGS.__getitem__,
        key=state.start("ranked_by", "pair score", choice(tuple(RANKINGS))),
        required=True,
        help="Google never published its trainer. The score is the one of the Hugging Face course; "
        "the library of the same authors, `tokenizers`, ranks pairs by count, as BPE does, and "
        "begins with every letter as if it could begin a word.",
    )
    state.keep("ranked_by")
    accented, ranked = ACCENTS[str(accents)], cast(RankedBy, ranked_by)
    return WordPieceSettings(vocab_size, min_count, bool(lowercase), accented, ranked)


def show_preparation(state: PageState, text: str, settings: WordPieceSettings) -> None:
    """How a line that the reader may write, and the whole text, is prepared."""
    words = _words(text, settings.lowercase, settings.strip_accents)
    with st.expander(
        f"The text becomes {words[0]:,} words, {words[1]:,} of them different, before training"
    ):
        line = st.text_input(
            "Try a line",
            key=state.start("try", FIRST_LINE, Text(limits.LINE)),
            max_chars=limits.LINE,
        )
        state.keep("try")
        normalized = bert_normalize(line, **settings.folding)
        st.html(preparation_html(line, normalized, bert_split(normalized).words))
        st.caption(
            "**Normalized:** control characters go, every white space is a plain space, Chinese "
            "characters get spaces around them; case and accents are folded if you ask. "
            "**Words:** cut at spaces, and every punctuation mark is a word of its own. "
            "No piece reaches over the border of a word."
        )


@st.cache_data(max_entries=64, show_spinner=False)
def _words(text: str, lowercase: bool, strip_accents: bool | None) -> tuple[int, int]:
    normalized = bert_normalize(text, lowercase=lowercase, strip_accents=strip_accents)
    words = bert_split(normalized).words
    return len(words), len(set(words))


def train_wordpiece(state: PageState, text: str, settings: WordPieceSettings) -> Trained | None:
    """The model, or None where the reader stopped training or the vocabulary is too small."""
    needed = _smallest(text, settings.lowercase, settings.strip_accents, settings.ranked_by)
    if settings.vocab_size < needed:
        enough = min(needed + ROOM, MAX_VOCAB)
        st.error(
            f"The vocabulary size is {settings.vocab_size:,}, but the five special tokens and the "
            f"letters of this text alone need {needed:,}. Ask for more than that.",
            icon="✋",
        )
        st.button(
            f"Use {enough:,}",
            key=state.key("enough"),
            on_click=st.session_state.__setitem__,
            args=(state.key("vocab"), enough),
        )
        return None
    return train_on_page(
        state,
        text,
        asdict(settings),
        lambda on_merge: replace(
            WordPiece.train(text, on_merge=on_merge, **asdict(settings)), allowed_special="all"
        ),
        num_merges=settings.vocab_size - needed,
    )


@st.cache_data(max_entries=64, show_spinner=False)
def _smallest(text: str, lowercase: bool, strip_accents: bool | None, ranked_by: RankedBy) -> int:
    return smallest_vocab(
        text, lowercase=lowercase, strip_accents=strip_accents, ranked_by=ranked_by
    )


# ---- the replay -----------------------------------------------------------------------------


def wordpiece_replay(state: PageState, trained: Trained) -> None:
    """The player and, following it, the scatter and the charts."""
    linked_player(state, trained)
    scatter, words = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with scatter:
        draw = partial(pair_scatter, trained.trace)
        follows = state.key("player")
        chart_of(trained.sig, draw, key=state.key("scatter"), follows=follows)
    with words:
        st.markdown(
            "##### Why not the most frequent pair?\n"
            "BPE takes the pair furthest to the **right**: it stands together most often. "
            "WordPiece takes the one at the **top**. Its score is\n\n"
            "count(ab) ÷ (count(a) × count(b)),\n\n"
            "so two common letters that often meet by chance score low, and two rare ones that "
            "always meet score high. Scores are compared as exact fractions."
        )
        st.caption(
            "Google never published its trainer. The score is the one of the Hugging Face course; "
            "Hugging Face's own library, `tokenizers`, trains WordPiece by plain counts, as BPE. "
            f"{_ranked_here(trained)}"
        )
    charts(state, trained)


def _ranked_here(trained: Trained) -> str:
    rule = trained.trace.rule
    return f"This training: {rule.words[0].lower()}{rule.words[1:]}"


# ---- the sections ---------------------------------------------------------------------------


def wordpiece_sections(state: PageState, trained: Trained, source: Source) -> None:
    """The sections of a lesson that merges; encoding is its own, since it knows no merges."""
    encode = {"Encode new text": lambda: _encode_section(state, trained.model)}
    sections(state, trained, source, more=encode)


def _encode_section(state: PageState, model: WordPiece) -> None:
    text = new_text_input(state, EXAMPLES)
    st.markdown(
        "Encoding knows no merges, only the vocabulary: from the left, the **longest** piece that "
        "fits. Where nothing fits, the whole word is `[UNK]`; so is a word of more than "
        f"{model.max_chars_per_word} characters. A special token such as `[MASK]` is kept whole."
    )
    trace = model.encode_trace(text)
    replay = match_replay(trace, model.vocab, max_chars=model.max_chars_per_word)
    stepper(stepper_payload(replay), key=state.key("encode"))
    ids = trace.token_ids
    counted = measure(text, ids, unk_id=model.unk_id)
    st.markdown(
        f"**{len(ids):,} tokens** from {len(trace.pre_tokens):,} words by {len(trace):,} tries; "
        f"{counted.num_unknown:,} of them `[UNK]` ({counted.unknown_rate:.0%}). "
        "Their ids, and the text they decode to:"
    )
    st.code(f"{ids}\n{model.decode(ids)}", language=None, wrap_lines=True)
    st.caption(
        "Decoding puts a space before every word and every punctuation mark: where the spaces "
        "were is lost, and so is what normalizing dropped."
    )
