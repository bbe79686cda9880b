"""What a tokenizer that a reader brought is: its kind, its size, the stages in its file."""

from typing import Any

import streamlit as st

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.lessons import lesson
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
_BYTE_LEVEL = {
    ByteBPE: "BPE over bytes: pairs of bytes are joined to longer and longer tokens.",
    RegexBPE: "BPE over bytes within pre-tokens: a split pattern first cuts a text into "
    "pre-tokens, such as words. Then bytes are joined inside each of them.",
}
_LOOKED_UP = {
    "word": "A list of words: each space is written as ▁, the text is cut before it, and each word "
    "is looked up whole. One that is not in the list is unknown.",
    "char": "A list of characters: each space is written as ▁, and each character is looked up. "
    "One that is not in the list is unknown.",
}
"""SentencePiece's models that have no lesson, by their unit."""
_PIPELINES = {
    "BPE": "joins pairs of tokens inside each part, the pair that was learned first before others.",
    "Unigram": "cuts each part in the most probable way.",
    "WordPiece": "cuts each part from the left, by the longest piece that fits.",
    "WordLevel": "looks each part up in a list of words.",
}
"""What the model of a Hugging Face pipeline does, by the name that the file has for it."""
_STAGES = {
    "normalizer": "rewrites the text",
    "pre_tokenizer": "cuts it",
    "decoder": "leads back to text",
}


def what_it_is(model: Any) -> None:
    """Draw the section."""
    st.markdown(
        f"{with_terms(in_words(model))} {plural(len(model.vocab), 'token')}{_made_of(model)}."
    )
    if not isinstance(model, PipelineTokenizer):
        return
    facts = model.facts
    if isinstance(next(iter(model.vocab.values()), ""), bytes):
        st.caption(_LETTERS)
    notes = {**_STAGES, "post_processor": post_processor_note(model.frame)}
    rows = [(name, what, notes.get(name, "")) for name, what in facts.stages]
    rows += [(name, value, "option of the model") for name, value in facts.options]
    names, values, does = zip(*rows, strict=True) if rows else ((), (), ())
    draw_table({"in the file": names, "is": values, "": does})
    if facts.cut_off or facts.filled_up:
        st.caption("The file also asks to cut texts off or to fill them up; here all is encoded.")


def in_words(model: Any) -> str:
    """What this kind of tokenizer does: where it has a lesson, what the lesson says of it."""
    if isinstance(model, PipelineTokenizer):
        does = _PIPELINES[model.facts.kind]
        return f"A pipeline: its stages make parts of a text, and {model.facts.kind} {does}"
    if isinstance(model, SentencePieceLookup):
        return _LOOKED_UP[model.unit]
    if type(model) in _BYTE_LEVEL:
        return _BYTE_LEVEL[type(model)]
    row = lesson(type(model).__module__.rpartition(".")[-1])  # a lesson's module is named as it is
    return f"{row.title}. {row.idea}"


def _made_of(model: Any) -> str:
    """Markdown: what a vocabulary is made of, of byte-level BPE or in a pipeline; "" of another."""
    if isinstance(model, PipelineTokenizer):
        merges = model.facts.num_merges
        return "" if merges is None else f", {plural(merges, 'merge')}"
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
