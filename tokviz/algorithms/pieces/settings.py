"""The settings that the two SentencePiece trainers share, under the names that SentencePiece uses.

Two defaults are not SentencePiece's: no line is left out for its length, and what is called
``max_sentencepiece_length`` and ``split_by_unicode_script`` there is shorter here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypedDict

from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.pieces.corpus import PieceCorpus, count_words, read_corpus
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.pieces.special import SpecialPieces
from tokviz.algorithms.pieces.vocabulary import check_vocab_size
from tokviz.arrays.freed_memory import keep_freed_memory
from tokviz.checks.arguments import checked
from tokviz.files.normalization_rules import compile_rules
from tokviz.files.pieces import UNK_SURFACE, Marks
from tokviz.text.labels import plural
from tokviz.text.normalizers.sentencepiece import Normalizer, named_normalizer
from tokviz.text.pre_tokens import PreTokens
from tokviz.text.special_tokens import check_strings


class PieceOptions(TypedDict, total=False):
    """The names and types of ``PieceSettings``, for who hands them on."""

    character_coverage: float
    byte_fallback: bool
    normalization: str | Mapping[str, str]
    denormalization: Mapping[str, str]
    add_dummy_prefix: bool
    remove_extra_whitespaces: bool
    treat_whitespace_as_suffix: bool
    max_piece_length: int
    split_by_script: bool
    split_by_whitespace: bool
    split_by_number: bool
    split_digits: bool
    required_chars: str
    max_sentence_length: int | None
    control_symbols: Sequence[str]
    user_defined_symbols: Sequence[str]
    unk_id: int
    bos_id: int
    eos_id: int
    pad_id: int
    unk_piece: str
    bos_piece: str
    eos_piece: str
    pad_piece: str
    unk_surface: str


class PieceMergeOptions(PieceOptions, total=False):
    """The names and types of what ``SentencePieceBPE.train`` may be told beside its words."""

    vocab_size: int
    min_count: int
    fill_up: bool
    forced: Forced | None
    on_merge: Callable[[int], None] | None


@checked
@dataclass(frozen=True, kw_only=True)
class PieceSettings:
    """What may be set in training; ``SentencePieceBPE.train`` and ``Unigram.train`` take these.

    Arguments:
        character_coverage: the share of the text whose characters get a token.
        byte_fallback: spell unknown characters in bytes; 256 of the tokens are for them.
        normalization: one of ``normalizers.sentencepiece.RULE_NAMES``, or rules of one's own, a
            mapping from strings to what they become.
        denormalization: such a mapping for the text that is decoded; empty for none.
        add_dummy_prefix: put a space in front of the text (behind it, where spaces are suffixes).
        remove_extra_whitespaces: drop spaces at both ends, and all but one in a row.
        treat_whitespace_as_suffix: ▁ stands at the end of a word, not at its front.
        max_piece_length, split_by_script, split_by_whitespace, split_by_number, split_digits: which
            tokens are allowed, see ``PieceRules``.
        required_chars: characters that get a token however rare they are.
        max_sentence_length: lines of more bytes are left out; None for no limit.
        control_symbols, user_defined_symbols: tokens beside the learned ones.
        unk_id, bos_id, eos_id, pad_id: the ids of four special tokens; -1 for none.
        unk_piece, bos_piece, eos_piece, pad_piece: how they are spelled.
        unk_surface: what the unknown token decodes to.
    """

    character_coverage: float = 0.9995
    byte_fallback: bool = False
    normalization: str | Mapping[str, str] = "nmt_nfkc"
    denormalization: Mapping[str, str] = field(default_factory=dict)
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    treat_whitespace_as_suffix: bool = False
    max_piece_length: int = 16
    split_by_script: bool = True
    split_by_whitespace: bool = True
    split_by_number: bool = True
    split_digits: bool = False
    required_chars: str = ""
    max_sentence_length: int | None = None
    control_symbols: Sequence[str] = ()
    user_defined_symbols: Sequence[str] = ()
    unk_id: int = 0
    bos_id: int = 1
    eos_id: int = 2
    pad_id: int = -1
    unk_piece: str = "<unk>"
    bos_piece: str = "<s>"
    eos_piece: str = "</s>"
    pad_piece: str = "<pad>"
    unk_surface: str = UNK_SURFACE

    @cached_property
    def normalizer(self) -> Normalizer:
        """As training uses it: user-defined symbols are not protected from its rules there."""
        if isinstance(self.normalization, str):
            rules = named_normalizer(self.normalization)
        else:
            rules = compile_rules(self.normalization)
        return replace(
            rules,
            add_dummy_prefix=self.add_dummy_prefix,
            remove_extra_spaces=self.remove_extra_whitespaces,
            space_after=self.treat_whitespace_as_suffix,
        )

    @cached_property
    def final_normalizer(self) -> Normalizer:
        """As the model uses it."""
        return replace(self.normalizer, protected=tuple(self.user_defined_symbols))

    @cached_property
    def denormalizer(self) -> Normalizer | None:
        """What rewrites decoded text; it leaves spaces alone."""
        if not self.denormalization:
            return None
        rules = compile_rules(self.denormalization)
        return replace(
            rules, add_dummy_prefix=False, remove_extra_spaces=False, escape_spaces=False
        )

    @cached_property
    def rules(self) -> PieceRules:
        """Which strings may become a piece."""
        return PieceRules(
            self.max_piece_length,
            self.split_by_script,
            self.split_digits,
            self.split_by_number,
            self.split_by_whitespace,
            self.treat_whitespace_as_suffix,
        )

    @cached_property
    def special(self) -> SpecialPieces:
        """The tokens that are not learned."""
        return SpecialPieces(
            Marks(self.unk_piece, self.bos_piece, self.eos_piece, self.pad_piece, self.unk_surface),
            self.unk_id,
            self.bos_id,
            self.eos_id,
            self.pad_id,
            tuple(check_strings(self.control_symbols, "control_symbols")),
            tuple(check_strings(self.user_defined_symbols, "user_defined_symbols")),
            self.byte_fallback,
        )

    def count_words(self, text: str) -> PreTokens:
        """The words of one document, prepared and cut, for ``read``."""
        return count_words(
            text,
            self.normalizer,
            special_tokens=self.special.spellings,
            max_sentence_length=self.max_sentence_length,
            split_by_whitespace=self.split_by_whitespace,
        )

    def why_empty(self, what: str) -> str:
        """Why training learned nothing, where the text that ``read`` gave has no character."""
        left_out = (
            ""
            if self.max_sentence_length is None
            else f" and lines of more than {plural(self.max_sentence_length, 'byte')} are left out"
        )
        return f"The text is empty once it is normalized{left_out}, so there is no {what}."

    def read(self, text: str | Sequence[str] | PreTokens, vocab_size: int) -> PieceCorpus:
        """The training text; TokvizError where ``vocab_size`` has no room for its characters."""
        corpus = self.corpus(text)
        check_vocab_size(vocab_size, self.special, len(corpus.alphabet))
        return corpus

    def corpus(self, text: str | Sequence[str] | PreTokens) -> PieceCorpus:
        """The words of the training text, and the characters that get a token."""
        keep_freed_memory()
        return read_corpus(
            text,
            self.normalizer,
            character_coverage=self.character_coverage,
            special_tokens=self.special.spellings,
            required_chars=self.required_chars,
            max_sentence_length=self.max_sentence_length,
            split_by_whitespace=self.split_by_whitespace,
        )
