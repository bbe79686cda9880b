"""Special tokens: never split, never merged, and refused in input unless the caller allows them.

Text that a stranger typed must not end a document by spelling ``<|endoftext|>``. So encoding
refuses the spelling by default and says how to allow it or to read it as plain text.
Source: the behaviour of tiktoken's ``encode``.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Literal, TypeAlias, TypedDict, TypeVar

from tokviz.checks.arguments import is_iterable
from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.limits import TOKEN_ID
from tokviz.checks.whole_numbers import check_whole, written
from tokviz.text.pre_tokens import cut_special_tokens, well_formed

Special: TypeAlias = Literal["all"] | Collection[str]
Allowed: TypeAlias = Literal["all"] | Set[str]


class Specials(TypedDict, total=False):
    """Which special tokens a text may hold, and which of the others are refused in it.

    ``allowed_special``: "all" or a set; left out, those that the model allows.
    ``disallowed_special``: "all", or a collection; () reads all others as plain text.
    """

    allowed_special: Allowed | None
    disallowed_special: Special


class SpecialTokenError(TokvizError):
    """A text holds this special token, which it may not; the remedies are those of Python."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.token = token

    @property
    def rule(self) -> str:
        """What is wrong, without the remedies."""
        return f"The text holds the special token {self.token!r}, which input may not by default."

    def __str__(self) -> str:
        return (
            f"{self.rule} Pass allowed_special={{{self.token!r}}} to encode it as that token, or "
            "disallowed_special=() (encode_ordinary) to encode it as plain text."
        )


Value = TypeVar("Value")
_LETTERS = 500
"""Letters that a regular expression compares in the time of a merge; all else waits for it."""


def check_strings(
    names: Sequence[str] | Mapping[str, int], what: str = "special_tokens", *, ids: bool = False
) -> list[str]:
    """The names in order; KindError for what has no order, and for names that are no strings.

    They take their ids in order, and a set has none. A bare string is a slip, and so is a mapping
    where ``ids`` are not the caller's to give.
    """
    if isinstance(names, str | bytes):
        raise KindError(
            f"{what} must be a sequence of strings, but is the {type(names).__name__} {names!r}. "
            f"Write ({names!r},) for a single one."
        )
    if not isinstance(names, Sequence | Mapping if ids else Sequence):
        raise KindError(
            f"{what} must be a sequence of strings{' or a mapping to ids' if ids else ''}, but is "
            f"of the kind {type(names).__name__}. Make it a tuple, in the order of their ids."
        )
    for name in names:
        if not isinstance(name, str):
            raise KindError(
                f"Every name in {what} must be a str, but {name!r} is of the kind "
                f"{type(name).__name__}. Decode bytes first."
            )
    return list(names)


def check_names(
    special_tokens: Sequence[str] | Mapping[str, int],
    *,
    ids: bool = False,
    unk_token: str | None = None,
) -> None:
    """Refuse what has no order, names that are none, empty, given twice or not well-formed.

    An ``unk_token`` must be one of them, or it would be a word like any other.
    """
    names = check_strings(special_tokens, ids=ids)
    if "" in names:
        raise TokvizError("A special token must have a spelling, but one is empty. Leave it out.")
    broken = next((name for name in names if well_formed(name) != name), None)
    if broken is not None:
        raise TokvizError(
            f"A special token must be well-formed Unicode, but {broken!r} holds a lone surrogate. "
            "Take it out."
        )
    twice = given_twice(names)
    if twice is not None:
        raise TokvizError(
            f"Each special token stands once, but {twice!r} is given twice. Leave one out."
        )
    if unk_token is not None and unk_token not in names:
        raise TokvizError(
            f"unk_token must be one of special_tokens, but {unk_token!r:.40} is none of "
            f"{tuple(names)!r:.200}. Put it among them."
        )


def given_twice(values: Iterable[Value]) -> Value | None:
    """The first value that stands there more than once."""
    return next((value for value, times in Counter(values).items() if times > 1), None)


def search_effort(special_tokens: Iterable[str]) -> float:
    """How many times the work of a merge it may cost to look for these at one place of a text."""
    return sum(map(len, special_tokens)) / _LETTERS


def with_ids(
    special_tokens: Sequence[str] | Mapping[str, int],
    *,
    ordinary: Collection[int],
    free: int | None = None,
) -> Mapping[str, int]:
    """Special token -> id: the ids given, else the next after the ordinary ones, in order.

    ``free``: from where on ids are free, if ``ordinary`` is not all that will be taken.
    """
    check_names(special_tokens, ids=True)
    first_free = max(ordinary, default=-1) + 1 if free is None else free
    if isinstance(special_tokens, Mapping):
        for name, token_id in special_tokens.items():
            check_whole(f"The id of the special token {name!r}", token_id, such_as=first_free)
            if not 0 <= token_id <= TOKEN_ID:
                raise TokvizError(
                    f"An id is from 0 to {TOKEN_ID:,}, but {name!r} was given "
                    f"{written(token_id)}. "
                    f"Ids from {first_free} on are free."
                )
            if token_id in ordinary:
                raise TokvizError(
                    f"A special token takes an id of its own, but {name!r} was given {token_id}, "
                    f"which is taken. Ids from {first_free} on are free."
                )
        twice = given_twice(special_tokens.values())
        if twice is not None:
            raise TokvizError(
                f"Each special token takes an id of its own, but {twice} is given twice. Ids from "
                f"{first_free} on are free."
            )
        return MappingProxyType({name: int(token_id) for name, token_id in special_tokens.items()})
    return MappingProxyType(
        {name: token_id for token_id, name in enumerate(special_tokens, first_free)}
    )


def vocab_with(
    vocab: Mapping[int, bytes], special_tokens: Mapping[str, int]
) -> Mapping[int, bytes]:
    """The vocabulary with the special tokens' spellings under their ids."""
    spelled = {token_id: name.encode() for name, token_id in special_tokens.items()}
    return MappingProxyType({**vocab, **spelled})


def allowed_in(
    text: str,
    special_tokens: Collection[str],
    allowed_special: Allowed,
    disallowed_special: Special = "all",
) -> frozenset[str]:
    """The special tokens to cut out of this text; SpecialTokenError where one is refused."""
    for setting in (allowed_special, disallowed_special):
        if isinstance(setting, str) and setting != "all":
            raise KindError(
                f'allowed_special and disallowed_special are "all" or a set of special tokens, '
                f"but one is the string {setting!r}. Write {{{setting!r}}}."
            )
    refusable = isinstance(disallowed_special, Collection) and is_iterable(disallowed_special)
    if not refusable or not all(isinstance(name, str) for name in disallowed_special):
        raise KindError(
            'disallowed_special is "all" or a set of special tokens, as in tiktoken, but it is '
            f"{disallowed_special!r:.40}. Write () for none."
        )
    if not isinstance(allowed_special, str | Set):
        raise KindError(
            'allowed_special is "all" or a set of special tokens, as in tiktoken, but it is the '
            f"{type(allowed_special).__name__} {allowed_special!r}. Make it a set with set(...)."
        )
    check_strings(tuple(allowed_special), what="allowed_special")
    text, everything = well_formed(text), frozenset(special_tokens)
    allowed = everything if allowed_special == "all" else everything & allowed_special
    refused = everything - allowed if disallowed_special == "all" else frozenset(disallowed_special)
    if "" in refused:
        raise TokvizError(
            "A special token must have a spelling, but one of disallowed_special is empty, and "
            "every text holds that. Leave it out."
        )
    cut = cut_special_tokens(text, refused)
    found = next((part for part, is_special in cut if is_special), None)
    if found is not None:
        raise SpecialTokenError(found)
    return allowed
