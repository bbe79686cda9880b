"""One EM step of Unigram's training in slow motion, on one word of the text."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from tokviz.algorithms.pieces.word_uses import WordUses, word_uses
from tokviz.checks import limits
from tokviz.paths.glossary import with_terms
from tokviz.paths.unigram import WEIGHED
from tokviz.text.labels import named, times
from tokviz.text.markers import SPACE_MARKER, SPACES
from tokviz.traces.rounds import EmStep, UnigramTrace
from tokviz.ui.components.decimals import with_decimals
from tokviz.ui.components.inputs import offered
from tokviz.ui.components.lattice import count_segmentations
from tokviz.ui.components.strips import linked_strips
from tokviz.ui.shell.markdown import literal, quoted
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.training.apart import training_words
from tokviz.ui.training.trained import Trained
from tokviz.views.lattice.segmentations import probability_text, segmentation_rows, ways_text
from tokviz.views.stepper.rounds import piece_numbers
from tokviz.views.strips.strips import strips_payload
from tokviz.views.tables.word_uses import uses_rows

BEST = 6
LONG = 6
"""Characters of a word that can be cut in many ways."""
NAMED = 5
"""Words that are named where the reader's is none of the text."""


def em_step_section(state: PageState, trained: Trained, settings: dict[str, Any]) -> None:
    """A word, an EM step, and what the step counts in the word; ``settings`` are the trainer's."""
    trace = trained.model.trace
    words = training_words(trained.text, settings)
    steps = {str(k): _name(trace, k) for k, _ in trace.objectives}
    if not words or not steps:
        st.info("This text has no word, so no EM step counts anything. Type a letter.")
        return
    st.caption(
        with_terms(
            "An EM step cuts every word of the text in all ways at once. Here is what it does with "
            "one of them."
        )
    )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        typed = _word_input(state, words)
        k = int(
            st.selectbox(
                "EM step",
                tuple(steps),
                format_func=steps.__getitem__,
                key=offered(state, "em", steps),
                width=300,
            )
        )
        state.keep("em")
    word = _found(words, (trained.model.normalizer.normalize(typed), typed))
    if word is None:
        _say_which(words, typed)
    elif len(word) > limits.LATTICE:
        st.info(
            f"This word has {len(word):,} code points; one of up to {limits.LATTICE} can be shown. "
            "Type a shorter one."
        )
    else:
        _show(state, trace, k, word, words[word])


def _name(trace: UnigramTrace, k: int) -> str:
    """ "Step 4: round 2, EM step 1" """
    round_ = trace.steps[k].round
    within = sum(isinstance(s, EmStep) and s.round == round_ for s in trace.steps[: k + 1])
    return f"Step {k + 1:,}: round {round_ + 1:,}, EM step {within:,}"


def _word_input(state: PageState, words: Mapping[str, int]) -> str:
    first = WEIGHED if SPACE_MARKER + WEIGHED in words else _bare(_suiting(words))
    state.go_with_text("em_word", first)
    typed = st.text_input(
        "A word of the text",
        key=state.start("em_word", first, Text(limits.LINE), shared=True),
        max_chars=limits.LINE,
        width=300,
    )
    state.keep("em_word")
    return str(typed)


def _suiting(words: Mapping[str, int]) -> str:
    """The most frequent of the words that can be cut in many ways, else of all."""
    long = [word for word in words if LONG < len(word) <= limits.LATTICE]
    return max(long or words, key=words.__getitem__)


def _bare(word: str) -> str:
    """As a reader writes it; of one that no box holds, the beginning."""
    return (word.strip(SPACE_MARKER) or word)[: limits.LINE]


def _found(words: Mapping[str, int], spellings: Iterable[str]) -> str | None:
    return next((spelling for spelling in spellings if spelling in words), None)


def _say_which(words: Mapping[str, int], typed: str) -> None:
    often = sorted(words, key=words.__getitem__, reverse=True)
    some = ", ".join(named(_bare(word)[: limits.LATTICE]) for word in often[:NAMED])
    if not typed.strip():
        st.info(f"Type a word of this text, such as: {literal(some)}.")
        return
    st.info(
        f"“{quoted(typed)}” is not a word of this text, so training counted nothing in it. Type "
        f"a word of the text, such as: {literal(some)}."
    )


def _show(state: PageState, trace: UnigramTrace, k: int, word: str, count: int) -> None:
    found = word_uses(trace, k, word)
    best = found.lattice.nbest(BEST)
    shares = [found.lattice.log_probability(path) for path in best]
    st.markdown("**1. Cut the word in all ways, each with its share of the probability**")
    label = named(word, SPACES)
    st.caption(literal(f"{label} stands {times(count)} in the text. {_told(found, shares)}"))
    numbers = piece_numbers(trace)
    colours = {seed: numbers[piece] for seed, piece in enumerate(trace.seeds) if piece in word}
    rows = segmentation_rows(best, shares, colours=colours)
    linked_strips(state, strips_payload(rows, text=word), "em_ways")
    st.markdown("**2. Count each piece, in this word and in all others**")
    with_decimals(uses_rows(found.pieces, count), placeholder="dropped")
    _say_how(trace, k, found)


def _told(found: WordUses, shares: Sequence[float]) -> str:
    """In how many ways the word can be cut, and what those that are shown have of them all."""
    ways = count_segmentations(found.lattice)
    told = f"It can be cut in {ways_text(ways)}"
    if ways > len(shares) + 0.5:
        share = probability_text(math.log(math.fsum(map(math.exp, shares))))
        told += f"; the {len(shares)} likeliest have {share} of the probability together"
    return f"{told}."


def _say_how(trace: UnigramTrace, k: int, found: WordUses) -> None:
    """What the columns of the table are, in the order of its columns."""
    step = trace.steps[k]
    assert isinstance(step, EmStep)
    stays = np.isin(step.counted, step.pieces)
    total = round(math.fsum(step.expected_counts[stays].tolist()))
    told = (
        "E-step: the shares of all ways that hold a piece, added up, are its uses in one such "
        "word. The next columns add up its uses in all of these words, and in the whole text. "
        "M-step: the new probability is about "
        f"(the count in the text − ½) ÷ {total:,}, the sum of all counts that stay. The ½ comes "
        "from the digamma function: rare pieces feel it most. Under half a use, a piece is dropped."
    )
    if found.num_unknown:
        told += " Hatched: a code point without a piece; its uses are credited to the first piece."
    st.caption(with_terms(told))
