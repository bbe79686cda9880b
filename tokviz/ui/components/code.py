"""The code that runs, beside a replay: asked for with a toggle, built once for each trace.

The functions are those that made the trace, read from their modules; a step costs the server
nothing. The same merges as a textbook learns them: textbook.py.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.algorithms.merging.apply_merges import apply_merges
from tokviz.algorithms.merging.longest_match import LongestMatch, Pieces
from tokviz.algorithms.merging.pair_scores import PairScores
from tokviz.algorithms.merging.piece_ranking import PairCounts
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.lattice_totals import BestPaths
from tokviz.algorithms.pieces.unigram_trainer import UnigramTrainer
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.word_level import WordLevel
from tokviz.checks.errors import TokvizError
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.words import LookUpTrace, WordLevelTrace
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import flag
from tokviz.views.code.behind import Behind
from tokviz.views.code.best_path import best_path
from tokviz.views.code.code import code_payload
from tokviz.views.code.encoding import encoding
from tokviz.views.code.finding import find_loop
from tokviz.views.code.listing import Listing, plain_function
from tokviz.views.code.matching import matching
from tokviz.views.code.merging import merging
from tokviz.views.code.rounds import rounds
from tokviz.views.code.words import words
from tokviz.views.components import CODE
from tokviz.views.payload import mounted, number_of

HELP = "The code beside the replay, with the lines of this step lit."


def code_toggle(frame: Frame, state: PageState) -> None:
    """In the line of the lesson's idea: whether the stage shows the code of its training.

    After the choice of text: a saved lesson that is chosen there sets it.
    """
    with frame.tools:
        code_wanted(state, "code")


def code_wanted(state: PageState, name: str) -> bool:
    """A toggle, and what the reader set it to."""
    wanted = st.toggle("Code", key=state.start(name, False, flag, shared=True), help=HELP)
    state.keep(name)
    return bool(wanted)


def code_beside(state: PageState, name: str, *, follows: str, make: Callable[[], bytes]) -> None:
    """The code beside the replay of the key ``follows``, where the toggle ``name`` is on.

    ``make`` may draw what stands above it.
    """
    if not state.kept(name):
        return
    with st.container(key=f"beside-{name}"):
        mount(CODE, data=mounted(make(), replay=number_of(follows)), key=state.key(f"{name}:pane"))


@contextmanager
def beside_replay(
    state: PageState,
    name: str,
    make: Callable[[], bytes],
    *,
    key: str,
    row: DeltaGenerator | None = None,
) -> Iterator[None]:
    """The place of a replay below the stage: the toggle, the replay, and its code beside it.

    Arguments:
        name: of the toggle, in the link.
        make: the code, as ``code_beside`` takes it.
        key: the replay's own, below the page's.
        row: where the toggle stands; above the replay, if nowhere else.
    """
    with row or nullcontext():
        code_wanted(state, name)
    with st.container(key=f"replay-{name}"):
        yield
        code_beside(state, name, follows=state.key(key), make=make)


# ---- what made which trace ----------------------------------------------------------------------


def merging_code(model: Any, trace: MergeTrace, *, says: str = "") -> bytes:
    """The loop in which a model's class merges; ``says`` is a sentence above it."""
    function = loop_that_merges(type(model))
    ranking = PairScores if trace.rule.ranked_by == "pair score" else PairCounts
    telling = merging(Listing.of(function), trace)
    return code_payload([function], telling, Behind({"ranks": ranking}), says=says)


def loop_that_merges(model: type) -> Any:
    """The function of a tokenizer's class that holds its training loop; TokvizError for none."""
    for member in vars(model).values():
        try:
            function = plain_function(member)
            find_loop(Listing.of(function), "merge")
        except (TokvizError, TypeError, AssertionError):
            continue
        return function
    raise TokvizError(
        f"The code beside a replay is a loop that calls merge, but no function of {model.__name__} "
        "has one. Turn the code off."
    )


def encoding_code(trace: EncodeTrace) -> bytes:
    """The loop over the heap of pairs that were learned."""
    return code_payload([apply_merges], encoding(Listing.of(apply_merges), trace), Behind())


def matching_code(trace: MatchTrace, *, steps: int) -> bytes:
    """The search for the longest piece; the replay shows ``steps`` of its steps."""
    functions = [LongestMatch.trace, Pieces.match]
    each, match = map(Listing.of, functions)
    return code_payload(functions, matching(each, match, trace, steps=steps), Behind())


def best_path_code(trace: LatticeTrace) -> bytes:
    """Viterbi's search, and the walk back."""
    functions: list[Any] = [Lattice.best_paths, BestPaths.path]
    search, back = map(Listing.of, functions)
    return code_payload(functions, best_path(search, back, trace), Behind())


def rounds_code(trace: UnigramTrace, *, says: str = "") -> bytes:
    """The trainer's loop of expectation, maximization and pruning; ``says`` as above."""
    functions: list[Any] = [Unigram.train, UnigramTrainer.train]
    seeds, loop = map(Listing.of, functions)
    return code_payload(functions, rounds(seeds, loop, trace), Behind(), says=says)


def words_code(trace: WordLevelTrace, look_ups: LookUpTrace, *, steps: int) -> bytes:
    """Split, sort, number, and the look-ups; the replay shows ``steps`` of its steps."""
    functions: list[Any] = [WordLevel.train, WordLevel.encode]
    train, encode = map(Listing.of, functions)
    return code_payload(functions, words(train, encode, trace, look_ups, steps=steps), Behind())
