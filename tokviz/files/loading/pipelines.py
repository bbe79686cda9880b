"""A PipelineTokenizer from Hugging Face's ``tokenizer.json``.

The library reads the file first, so what reaches most of the code here is well formed. An option of
a model that is not known here would change the ids, so it is refused by its name. No path or
address in a file is followed: the format has none.
"""

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from tokenizers import Tokenizer

from tokviz.algorithms.any_tokenizer import PipelineFacts, PipelineTokenizer
from tokviz.algorithms.pipelines.added_tokens import (
    check_normalized,
    normalized_tokens,
    normalizing,
    with_normalizer,
)
from tokviz.algorithms.pipelines.growth import lengthening
from tokviz.algorithms.pipelines.models import PipelineModel
from tokviz.algorithms.pipelines.stages import Stages, asked, read_library
from tokviz.checks.limits import LENGTHENING
from tokviz.files.errors import FormatError, short
from tokviz.files.loading.pipeline_models import (
    bpe,
    check_merges,
    check_pieces,
    unigram,
    word_level,
    wordpiece,
)
from tokviz.files.loading.post_processors import frame_of
from tokviz.files.vocabulary import (
    check_pipeline_vocab,
    check_special_lengths,
    check_special_names,
    check_unknown,
)
from tokviz.text.byte_letters import spelled_bytes
from tokviz.text.normalizers.charsmap import check_rule_table
from tokviz.traces.merges import Token

STAGES = ("normalizer", "pre_tokenizer", "post_processor", "decoder")
_MODELS: Mapping[str, Callable[[Mapping[str, Any], str], PipelineModel]] = {
    "BPE": bpe,
    "Unigram": unigram,
    "WordPiece": wordpiece,
    "WordLevel": word_level,
}


def pipeline_from_text(text: str, name: str) -> PipelineTokenizer:
    """The tokenizer that the text of a ``tokenizer.json`` describes; ``name`` is the file's.

    TokvizError where the library cannot read it, FormatError where it holds what cannot be
    replayed, or more than the table of limits allows.
    """
    content = json.loads(text)
    _check_unread(content, name)
    library = read_library(text)
    content |= {stage: _read_back(library, stage) for stage in STAGES}
    kind = type(library.model).__name__
    if kind == "Unigram":  # it reads numbers to the last bit but one, and counts with these
        content["model"] |= {"vocab": json.loads(library.to_str())["model"]["vocab"]}
    if kind not in _MODELS:
        raise FormatError(
            f"The model of a tokenizer.json is replayed where it is {', '.join(_MODELS)}, but that "
            f"of {name} is {short(kind)}. Use it with the library."
        )
    model = _MODELS[kind](content["model"], name)
    added = _added_tokens(library, name)
    check_pipeline_vocab(model.token_to_id, added, name)
    check_unknown(next((t for t, i in model.token_to_id.items() if i == model.unk_id), ""), name)
    stages = Stages.of(content, added)
    stages.parts("a b")  # what cannot cut a text is refused now, not with the first text
    vocab, over_bytes = _vocab(content, model, added)
    specials = {i for i, token in _decoder(library).items() if token.special}
    tokenizer = PipelineTokenizer(
        zlib.compress(text.encode(), 1),
        stages,
        model,
        vocab,
        frozenset(specials | ({model.unk_id} if model.unk_id is not None else set())),
        () if over_bytes else model.markers,
        _facts(kind, content),
        frame_of(content.get("post_processor"), name),
    )
    vars(tokenizer)["library"] = library  # cached: it need not be read again
    return tokenizer


def _check_unread(content: Mapping[str, Any], name: str) -> None:
    """Refuse what would end the library's process, or fill its memory, before it reads the file."""
    check_merges(content["model"], name)
    check_pieces(content["model"], name)
    _check_rule_tables([content.get(stage) for stage in STAGES], name)
    if (times := lengthening(content)) > LENGTHENING:
        written = f"{times:,.0f}" if times < 10**15 else "any number of"
        raise FormatError(
            f"The stages of a tokenizer.json write at most {LENGTHENING:,} characters for one, but "
            f"those of {name} may write {written}. Take out what makes a text longer, or use the "
            "library."
        )
    match content:
        case {"added_tokens": [*tokens]}:
            names = [token.get("content") for token in tokens if isinstance(token, dict)]
            check_special_lengths([named for named in names if isinstance(named, str)], name)
    if content.get("normalizer") is not None and normalized_tokens(content):
        alone = read_library(with_normalizer(content))
        asked(lambda: check_normalized(content, normalizing(alone), name), "this tokenizer.json")


def _read_back(library: Tokenizer, stage: str) -> Any:
    """What the library has read of a stage, with all types: some it knows without, by their keys.

    {"sep": ["a", 0], "cls": ["b", 1]} -> {"type": "BertProcessing", "sep": ["a", 0], ...}
    """
    part = getattr(library, stage)
    return None if part is None else json.loads(part.__getstate__())


def _check_rule_tables(part: object, name: str) -> None:
    """Each, however deep: the library makes room for as many rules as a table says that it has."""
    if isinstance(part, dict):
        if isinstance(table := part.get("precompiled_charsmap"), str):
            check_rule_table(_from_base64(table, name))
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            _check_rule_tables(each, name)


def _from_base64(table: str, name: str) -> bytes:
    try:
        return base64.b64decode(table, validate=True)
    except ValueError:
        raise FormatError(
            f"A table of normalization rules is written in base64, but that of {name} is "
            f"{short(table)}. Make the file anew with the library."
        ) from None


def _decoder(library: Tokenizer) -> dict[int, Any]:
    return library.get_added_tokens_decoder()


def _added_tokens(library: Tokenizer, name: str) -> dict[str, int]:
    added = {token.content: token_id for token_id, token in _decoder(library).items()}
    check_special_names(added, name)
    return added


def _vocab(
    content: Mapping[str, Any], model: PipelineModel, added: Mapping[str, int]
) -> tuple[Mapping[int, Token], bool]:
    """id -> token, in order, and whether the tokens are bytes.

    Of those, a token that the letters of bytes do not write stands for itself, as the library
    decodes it: Command R+ has a thousand emoji so.
    """
    learned = {i: token for token, i in model.token_to_id.items() if token not in added}
    names = {i: token for token, i in added.items()}
    vocab: dict[int, Token] = {**learned, **names}
    spelled = {i: spelled_bytes(token) for i, token in learned.items() if i != model.unk_id}
    over_bytes = "merges" in content["model"] and _has_byte_level(content)
    if over_bytes:
        vocab = {
            i: token if (token := spelled.get(i)) is not None else str(word).encode()
            for i, word in vocab.items()
        }
    return dict(sorted(vocab.items())), over_bytes


def _has_byte_level(content: Mapping[str, Any]) -> bool:
    stages = [content.get("normalizer"), content.get("pre_tokenizer")]
    return "ByteLevel" in _names(stages)


def _names(stage: object) -> list[str]:
    """The types of a stage and of those in it, in order."""
    if isinstance(stage, list):
        return [name for each in stage for name in _names(each)]
    if not isinstance(stage, dict):
        return []
    inner = [name for value in stage.values() for name in _names(value)]
    kind = stage.get("type")
    return [*([kind] if isinstance(kind, str) and kind != "Sequence" else []), *inner]


def _facts(kind: str, content: Mapping[str, Any]) -> PipelineFacts:
    model = content["model"]
    listed = ("type", "vocab", "merges")
    options = {key: value for key, value in model.items() if key not in listed}
    stages = {stage: _names(content.get(stage)) for stage in STAGES}
    return PipelineFacts(
        kind,
        len(model["merges"]) if "merges" in model else None,
        tuple((stage, ", ".join(names)) for stage, names in stages.items() if names),
        tuple((key, short(value)) for key, value in options.items() if value is not None),
        cut_off=content.get("truncation") is not None,
        filled_up=content.get("padding") is not None,
        longest_word=model.get("max_input_chars_per_word", 0),
    )
