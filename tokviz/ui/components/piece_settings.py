"""The settings of the two SentencePiece lessons, and what normalization does to the text."""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks import limits
from tokviz.paths.glossary import with_terms
from tokviz.text.labels import plural
from tokviz.text.normalizers.sentencepiece import named_normalizer
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.replay import text_hash
from tokviz.ui.components.sight import once_opened
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, flag, one_of
from tokviz.ui.training.keys import KEYS
from tokviz.views.tables.normalization import change_table, normalization_html

NORMALIZATIONS = {
    "nmt_nfkc": "NFKC and spaces (nmt_nfkc)",
    "identity": "none (identity)",
}
MAX_PIECES = 8_000
FIRST_TRY = "The ﬁrst  ｔｅｎ hens: ① ½ Å …"
SHOWN = 20_000
"""Code points of the text whose changes are listed."""
COVERAGE = 0.9995
COVERAGES = (1.0, COVERAGE, 0.995, 0.98)


@dataclass(frozen=True, slots=True)
class PieceSettings:
    """What a reader sets; the names are those of ``train``."""

    vocab_size: int
    normalization: str
    byte_fallback: bool
    character_coverage: float
    split_by_whitespace: bool = True

    @property
    def arguments(self) -> dict[str, Any]:
        """For ``train``, and for the hash that names the model."""
        return asdict(self)

    @property
    def link(self) -> dict[str, str]:
        """For the address of the page."""
        return {
            "vocab": str(self.vocab_size),
            "normalization": self.normalization,
            "bytes": str(int(self.byte_fallback)),
            "coverage": str(self.character_coverage),
        }


def piece_settings(state: PageState, vocab_size: int, *, merges: bool = False) -> PieceSettings:
    """Draw the other settings and return them all; ``merges``: what only a lesson with them has."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        normalization = choice_input(
            state,
            "normalization",
            "Normalization",
            NORMALIZATIONS,
            help="What happens to the text before the tokenizer sees it. SentencePiece's default "
            "writes look-alikes the usual way.",
        )
        coverage = st.selectbox(
            "Code points covered",
            COVERAGES,
            format_func=lambda share: f"{100 * share:g}% of the text",
            key=state.start("coverage", COVERAGE, one_of(COVERAGES)),
            width=190,
            help="The most frequent code points get a piece of their own until they cover this "
            "share of the text. The others are unknown. If ▁ is unknown, nothing is cut at "
            "spaces: training reads whole lines.",
        )
        byte_fallback = st.toggle(
            "Byte fallback",
            key=state.start("bytes", False, flag),
            help="Spell unknown code points in bytes instead of `<unk>`. 256 pieces are for them.",
        )
        cross = merges and st.toggle(
            "Merges may cross spaces",
            key=state.start("cross", False, flag),
            help="Cut at line ends only, not before each ▁, so pairs are counted across words. "
            "SentencePiece calls it split_by_whitespace=false. ▁ still ends no piece.",
        )
    for name in ("coverage", "bytes", *(["cross"] if merges else [])):
        state.keep(name)
    return PieceSettings(vocab_size, normalization, bool(byte_fallback), float(coverage), not cross)


def say_if_smaller(model: SentencePieceBPE | Unigram, vocab_size: int, min_count: int = 1) -> None:
    """Explain a vocabulary that ended smaller than the reader asked for."""
    size = len(model.vocab)
    if size < vocab_size and min_count > 1:
        st.info(
            f"{size:,} pieces, not {vocab_size:,}: after that no pair stands {min_count:,} times "
            "in the text. Use more text, or stop below a smaller count.",
            icon="✋",
        )
    elif size < vocab_size:
        st.info(
            f"The vocabulary was to have {vocab_size:,} pieces, but this text has only "
            f"{size:,} worth learning. Use more text, or ask for {size:,}. By default the "
            "sentencepiece library refuses such a size: “Vocabulary size too high”.",
            icon="✋",
        )


def show_normalization(state: PageState, text: str, name: str) -> None:
    """Before and after: of a line that the reader may write, and of the text, change by change."""
    table, total = _changes(text[:SHOWN], name)
    kinds = "" if len(table) < 2 else f" of {len(table):,} kinds"
    with st.expander(f"Normalization: {plural(total, 'change')}{kinds} before training begins"):
        tried = st.text_input(
            "Try a line",
            key=state.start("try", FIRST_TRY, Text(limits.LINE), shared=True),
            max_chars=limits.LINE,
        )
        state.keep("try")
        st.html(_line_html(tried, name))
        st.caption(
            with_terms(
                "Normalization comes first. Boxes mark what changed. Every space becomes ▁, and "
                "one is put in front."
            )
        )
        where = "In this text" if len(text) <= SHOWN else f"In its first {SHOWN:,} code points"
        st.markdown(f"**{where}, line by line:**")
        sig = text_hash(f"{name} {text[:SHOWN]}")
        once_opened(state, "normalization", sig, partial(_change_table, table))


def _change_table(table: list[dict[str, str | int]]) -> None:
    draw_table(table, height=min(38 + 36 * max(len(table), 1), 260))


# Kept, for a normalizer that is made anew reads its rules anew: longer than a page takes.


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def _changes(text: str, name: str) -> tuple[list[dict[str, str | int]], int]:
    """The table of the changes, line by line, and how many they are."""
    normalizer = named_normalizer(name)
    lines = [normalizer.align(line) for line in text.split("\n")]
    return change_table(lines), sum(len(line.changes) for line in lines)


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def _line_html(line: str, name: str) -> str:
    return normalization_html(named_normalizer(name).align(line))
