"""What a special token is that a text spells: that token, whole, or plain text like any other.

RegexBPE and WordPiece are told by keywords of all that encodes. A pipeline of Hugging Face's is
told by taking another in its place. No other model has a choice.
"""

from dataclasses import replace
from typing import Any, Literal, TypeAlias

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.wordpiece import WordPiece

Spelled: TypeAlias = Literal["whole", "plain"]
WHOLE: Spelled = "whole"
PLAIN: Spelled = "plain"


def read_as(model: Any, spelled: Spelled) -> tuple[Any, dict[str, Any]] | None:
    """The model that reads a text so, and the keywords that tell it; None where it cannot choose.

    RegexBPE as plain text -> (itself, {"allowed_special": none, "disallowed_special": none}).
    """
    whole = spelled == WHOLE
    if isinstance(model, PipelineTokenizer):
        return (model if whole else model.as_plain_text), {}
    if not isinstance(model, RegexBPE | WordPiece):
        return None
    if whole:
        return model, {"allowed_special": "all"}
    refused = {"disallowed_special": ()} if isinstance(model, RegexBPE) else {}
    return model, {"allowed_special": frozenset(), **refused}


def reading_whole(model: Any) -> Any:
    """The model that reads them whole where a call does not say; itself where it cannot choose."""
    so, told = read_as(model, WHOLE) or (model, {})
    return replace(so, **told) if told else so
