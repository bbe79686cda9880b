"""What a tokenizer that a reader brought is: its kind, its size, the stages in its file."""

from typing import Any

import streamlit as st

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.paths.glossary import with_terms
from tokviz.text.byte_letters import LETTER_OF
from tokviz.text.labels import plural
from tokviz.ui.components.brought_text import post_processor_note
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.markdown import literal

_NUM_BYTES = 256
_MOST_NAMED = 10
"""Special tokens that are told by name."""
_LETTERS = (
    "The file writes each byte as a letter, as GPT-2's do: a space is "
    f"`{LETTER_OF[ord(' ')]}`, a line end `{LETTER_OF[10]}`."
)
_KINDS = {
    "ByteBPE": "BPE over bytes: pairs of bytes are joined to longer and longer tokens.",
    "RegexBPE": "BPE over bytes within pre-tokens: a split pattern first cuts a text into "
    "pre-tokens, such as words. Then bytes are joined inside each of them.",
}
"""What a byte-level BPE is, in words."""
_STAGES = {
    "normalizer": "rewrites the text",
    "pre_tokenizer": "cuts it",
    "decoder": "leads back to text",
}


def what_it_is(model: Any) -> None:
    """Draw the section."""
    if not isinstance(model, PipelineTokenizer):
        name = type(model).__name__
        kind = with_terms(_KINDS[name]) if name in _KINDS else f"{literal(name)}."
        st.markdown(f"{kind} {plural(len(model.vocab), 'token')}{_made_of(model)}.")
        return
    facts = model.facts
    merges = f", {facts.num_merges:,} merges" if facts.num_merges is not None else ""
    st.markdown(f"{literal(facts.kind)}, {len(model.vocab):,} tokens{merges}.")
    if isinstance(next(iter(model.vocab.values()), ""), bytes):
        st.caption(_LETTERS)
    notes = {**_STAGES, "post_processor": post_processor_note(model.frame)}
    rows = [(name, what, notes.get(name, "")) for name, what in facts.stages]
    rows += [(name, value, "option of the model") for name, value in facts.options]
    names, values, does = zip(*rows, strict=True) if rows else ((), (), ())
    draw_table({"in the file": names, "is": values, "": does})
    if facts.cut_off or facts.filled_up:
        st.caption("The file also asks to cut texts off or to fill them up; here all is encoded.")


def _made_of(model: Any) -> str:
    """Markdown: what the vocabulary of a byte-level BPE is made of; "" of another."""
    if not isinstance(model, ByteBPE | RegexBPE):
        return ""
    special = sorted(model.special_tokens) if isinstance(model, RegexBPE) else []
    learned = len(model.vocab) - _NUM_BYTES - len(special)
    made = f": {_NUM_BYTES:,} bytes, {learned:,} learned"
    if not special:
        return made
    named = ", ".join(map(literal, special[:_MOST_NAMED]))
    more = ", …" if len(special) > _MOST_NAMED else ""
    return f"{made}, {plural(len(special), 'special token')}: {named}{more}"
