"""What the signs and colours of a replay and of strips say, in words: every “About” has them."""

import streamlit as st

_SIGNS = (
    ("`·` `↵` `⇥`", "a space; the end of a line; a tab"),
    ("`▁`", "a space, as SentencePiece and Unigram write it"),
    ("`##`", "a piece that goes on with a word (WordPiece)"),
    ("`</w>`", "here a word ends (Character BPE)"),
    (
        "`EC` `ZWJ`",
        "in a dotted box: a byte that is no whole character, as a hex number; a character that "
        "draws nothing, by its name (ZWJ joins emoji)",
    ),
    ("`e◌́`", "a letter and an accent: two code points that look like `é`"),
    ("Colour", "with the line at its edge: set by a token's spelling, the same on every page"),
    ("No colour", "one character, or one byte"),
    ("Thick bar", "between two different tokens of the same colour"),
    ("Thin bar", "no merge crosses here"),
    (
        "Right to left",
        "a line, or a strip, runs as in a book, from the side of its first letter; in it words of "
        "Arabic and Hebrew run from the right, and their marks and bytes with them, all other "
        "words and numbers from the left. Only the lattice and “Text to bytes” run from the left "
        "throughout",
    ),
)
POINTING = (
    "**Pointing**, or pressing. A token: its id and bytes. A pair beside the text: where it stood, "
    "and what became of it."
)
CONTEST = (
    "**The contest.** `if?` asks what if this step had joined that pair. A small `+15` or `−9`: "
    "how the step before changed the pair's count. **Vocabulary**, beside Pairs: what was "
    "learned so far; a press goes to the step that made it."
)
STEPPING = (
    "Left, right or a clicker steps, Space plays, Home and End jump; 1 to 4 answer a question. "
)
PRESENTING = "P presents, B makes a presented screen black, Esc leaves."
HOW_TO_READ = "\n".join(
    (
        "**Signs and colours**",
        "",
        "| Sign | What it says |",
        "|:--|:--|",
        *(f"| {sign} | {says} |" for sign, says in _SIGNS),
    )
)
"""What a strip of tokens shows, wherever it stands."""


def signs() -> None:
    """Draw them."""
    with st.container(key="signs_told"):
        st.markdown(HOW_TO_READ)
