"""Choosing a split pattern and special tokens, and seeing the pre-tokens they make."""

import json
import re
from functools import partial

import streamlit as st

from tokviz.checks import limits
from tokviz.paths.glossary import with_terms
from tokviz.text.labels import plural, told
from tokviz.text.pattern_parts import MadePreToken, PatternPart, pattern_parts
from tokviz.text.pre_tokens import GPT2_PATTERN, NAMED, well_formed
from tokviz.ui.components.inputs import choice_input, offered
from tokviz.ui.components.replay import text_hash
from tokviz.ui.components.sight import once_opened
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, check_special_token, names
from tokviz.ui.training.apart import NAMED_PATTERNS, is_own, pre_token_makers
from tokviz.views.strips.groups import StripToken
from tokviz.views.strips.strips import StripRow, strips_payload
from tokviz.views.tables.pattern_parts import lit_html, parts_html

OWN = "own"
PATTERN_NAMES = {**{one.link: one.title for one in NAMED}, OWN: "Your own"}
SHOWN = 3_000
"""Characters of the text whose pre-tokens are drawn."""
DRAWN = 400
"""Pre-tokens of the text in which a part's are lit up."""
_SIGNS = {
    r"\p{L}": "any letter",
    r"\p{M}": "any mark on a letter: an accent, a vowel sign",
    r"\p{N}": "any number: a digit, but also ½ or ²",
    r"\s": "white space",
}
_NOT_A_SIGN = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]", re.DOTALL)
_POSSESSIVE = re.compile(r"(?:[+?*]|\{[\d,]+\})\+")


def pattern_input(state: PageState) -> str:
    """The split pattern; the reader's own may be at fault."""
    name = choice_input(state, "pattern", "Split pattern", PATTERN_NAMES)
    link = {"pattern": name}
    if name == OWN:
        pattern: str = st.text_input(
            "A regular expression",
            key=state.start("own_pattern", GPT2_PATTERN, Text(limits.PATTERN, packed=False)),
            max_chars=limits.PATTERN,
            help="Of Python's `regex` package. What it does not match becomes a pre-token of its "
            "own, so no text is lost.",
        )
        state.keep("own_pattern")
        link["own_pattern"] = pattern
        if not pattern:
            st.caption(
                "An empty pattern cuts between all characters, so there is no pair to merge. "
                "Write one, or take one of the published."
            )
    else:
        pattern = NAMED_PATTERNS[name]
    state.put("pattern_link", link)
    return pattern


def special_tokens_input(state: PageState) -> tuple[str, ...]:
    """The special tokens of the page, in the order in which they take their ids."""
    chosen = st.multiselect(
        "Special tokens",
        ["<|endoftext|>", *(state.kept("special") or [])],
        key=state.start("special", ["<|endoftext|>"], names),
        accept_new_options=True,
        max_selections=limits.SPECIAL_TOKENS,
        help="Never split and never merged, wherever they stand. Type one and press Enter to add "
        "it.",
    )
    state.keep("special")
    state.put("pattern_link", {**state.kept("pattern_link"), "special": json.dumps(chosen)})
    for name in chosen:
        check_special_token(name)
    return tuple(chosen)


def show_pre_tokens(
    state: PageState, text: str, pattern: str, special_tokens: tuple[str, ...]
) -> None:
    """The pre-tokens of the text's beginning, for who opens their box.

    Raises PatternError where the reader's own pattern runs away, before training tries it.
    """
    shown = well_formed(text[:SHOWN])
    if is_own(pattern):
        pre_token_makers(shown, pattern, special_tokens)
    sig = text_hash(json.dumps([shown, pattern, special_tokens]))
    with st.expander("The pre-tokens"):
        draw = partial(_pre_tokens, state, shown, len(text), pattern, special_tokens)
        once_opened(state, "pre_tokens", sig, draw)


def _pre_tokens(
    state: PageState, shown: str, length: int, pattern: str, special_tokens: tuple[str, ...]
) -> None:
    made = pre_token_makers(shown, pattern, special_tokens)
    tokens: list[StripToken] = []
    number_of: dict[str, int] = {}
    end = 0
    for row in made:
        start, end = end, end + len(row.text.encode())
        number = number_of.setdefault(row.text, len(number_of))
        tokens.append((number, row.text, start, end))
    of = f" in the first {SHOWN:,} of {length:,} characters" if len(shown) < length else ""
    st.caption(
        f"{plural(len(tokens), 'pre-token')} of {plural(len(number_of), 'kind')}{of}. "
        + with_terms("No merge crosses the border of a pre-token. Same pre-token, same colour.")
    )
    strip = StripRow("Pre-tokens", tokens)
    strips(strips_payload([strip], text=shown), key=state.key("pre_tokens"))


def show_parts(state: PageState, text: str, pattern: str, special_tokens: tuple[str, ...]) -> None:
    """The pattern part by part: what each says, what it made, and where in the text."""
    shown = well_formed(text[:SHOWN])
    made = pre_token_makers(shown, pattern, special_tokens)
    parts = pattern_parts(pattern, made)
    st.html(parts_html(parts))
    of = "" if len(shown) == len(text) else f"Of the first {SHOWN:,} of {len(text):,} characters. "
    alone = sum(row.maker is None for row in made)
    rest = ""
    if alone and alone == len(made):
        rest = " Which part made which is not told: one of them needs another, or none matches."
    elif alone:
        rest = (
            f" {told(alone, 'comes', 'come')} from no part: special tokens, and what no part "
            "matches."
        )
    st.caption(
        f"{of}At each place the parts are tried in the order of their numbers, and the first that "
        f"matches makes the pre-token; those that made none stand last.{rest}{_signs(pattern)}"
    )
    _light_up(state, parts, made)


def _signs(pattern: str) -> str:
    """What the signs of the pattern mean, of those that it has."""
    means = [f"`{sign}` is {words}" for sign, words in _SIGNS.items() if sign in pattern]
    kept = dict.fromkeys(_POSSESSIVE.findall(_NOT_A_SIGN.sub("x", pattern)))
    if kept:
        never = (
            "never gives back what it took" if len(kept) == 1 else "never give back what they took"
        )
        means.append(f"{', '.join(f'`{sign}`' for sign in kept)} {never}")
    return f" {'; '.join(means)}." if means else ""


def _light_up(state: PageState, parts: list[PatternPart], made: list[MadePreToken]) -> None:
    used = {str(number): part.count for number, part in enumerate(parts, start=1) if part.count}
    if not used:
        return
    most = max(used, key=used.__getitem__)
    lit = st.segmented_control(
        "Light up what this part made",
        tuple(used),
        key=offered(state, "lit", used, default=most),
        required=True,
    )
    state.keep("lit")
    st.html(lit_html(made[:DRAWN], int(lit or most) - 1))
