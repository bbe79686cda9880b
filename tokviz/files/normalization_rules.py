"""Normalization rules of one's own, as the table that SentencePiece models carry.

Rules are pairs: a string and what it becomes. SentencePiece's package builds the table.
"""

from collections.abc import Mapping
from itertools import chain

from sentencepiece import SentencePieceNormalizer, set_min_log_level

from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.limits import RULE_LENGTH
from tokviz.files.protobuf_wire import read_fields
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.text.pre_tokens import well_formed

OWN_RULES = "user_defined"
"""The name of such rules in a model file."""
_CHARSMAP = 2
"""The field of a NormalizerSpec that holds the table."""
_EVERYTHING, _ERRORS = 0, 2


def compile_rules(rules: Mapping[str, str]) -> Normalizer:
    """A normalizer with these rules: the longest string that fits a place is rewritten."""
    _check(rules)
    if not rules:
        return Normalizer(OWN_RULES)
    set_min_log_level(_ERRORS)
    try:
        spec = SentencePieceNormalizer(norm_map=list(rules.items())).serialized_normalizer_spec()
    except ValueError as error:
        raise TokvizError(f"sentencepiece refuses these normalization rules: {error}") from None
    finally:
        set_min_log_level(_EVERYTHING)
    charsmap = dict(read_fields(spec))[_CHARSMAP]
    return Normalizer(OWN_RULES, charsmap if isinstance(charsmap, bytes) else b"")


def _check(rules: Mapping[str, str]) -> None:
    strange = next(
        (rule for rule in rules.items() if not all(isinstance(s, str) for s in rule)), None
    )
    if strange is not None:
        raise KindError(
            "A normalization rule says for a str what it becomes, but one is "
            f"{strange[0]!r:.40}: {strange[1]!r:.40}. Write {{'ä': 'ae'}}."
        )
    too_long = next((rule for rule in rules.items() if max(map(_length, rule)) > RULE_LENGTH), None)
    if too_long is not None:
        raise TokvizError(
            f"Both sides of a normalization rule have at most {RULE_LENGTH} bytes in UTF-8, but "
            f"one is for {too_long[0]!r:.40}. Leave it out."
        )
    surrogate = next((text for text in chain(*rules.items()) if well_formed(text) != text), None)
    if surrogate is not None:
        raise TokvizError(
            "A normalization rule is well-formed Unicode, but one holds a lone surrogate: "
            f"{surrogate!r:.40}. Take it out."
        )
    broken = next((text for text in rules if not text or "\0" in text), None)
    if broken is not None:
        raise TokvizError(
            f"A normalization rule rewrites one character or more, none of them NUL, but one is "
            f"for {broken!r}. Leave it out."
        )
    same = next((text for text, becomes in rules.items() if text == becomes), None)
    if same is not None:
        raise TokvizError(
            f"A normalization rule changes what it is for, but one leaves {same!r:.40} as it is. "
            "Leave it out."
        )


def _length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
