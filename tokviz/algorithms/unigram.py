"""Lesson: a vocabulary as a probability model. Of all ways to cut a text, take the most probable.

Every piece has a probability, and a segmentation is as probable as the product of its pieces. BPE
remembers the order of its merges; Unigram remembers only how good each piece is, so it can also
list the runners-up and draw segmentations at random (subword regularization).

Encoding finds the best path through the text's lattice (``pieces/lattice.py``). Training begins
with every substring worth considering and drops what is missed least
(``pieces/unigram_trainer.py``).

Normalization, ▁, unknown characters and byte fallback are SentencePiece's
(``text/normalizers/sentencepiece.py``, ``pieces/vocabulary.py``).
Ids: <unk>, <s>, </s>, then pieces by falling log-probability.
Ties: of equally good segmentations, the one whose last difference starts further left.
Source: Kudo 2018, "Subword Regularization" (arXiv:1804.10959).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NoReturn, Unpack

import numpy as np

from tokviz.algorithms.merging.endings import unigram_ending
from tokviz.algorithms.models.trained import Trained
from tokviz.algorithms.pieces.best_path import best_path
from tokviz.algorithms.pieces.known_words import KnownWords
from tokviz.algorithms.pieces.lattice import LEAST_TEMPERATURE, Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import WORD, Encoded, PieceTokenizer
from tokviz.algorithms.pieces.seeds import Seeds, seed_pieces
from tokviz.algorithms.pieces.settings import PieceOptions, PieceSettings
from tokviz.algorithms.pieces.unigram_trainer import Learned, UnigramTrainer, surplus_size
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.pieces.watched import beginning, cuts
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import seeded, token_of
from tokviz.files.errors import FormatError
from tokviz.files.pieces import PieceKind
from tokviz.files.sentencepiece import NOTHING_TO_SAVE, check_learned
from tokviz.text.markers import SPACE_MARKER, SPACES
from tokviz.text.pre_tokens import as_documents
from tokviz.traces.lattice import UNK_PENALTY, Edge, LatticeTrace
from tokviz.traces.rounds import UnigramStep, UnigramTrace

USER_DEFINED_BONUS = 0.1
"""What each byte of a user-defined piece but the first adds, so that it is used wherever it is."""


@checked
@dataclass(frozen=True, eq=False)
class Unigram(PieceTokenizer, Trained[UnigramTrace]):
    """A Unigram model, made by ``train`` or ``tokviz.load``; scores are natural logarithms."""

    trace: UnigramTrace | None = None
    algorithm: ClassVar = "unigram"

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str],
        *,
        vocab_size: int = 1000,
        seed_size: int = 1_000_000,
        shrinking_factor: float = 0.75,
        num_sub_iterations: int = 2,
        on_step: Callable[[UnigramStep], None] | None = None,
        **settings: Unpack[PieceOptions],
    ) -> "Unigram":
        """Learn a vocabulary from one text or from documents, line by line.

        Arguments:
            vocab_size: how many tokens to end with, special ones among them; fewer where the text
                has no more pieces worth keeping.
            seed_size: how many candidates to begin with at most.
            shrinking_factor: the share of the pieces that a pruning round keeps.
            num_sub_iterations: EM steps in each round.
            on_step: called with each step as it is recorded; what it raises ends the training.
            settings: what both trainers can do, see ``pieces.settings.PieceSettings``.

        Raises TokvizError where a setting makes no sense or ``vocab_size`` is below the alphabet.
        """
        _check_settings(seed_size, shrinking_factor, num_sub_iterations)
        text, asked = as_documents(text), PieceSettings(**settings)
        corpus = asked.read(text, vocab_size)
        if not any(corpus.alphabet.values()):
            return cls._untrained(asked)

        seeds = seed_pieces(corpus, asked.rules, seed_size=seed_size)
        learned = UnigramTrainer(
            seeds,
            shrinking_factor=shrinking_factor,
            num_sub_iterations=num_sub_iterations,
            on_step=on_step,
        ).train(vocab_size - len(asked.special.by_id), surplus_size(vocab_size), corpus.alphabet)
        pieces = PieceVocab.of(learned.pieces, learned.log_probs, asked.special)
        trace = _trace(pieces, seeds, learned, vocab_size)
        watched = asked.final_normalizer.normalize(beginning(text))
        trace = replace(trace, sentence=cuts(trace, watched))
        return cls(pieces, asked.final_normalizer, trace, denormalizer=asked.denormalizer)

    @classmethod
    def _untrained(cls, asked: PieceSettings) -> "Unigram":
        """What a text without any character makes: special tokens only."""
        pieces = PieceVocab.of((), (), asked.special)
        none = np.empty(0, np.int64)
        reason = asked.why_empty("piece to learn")
        trace = UnigramTrace(pieces.vocab, (), none, none, np.empty(0), 0, (), reason, SPACES)
        return cls(pieces, asked.final_normalizer, trace, denormalizer=asked.denormalizer)

    @checked
    def pipeline(self) -> NoReturn:
        """FormatError: why Hugging Face's ``tokenizer.json`` cannot hold it."""
        check_learned(self.algorithm, self.pieces, NOTHING_TO_SAVE)
        raise FormatError(
            "Hugging Face's Unigram adds up scores in double precision, SentencePiece in single, "
            "so of two cuts that are almost equal it may take the other, and a tokenizer.json "
            "cannot hold this model exactly. Save it as .model."
        )

    # ---- the best segmentation ----------------------------------------------------------------

    @checked
    def encode_trace(self, text: str) -> LatticeTrace:
        """The lattice of the text and how its best path was found, position by position."""
        return self._trace(text, self.normalizer.normalize(text))

    def _trace(self, text: str, normalized: str) -> LatticeTrace:
        lattice = Lattice.build(normalized, self.table)
        best = lattice.viterbi_path()
        tokens = tuple(self._resolve(best.edges))
        steps = lattice.viterbi_steps()
        told = (tuple(lattice.edges), steps, best, tokens, self.markers, self.pieces.unk_id)
        return LatticeTrace(text, normalized, *told)

    @checked
    def spelling_trace(self, token_id: int) -> LatticeTrace:
        """How the best path through the token's own characters was found, nothing normalized."""
        piece = token_of(self.vocab, token_id)
        return self._trace(piece, piece)

    @checked
    def count_unknown(self, text: str) -> int:
        """How many characters of the normalized text no piece covers."""
        path = best_path(self.normalizer.normalize(text), self.table)
        return path.token_ids.count(self.pieces.unk_id)

    def _stretches(self, normalized: Iterable[str]) -> Iterator[Iterable[Encoded]]:
        if self.pieces.words_stand_alone and SPACE_MARKER in self.pieces.text_ids:
            words = list(self._parts.of_each(map(WORD.findall, normalized)))
            self._known.meet(words)
            return map(self._known.in_text, words)
        return ([self._known.encoded(best_path(text, self.table))] for text in normalized)

    @cached_property
    def _known(self) -> KnownWords:
        """Words met so far."""
        return KnownWords(self.pieces, self.table)

    def _resolve(self, edges: Iterable[Edge]) -> Iterator[tuple[str, int]]:
        return self.pieces.resolve_unknown((edge.piece, edge.token_id) for edge in edges)

    # ---- other segmentations ------------------------------------------------------------------

    @checked
    def lattice(self, text: str) -> Lattice:
        """Every way to cut the normalized text."""
        return Lattice.build(self.normalizer.normalize(text), self._table_of_alternatives)

    @checked
    def nbest(self, text: str, n: int = 10) -> list[tuple[list[str], float]]:
        """The ``n`` most probable segmentations with their log-probabilities, best first.

        Fewer where there are no more, and the best alone of a text too long to compare more.
        """
        paths = self.lattice(text).nbest(n)
        return [
            ([piece for piece, _ in self._resolve(path.edges)], path.log_prob) for path in paths
        ]

    @checked
    def sample(self, text: str, *, temperature: float = 1.0, seed: int | None = None) -> list[str]:
        """One segmentation drawn at random.

        A segmentation of log-probability s is drawn in proportion to ``exp(s / temperature)``:
        1 is the model's own distribution, a low temperature all but the best path, a high one near
        chance. It is the inverse of SentencePiece's alpha.
        """
        if not temperature >= LEAST_TEMPERATURE:
            raise TokvizError(
                f"temperature is {temperature}, but must be above 0, and {LEAST_TEMPERATURE:g} at "
                "least. Try 1."
            )
        rng = seeded(seed)
        (path,) = self.lattice(text).sample(rng, alpha=1 / temperature)
        return [piece for piece, _ in self._resolve(path.edges)]

    @cached_property
    def table(self) -> PieceTable:
        """Pieces that may be edges of a lattice."""
        return self._table(lambda piece: len(piece.encode()))

    @cached_property
    def _table_of_alternatives(self) -> PieceTable:
        """``table`` for n-best lists and samples: SentencePiece counts characters there, not bytes.

        That differs for user-defined pieces only.
        """
        return self._table(len) if self.pieces.user_defined else self.table

    def _table(self, length: Callable[[str], int]) -> PieceTable:
        kinds, scores = self.pieces.kinds, self.pieces.scores
        learned = (s for s, kind in zip(scores, kinds, strict=True) if kind is PieceKind.NORMAL)
        unk_log_prob = float(np.float32(min(learned, default=0.0) - UNK_PENALTY))
        if self.pieces.user_defined:
            scores = tuple(
                user_defined_log_prob(length(piece)) if kind is PieceKind.USER_DEFINED else score
                for piece, score, kind in zip(self.pieces.pieces, scores, kinds, strict=True)
            )
        return PieceTable(self.pieces.text_ids, scores, self.pieces.unk_id, unk_log_prob)


def user_defined_log_prob(length: int) -> float:
    """0.1 for each unit of length but the first, which is above that of any learned piece."""
    return float(np.float32(USER_DEFINED_BONUS * length - USER_DEFINED_BONUS))


def _trace(pieces: PieceVocab, seeds: Seeds, learned: Learned, vocab_size: int) -> UnigramTrace:
    return UnigramTrace(
        vocab=pieces.vocab,
        seeds=seeds.pieces,
        seed_counts=seeds.counts,
        seed_scores=seeds.scores,
        seed_log_probs=learned.seed_log_probs,
        alphabet_size=learned.alphabet_size,
        steps=learned.steps,
        stop_reason=unigram_ending(len(pieces.pieces), vocab_size),
        markers=SPACES,
    )


def _check_settings(seed_size: int, shrinking_factor: float, num_sub_iterations: int) -> None:
    if seed_size < 1:
        raise TokvizError(f"seed_size is {seed_size}, but one candidate is the least. Try 1000000.")
    if not 0.5 <= shrinking_factor <= 0.95:
        raise TokvizError(
            f"shrinking_factor is {shrinking_factor}, but a round keeps a share from 0.5 to 0.95. "
            "The usual share is 0.75."
        )
    if not 1 <= num_sub_iterations <= 10:
        raise TokvizError(
            f"num_sub_iterations is {num_sub_iterations}, but a round has 1 to 10 EM steps. "
            "The usual number is 2."
        )
