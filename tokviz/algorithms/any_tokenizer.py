"""A tokenizer that somebody brought: Hugging Face's pipeline, with its model replayed.

A ``tokenizer.json`` is a pipeline. Added tokens are cut out of the text; a normalizer rewrites the
rest; a pre-tokenizer cuts it into parts; a model cuts each part into tokens; a decoder leads back.
Hugging Face's ``tokenizers`` does all of it but the model's work, which is done and recorded here:
merging (pipelines/merges.py), the lattice (lattices.py), matching and looking up (look_ups.py).
``library`` is the library's own tokenizer, whose ids can be set beside ours.

Not here: reading the file (files/loading/pipelines.py). What a post-processor puts around a text,
as [CLS] and [SEP], is left out unless it is asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import ClassVar

from tokenizers import Tokenizer

from tokviz.algorithms.models.batches import in_batch
from tokviz.algorithms.pipelines.models import Cut, PipelineModel
from tokviz.algorithms.pipelines.stages import Part, Stages, read_library
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import AT_ONCE
from tokviz.checks.whole_numbers import token_of
from tokviz.files.errors import check_suffix
from tokviz.files.writing import write_content
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import Markers
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.around import Frame
from tokviz.traces.merges import Token
from tokviz.traces.tokenizer import EncodingTrace

SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class PipelineFacts:
    """What a file says of its tokenizer, in the file's own names.

    ``stages`` and ``options`` are (name, what it is) in order; ``cut_off`` and ``filled_up`` say
    that the file asks for truncation or padding, which is not done here. ``longest_word`` is the
    characters of the longest word that a WordPiece model cuts.
    """

    kind: str
    num_merges: int | None
    stages: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    cut_off: bool = False
    filled_up: bool = False
    longest_word: int = 0


def unpacked(packed: bytes) -> Tokenizer:
    """The library's tokenizer of a packed file."""
    return read_library(zlib.decompress(packed).decode())


@dataclass(frozen=True, eq=False)
class PipelineTokenizer(FieldsAlone):
    """A loaded pipeline. ``vocab`` is id -> token, of a byte-level one its bytes.

    ``packed`` is the file, compressed; ``model`` is the one that is replayed. ``frame`` is what the
    post-processor puts around a text, or None where the library gives up on one text.
    """

    packed: bytes = field(repr=False)
    stages: Stages = field(repr=False)
    model: PipelineModel = field(repr=False)
    vocab: Mapping[int, Token] = field(repr=False)
    special_ids: frozenset[int]
    markers: Markers
    facts: PipelineFacts
    frame: Frame | None
    trace: ClassVar[None] = None
    formats: ClassVar[tuple[str, ...]] = (SUFFIX,)

    @cached_property
    def library(self) -> Tokenizer:
        """The library's own tokenizer."""
        return unpacked(self.packed)

    @cached_property
    def _spelled(self) -> Mapping[int, str]:
        """id -> token of the model, as the file spells it."""
        return {token_id: token for token, token_id in self.model.token_to_id.items()}

    @checked
    def may_run_away(self, size: int) -> bool:
        """Whether a text of so many characters may take the server's time or memory for long."""
        effort = size * self.stages.growth * self.model.effort
        return effort > AT_ONCE or not self.stages.are_read_here

    @cached_property
    def as_plain_text(self) -> PipelineTokenizer:
        """This tokenizer, to which special tokens that a text spells are plain text.

        An added token that is not special is still found, as the library does.
        """
        return replace(self, stages=replace(self.stages, plain=True))

    @property
    def unk_id(self) -> int | None:
        """The id of the unknown token, or None where the file names none."""
        return self.model.unk_id

    @checked
    def encode(self, text: str, *, add_special_tokens: bool = False) -> list[int]:
        """The text as token ids, between the tokens of the post-processor if asked for.

        TokvizError where it is asked for and the library gives up.
        """
        text = well_formed(text)
        ids = list(chain.from_iterable(map(self._ids, self.stages.parts(text))))
        if not add_special_tokens:
            return ids
        if self.frame is None:
            raise TokvizError(
                "A post-processor must have a form for one text, but that of this file has none, "
                "or names a token that it does not explain. Encode without add_special_tokens."
            )
        return self.frame.around(ids)

    @checked
    def encode_batch(
        self, texts: Iterable[str], *, add_special_tokens: bool = False
    ) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, partial(self.encode, add_special_tokens=add_special_tokens))

    @checked
    def encode_trace(self, text: str) -> EncodingTrace:
        """How the model cuts each part, recorded: merges, a lattice, tries or look-ups."""
        text = well_formed(text)
        return self.model.trace(Cut(text, self.stages.parts(text), self.vocab, self.markers))

    @checked
    def tokenize(self, text: str) -> list[Token]:
        """The token of each id of ``encode``: bytes where the model is over bytes."""
        return [self.vocab[token_id] for token_id in self.encode(text)]

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range in ``text`` of each token of ``encode``, left to right.

        Where several tokens come of one character, the first has all of its bytes.
        """
        text = well_formed(text)
        parts = {part.text for part in self.stages.parts(text) if part.added is None}
        places = self.stages.offsets(text, {part: self.model.locate(part) for part in parts})
        offsets = byte_offsets(text)
        spans: list[tuple[int, int]] = []
        position = 0
        for begin, end in places:
            start = max(offsets[begin], position)
            position = max(offsets[end], start)
            spans.append((start, position))
        return spans

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens, by the pipeline's decoder; TokvizError for a wrong id."""
        ids = list(ids)
        for token_id in ids:
            token_of(self.vocab, token_id)  # the library would leave out what is no token
        return self.stages.decode(ids, self._spelled)

    @checked
    def save(self, path: str | Path) -> None:
        """Write the ``tokenizer.json`` as it was; FormatError for another suffix."""
        check_suffix(path, SUFFIX)
        write_content(path, zlib.decompress(self.packed))

    def _ids(self, part: Part) -> list[int]:
        return self.model.encode(part.text) if part.added is None else [part.added]
