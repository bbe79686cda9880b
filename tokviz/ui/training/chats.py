"""What workers do with a conversation: each kind of tokenizer told how to read what is typed.

Not here: Streamlit, because workers do without.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from tokviz.algorithms.alike.special_in_text import PLAIN, WHOLE, read_as
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.inspection.chats import Reading, encode_chat
from tokviz.text.chats import FORMS, Speaker, written_as
from tokviz.traces.chats import ChatTrace
from tokviz.ui.training.brought import check_amount


class Encoded(NamedTuple):
    """A conversation, and the same where no mark is a special token."""

    chat: ChatTrace
    without: ChatTrace


def chat_recorded(model: Any, form: str, said: Mapping[Speaker, str], *, spelled: bool) -> Encoded:
    """Encode a conversation; ``spelled`` lets messages spell special tokens."""
    shape = FORMS[form]
    parts = written_as(shape, said)
    known, plain = special_tokens_of(model), reading(model, special=False)
    marks = {mark: known[mark] for mark in shape.marks if mark in known}
    typed = reading(model, special=spelled)
    record = partial(encode_chat, model, shape, parts, plain=plain)
    both = Encoded(record(marks=marks, typed=typed), record(marks={}, typed=plain))
    check_amount(max(len(each.tokens) for each in both), "tokens")
    return both


def special_tokens_of(model: Any) -> dict[str, int]:
    """Spelling -> id."""
    if isinstance(model, RegexBPE):
        return dict(model.special_tokens)
    spelled = {i: model.vocab[i] for i in model.special_ids if i != model.unk_id}
    return {
        token.decode("utf-8", "replace") if isinstance(token, bytes) else token: i
        for i, token in spelled.items()
    }


def reading(model: Any, *, special: bool) -> Reading:
    """How a text is encoded: its special tokens found, or read as plain text if that can be."""
    so, told = read_as(model, WHOLE if special else PLAIN) or (model, {})
    return lambda text: (so.encode(text, **told), so.token_spans(text, **told))
