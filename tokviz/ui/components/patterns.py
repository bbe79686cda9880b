"""Choosing a split pattern and special tokens, and seeing the pre-tokens they make."""

import json

import streamlit as st

from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    compile_pattern,
    cut_special_tokens,
    split,
    well_formed,
)
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.state import PageState, choice
from tokviz.views.strips.strips import StripRow, StripToken, strips_payload

OWN = "own"
PUBLISHED = {"GPT-2": GPT2_PATTERN, "GPT-4": GPT4_PATTERN, "o200k": O200K_PATTERN}
_NAMES = {**{name: name for name in PUBLISHED}, "o200k": "GPT-4o (o200k)", OWN: "Your own"}
PATTERN_SECONDS = 2.0
"""How long a reader's own pattern may take before the page says that it runs away."""
SHOWN = 3_000
"""Characters of the text whose pre-tokens are drawn."""


def pattern_input(state: PageState) -> str:
    """The split pattern; PatternError where the reader's own does not compile."""
    name = st.segmented_control(
        "Split pattern",
        tuple(_NAMES),
        format_func=_NAMES.__getitem__,
        key=state.start("pattern", "GPT-2", choice(tuple(_NAMES))),
        required=True,
    )
    state.keep("pattern")
    link = {"pattern": str(name)}
    if name == OWN:
        pattern: str = st.text_input(
            "A regular expression",
            key=state.start("own_pattern", GPT2_PATTERN, str),
            help="Of Python's `regex` package. What it does not match becomes a pre-token of its "
            "own, so no text is lost.",
        )
        state.keep("own_pattern")
        link["own_pattern"] = pattern
        compile_pattern(pattern)
    else:
        pattern = PUBLISHED[str(name)]
        with st.expander("The pattern, part by part"):
            st.code("\n|".join(_alternatives(pattern)), language=None)
            st.caption(
                "The first alternative that matches wins. `\\p{L}` is any letter, `\\p{N}` any "
                "digit, `\\s` white space; `++` and `?+` never give back what they took."
            )
    state.put("pattern_link", link)
    return pattern


def special_tokens_input(state: PageState) -> tuple[str, ...]:
    """The special tokens of the page, in the order in which they take their ids."""
    names = st.multiselect(
        "Special tokens",
        ["<|endoftext|>", *(state.kept("special") or [])],
        key=state.start("special", ["<|endoftext|>"], _names_in_link),
        accept_new_options=True,
        help="Never split and never merged, wherever they stand. Type one and press Enter to add "
        "it.",
    )
    state.keep("special")
    state.put("pattern_link", {**state.kept("pattern_link"), "special": json.dumps(names)})
    return tuple(names)


def _names_in_link(link: str) -> list[str]:
    names = json.loads(link)
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise ValueError(link)
    return list(dict.fromkeys(names))


def show_pre_tokens(
    state: PageState, text: str, pattern: str, special_tokens: tuple[str, ...]
) -> None:
    """The pre-tokens of the text's beginning; PatternError where the pattern runs away."""
    shown = well_formed(text[:SHOWN])
    tokens: list[StripToken] = []
    number_of: dict[str, int] = {}
    end = 0
    for part, is_special in cut_special_tokens(shown, special_tokens):
        pre_tokens = [part] if is_special else split(part, pattern, timeout=PATTERN_SECONDS)
        for pre_token in pre_tokens:
            start, end = end, end + len(pre_token.encode())
            number = number_of.setdefault(pre_token, len(number_of))
            tokens.append((number, pre_token, start, end))
    with st.expander(
        f"The pre-tokens: {len(tokens):,}, of {len(number_of):,} kinds", expanded=False
    ):
        st.caption("No merge crosses the border of a pre-token. Same pre-token, same colour.")
        if len(shown) < len(text):
            st.caption(f"Of the first {SHOWN:,} of {len(text):,} characters.")
        row = StripRow("Pre-tokens", tokens)
        strips(strips_payload([row], text=shown), key=state.key("pre_tokens"))


def _alternatives(pattern: str) -> list[str]:
    """The pattern cut at the bars that stand in no bracket.

    "a|(b|c)|[|]" -> ["a", "(b|c)", "[|]"]
    """
    parts, depth, in_class, escaped = [""], 0, False, False
    for character in pattern:
        if escaped or character == "\\":
            escaped = not escaped
        elif in_class or character == "[":
            in_class = character != "]"
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and depth == 0:
            parts.append("")
            continue
        parts[-1] += character
    return parts
