"""The code of Unigram's training: as a textbook writes it, or as it ran; the reader chooses.

The choice is the one of ``textbook.py``. The textbook takes the trainer's every step
(``tests/algorithms/pieces/test_textbook_rounds.py``), whatever the settings: they decide what words
and seeds there are, and these it is given.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from tokviz.algorithms import plain_unigram
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.pieces.unigram_trainer import surplus_size
from tokviz.traces.rounds import UnigramTrace
from tokviz.ui.components.code import rounds_code
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.textbook import LOOPS, once
from tokviz.ui.components.textbook_pieces import few, settings_of
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.trained import Trained
from tokviz.views.code.behind import Behind
from tokviz.views.code.code import code_payload
from tokviz.views.code.listing import Listing
from tokviz.views.code.snippet import rounds_snippet
from tokviz.views.code.textbook_rounds import SAYS, Sizes, textbook_rounds

RAN = "As it ran: all words at once, in single precision."
FUNCTIONS: list[Any] = [
    plain_unigram.train,
    plain_unigram.expect,
    plain_unigram.maximize,
    plain_unigram.prune,
    plain_unigram.prune_losses,
    plain_unigram.finalize,
]


def code_of_rounds(state: PageState, trained: Trained, asked: Mapping[str, Any]) -> bytes:
    """The choice between the two, and what the reader chose; of no training, nothing to choose.

    ``asked`` are the arguments of ``Unigram.train``.
    """
    if not len(trained.model.trace):
        return _as_it_ran(trained, "")
    loop = choice_input(state, "loop", "Which code", LOOPS, labelled=False)
    return _as_it_ran(trained, RAN) if loop == "ran" else _as_a_textbook(trained, asked)


def textbook_rounds_code(trace: UnigramTrace, text: str, asked: Mapping[str, Any]) -> bytes:
    """The textbook's rounds, and its code to copy, with the words and seeds where they are few."""
    settings, size = settings_of(asked), asked["vocab_size"]
    special = len(settings.special.by_id)
    sizes = Sizes(size - special, surplus_size(size), asked["shrinking_factor"])
    told = textbook_rounds([*map(Listing.of, FUNCTIONS)], trace, sizes)
    train = ", ".join(f"{name}={value}" for name, value in asdict(sizes).items())
    copies = rounds_snippet(plain_unigram, _given(trace, text, settings), train=train)
    return code_payload(FUNCTIONS, told, Behind(), says=SAYS, copies=copies, in_turn=True)


def _given(
    trace: UnigramTrace, text: str, settings: PieceSettings
) -> dict[str, Collection[Any]] | None:
    """The words of the text, the seeds and the alphabet; None where they are too many."""
    if not few(trace.seeds):
        return None
    corpus = settings.corpus(text)
    words: Counter[str] = Counter()
    for word, count in zip(corpus.words, corpus.counts.tolist(), strict=True):
        words[word] += count
    scores = zip(trace.seeds, trace.seed_scores.tolist(), strict=True)
    seeds = {piece: score for piece, score in scores if score}
    given = {"words": words, "seeds": seeds, "alphabet": list(corpus.alphabet)}
    return given if few(words) else None


@once
def _as_it_ran(trained: Trained, says: str) -> bytes:
    return rounds_code(trained.model.trace, says=says)


@once
def _as_a_textbook(trained: Trained, asked: Mapping[str, Any]) -> bytes:
    return textbook_rounds_code(trained.model.trace, trained.text, asked)
