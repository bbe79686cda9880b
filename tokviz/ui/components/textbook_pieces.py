"""The textbook's loop of SentencePiece BPE, and what SentencePiece's textbooks are given.

How a text is normalized and cut is not theirs, so their code to copy has the words written out.
"""

from collections import Counter
from collections.abc import Mapping, Sized
from itertools import pairwise
from typing import Any

from tokviz.algorithms import plain_sentencepiece_bpe
from tokviz.algorithms.pieces.settings import PieceOptions, PieceSettings
from tokviz.text.markers import UNKNOWN_MARK
from tokviz.traces.merges import MergeTrace
from tokviz.views.code.behind import Behind
from tokviz.views.code.code import code_payload
from tokviz.views.code.listing import Listing
from tokviz.views.code.snippet import joined_snippet
from tokviz.views.code.textbook import SAYS, Given, textbook

FILLS = "With min_count = 0 it goes on where no pair is left, as SentencePiece does."
MOST_GIVEN = 2_000
"""Words, and seeds, that are written into the code to copy."""
LONGEST_GIVEN = 40_000
"""Characters of all words: where a line is one, it may be long."""
RULES = (
    "max_piece_length",
    "split_by_whitespace",
    "split_by_number",
    "split_digits",
    "treat_whitespace_as_suffix",
)
"""Settings that the textbook takes by the same names; the words and the scripts hold the others."""


def settings_of(asked: Mapping[str, Any]) -> PieceSettings:
    """The settings among the arguments of a training."""
    names = PieceOptions.__annotations__.keys() & asked.keys()
    return PieceSettings(**{name: asked[name] for name in names})


def few(given: Sized) -> bool:
    """Whether so many words, or seeds, are written into the code to copy."""
    return len(given) <= MOST_GIVEN


def textbook_pieces_code(trace: MergeTrace, asked: Mapping[str, Any]) -> bytes:
    """The loop, and its code to copy, with the words where they are few."""
    train, settings = plain_sentencepiece_bpe.train, settings_of(asked)
    unit, size = "lines" if trace.whole == "line" else "words", _num_merges(trace, settings, asked)
    given = Given(f"the {unit}, letter by letter", size, _least(asked))
    return code_payload(
        [train],
        textbook(Listing.of(train), trace, given),
        Behind(),
        says=SAYS if given.min_count else f"{SAYS} {FILLS}",
        copies=textbook_pieces_snippet(trace, asked),
    )


def textbook_pieces_snippet(trace: MergeTrace, asked: Mapping[str, Any]) -> str:
    """Code that learns the same merges, with no tokviz."""
    settings, usual, least = settings_of(asked), PieceSettings(), _least(asked)
    changed = {name: getattr(settings, name) for name in RULES}
    changed = {name: own for name, own in changed.items() if own != getattr(usual, name)}
    rules = {**({"min_count": least} if least else {}), **changed}
    train = [f"num_merges={_num_merges(trace, settings, asked)}"]
    train += [f"{name}={value}" for name, value in rules.items()]
    fits = few(trace.weights) and len(trace.symbols) <= LONGEST_GIVEN
    given = given_of(trace, settings) if fits else None
    return joined_snippet(plain_sentencepiece_bpe, given, train=", ".join(train))


def given_of(trace: MergeTrace, settings: PieceSettings) -> dict[str, Mapping[str, Any]]:
    """The words that were trained on, with their counts, and the alphabet with its scripts."""
    ids, starts = trace.distinct_tokens(0)
    spelled = [
        UNKNOWN_MARK if token_id == trace.unk_id else str(trace.vocab[token_id])
        for token_id in ids.tolist()
    ]
    words: Counter[str] = Counter()
    for (start, end), count in zip(pairwise(starts), trace.weights.tolist(), strict=True):
        words["".join(spelled[start:end])] += count
    script_of = settings.rules.scripts_of(_alphabet(trace, settings))
    return {"words": words, "script_of": script_of}


def _alphabet(trace: MergeTrace, settings: PieceSettings) -> list[str]:
    """The characters that have a piece; their ids come after those of the merges."""
    special = settings.special.by_id
    learned = [str(piece) for token_id, piece in trace.vocab.items() if token_id not in special]
    return learned[len(trace) :]


def _num_merges(trace: MergeTrace, settings: PieceSettings, asked: Mapping[str, Any]) -> int:
    """What the vocabulary that was asked for has room for."""
    fixed = len(settings.special.by_id) + len(_alphabet(trace, settings))
    return int(asked["vocab_size"]) - fixed


def _least(asked: Mapping[str, Any]) -> int:
    """The textbook's ``min_count``: 0 where the vocabulary is filled up."""
    least: int = asked.get("min_count", 1)
    return 0 if least == 1 and asked.get("fill_up", True) else least
