"""What the library that a brought file was made for gives for a text, to set beside our ids.

The file says whose it is: a ``tokenizer.json`` is Hugging Face's, though a lesson's own class is
made of it. minbpe and subword-nmt are no libraries here, and none reads their files or tokviz's own
``.json``, so for these there is none; a WordPiece of such a file is built anew in the library.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

import sentencepiece
import tiktoken
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from tokviz.algorithms.any_tokenizer import PipelineTokenizer, unpacked
from tokviz.algorithms.pieces.piece_tokenizer import PieceTokenizer
from tokviz.algorithms.pipelines.stages import asked, read_library
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.json_texts import loads
from tokviz.checks.limits import FILE_DEPTH, FILE_VALUES
from tokviz.files.tokviz_json import is_ours, is_pipeline
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.around import marks_of


class LibraryIds(NamedTuple):
    """The name of a library, and its ids for a text.

    ``framed`` are those that its ``encode`` gives, between the marks of a post-processor; None
    where there are no marks.
    """

    library: str
    ids: tuple[int, ...]
    framed: tuple[int, ...] | None = None


def library_ids(model: Any, content: bytes, text: str) -> LibraryIds | None:
    """The ids of the library, or None where there is none for such a file.

    ``content`` is the model's file, empty for an encoding of tiktoken's; its special tokens may
    stand in the text. TokvizError where the library does not read the file.
    """
    text = well_formed(text)
    if isinstance(model, PipelineTokenizer):
        return _of_pipeline(model.library, text, framed=bool(marks_of(model.frame)))
    if (library := _in_file(content)) is not None:
        return _of_pipeline(library, text, framed=False)
    if isinstance(model, RegexBPE) and model.merges is None:
        return LibraryIds("tiktoken", tuple(_encoding(model).encode(text, allowed_special="all")))
    if isinstance(model, PieceTokenizer):
        processor = asked(
            lambda: sentencepiece.SentencePieceProcessor(model_proto=content),
            "this .model",
            "sentencepiece",
        )
        return LibraryIds("sentencepiece", tuple(processor.encode(text)))
    if isinstance(model, WordPiece):
        return LibraryIds("tokenizers", _encoded(_pieces(model), text))
    return None


def question(model: Any, content: bytes, text: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    """What a worker does instead of ``library_ids``: of a pipeline the packed file says it all."""
    if not isinstance(model, PipelineTokenizer):
        return library_ids, {"model": model, "content": content, "text": text}
    framed = bool(marks_of(model.frame))
    return pipeline_ids, {"packed": model.packed, "text": text, "framed": framed}


def pipeline_ids(packed: bytes, text: str, *, framed: bool) -> LibraryIds:
    """The library's ids, of a packed ``tokenizer.json``; ``framed``: those between marks, too.

    The last file stays read, for a worker that is asked about it again and again.
    """
    return _of_pipeline(_read(packed), text, framed=framed)


@lru_cache(maxsize=1)
def _in_file(content: bytes) -> Tokenizer | None:
    """The library with this ``tokenizer.json``, or None: most other files are no JSON at all.

    The last file stays read, for the texts that it is asked about one after the other.
    """
    try:
        text = content.decode()
        said = loads(text, FILE_VALUES, FILE_DEPTH)
    except (ValueError, RecursionError):
        return None
    return read_library(text) if is_pipeline(said) and not is_ours(said) else None


def _of_pipeline(library: Tokenizer, text: str, *, framed: bool) -> LibraryIds:
    whole = _encoded(library, text, framed=True) if framed else None
    return LibraryIds("tokenizers", _encoded(library, text), whole)


def _encoded(library: Tokenizer, text: str, *, framed: bool = False) -> tuple[int, ...]:
    """The ids of a text: asked for a list of one, the library lets other threads go on."""
    batch = partial(library.encode_batch, [text], add_special_tokens=framed)
    (encoding,) = asked(batch, "this text")
    return tuple(encoding.ids)


@lru_cache(maxsize=1)
def _read(packed: bytes) -> Tokenizer:
    return unpacked(packed)


def _encoding(model: RegexBPE) -> tiktoken.Encoding:
    ordinary: Mapping[bytes, int] = {
        token: token_id
        for token_id, token in model.vocab.items()
        if token_id not in model.special_ids
    }
    return tiktoken.Encoding(
        "brought",
        pat_str=model.pattern,
        mergeable_ranks=dict(ordinary),
        special_tokens=dict(model.special_tokens),
    )


def _pieces(model: WordPiece) -> Tokenizer:
    """BERT's tokenizer of the library with this vocabulary."""
    library = Tokenizer(
        models.WordPiece(
            dict(model.token_to_id),
            unk_token=model.unk_token,
            max_input_chars_per_word=model.max_chars_per_word,
            continuing_subword_prefix=model.continuing_prefix,
        )
    )
    library.normalizer = normalizers.BertNormalizer(
        lowercase=model.lowercase, strip_accents=model.strip_accents
    )
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    library.add_special_tokens([name for name in model.special_tokens if name in model.token_to_id])
    return library
