"""A model's lattice on the page: the graph, the best segmentations, and draws at a temperature."""

import math
import random
from collections import Counter

import streamlit as st

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.unigram import Unigram
from tokviz.checks import limits
from tokviz.paths.unigram import WORD
from tokviz.text.characters import beginning, first_words
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.traces.lattice import LatticePath, LatticeTrace
from tokviz.ui.components.charts import chart
from tokviz.ui.components.code import beside_replay, best_path_code
from tokviz.ui.components.draws import DRAWS, seed_input
from tokviz.ui.components.replay import opening_step
from tokviz.ui.components.stepper import stepper, stepper_buttons
from tokviz.ui.components.strips import linked_strips
from tokviz.ui.components.written import written
from tokviz.ui.shell.source import first_line
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, decimal
from tokviz.views.charts.sampling import Share, sampling_chart
from tokviz.views.lattice.lattice import lattice_payload, lattice_replay
from tokviz.views.lattice.segmentations import probability_text, segmentation_rows
from tokviz.views.strips.strips import strips_payload

BEST = 8


def lattice_section(
    state: PageState, model: Unigram, *, name: str = "lattice", first: str = WORD
) -> None:
    """The lattice of a word or a short sentence.

    Arguments:
        name: keeps several apart on a page.
        first: the text that it opens with.
    """
    trace = _trace_input(state, model, f"{name}_text", first)
    if trace is None:
        return
    replay, payload = lattice_replay(trace), lattice_payload(trace)
    key = state.key(f"{name}_graph")
    with beside_replay(state, f"{name}_code", lambda: best_path_code(trace), key=f"{name}_graph"):
        step = opening_step(state, f"{name}:{trace.text}", replay.steps, "new_step")
        stepper(payload, key=key, step=step)
    stepper_buttons(key, lambda: payload, name=trace.text, what="lattice")
    ids = trace.ids
    st.caption("Token ids:")
    written(state, f"{name}_ids", str(ids))


def other_ways_section(state: PageState, model: Unigram, *, first: str = WORD) -> None:
    """N-best and sampling of the same text."""
    trace = _trace_input(state, model, "lattice_ways_text", first)
    if trace is None:
        return
    lattice = Lattice(trace.normalized, trace.edges)
    best = lattice.nbest(BEST)
    _nbest(state, trace, lattice, best)
    _sampling(state, lattice, best)


def _trace_input(state: PageState, model: Unigram, key: str, first: str) -> LatticeTrace | None:
    """The lattice of what the reader types, or None where normalization leaves nothing of it."""
    state.go_with_text(key, first)
    text = st.text_input(
        "A word or a short sentence",
        key=state.start(key, first, Text(limits.LINE), shared=True),
        max_chars=limits.LINE,
    )
    state.keep(key)
    trace = model.encode_trace(_shown(model, text))
    if not trace.edges:
        st.info("Nothing is left of this text after normalization. Type a letter.")
        return None
    return trace


def suiting(text: str) -> str:
    """A short text to open with: ours for our sample, else the beginning of the reader's."""
    return WORD if "lighthouse" in text else first_words(first_line(text), 18)


def _shown(model: Unigram, text: str) -> str:
    short = shorten(model.normalizer, text)
    if short != text:
        st.caption(f"The first {len(short):,} of {len(text):,} code points: more would not fit.")
    return short


def shorten(normalizer: Normalizer, text: str) -> str:
    """As much of the text as a graph can show."""
    while len(normalizer.normalize(text)) > limits.LATTICE:
        text = beginning(text, min(len(text) - 1, limits.LATTICE))
    return text


def _nbest(
    state: PageState, trace: LatticeTrace, lattice: Lattice, best: list[LatticePath]
) -> None:
    st.markdown("**The best segmentations, and how probable each is among all of them**")
    rows = segmentation_rows(best, [lattice.log_probability(path) for path in best])
    linked_strips(state, strips_payload(rows, text=trace.normalized), "nbest")
    if len(best) > 1:
        first, second = (lattice.log_probability(path) for path in best[:2])
        st.caption(
            f"The best is {probability_text(first)} of all, the runner-up "
            f"{probability_text(second)}. Encoding takes the best; BPE does not rank the others."
        )


def _sampling(state: PageState, lattice: Lattice, best: list[LatticePath]) -> None:
    st.markdown("**Draw segmentations at random (subword regularization)**")
    temperature = st.slider(
        "Temperature",
        min_value=0.1,
        max_value=5.0,
        step=0.1,
        key=state.start("lattice_temperature", 1.0, decimal(0.1, 5.0, step=0.1), shared=True),
        help="1 is the model's own distribution. Low: almost always the best segmentation. High: "
        "close to chance. SentencePiece's alpha is 1 divided by it.",
    )
    state.keep("lattice_temperature")
    seed = seed_input(state, "lattice_seed", "The same seed gives the same draws again.")
    shares = draw(lattice, best, temperature=temperature, seed=seed)
    figure = sampling_chart(
        shares,
        draws=DRAWS,
        temperature=temperature,
        segmentations=count_segmentations(lattice),
    )
    chart(figure, key=state.key("lattice_draws"))
    st.caption(
        "A model trained on such draws sees the same word cut in many ways, and learns not to "
        "depend on one."
    )


def draw(
    lattice: Lattice, best: list[LatticePath], *, temperature: float, seed: int
) -> list[Share]:
    """The best segmentations: exact probability at this temperature, and times drawn."""
    alpha = 1 / temperature
    paths = lattice.sample(random.Random(seed), alpha=alpha, n=DRAWS)
    drawn = Counter(path.pieces for path in paths)
    return [
        Share(path.pieces, _probability(lattice, path, alpha), drawn[path.pieces]) for path in best
    ]


def count_segmentations(lattice: Lattice) -> float:
    """How many ways there are to cut the text: with alpha 0 every path counts 1."""
    return math.exp(min(lattice.log_partition(0.0), 700.0))


def _probability(lattice: Lattice, path: LatticePath, alpha: float) -> float:
    return math.exp(lattice.log_probability(path, alpha))
