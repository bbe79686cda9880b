"""A recorded conversation as a strip: a line for each message, the special tokens framed."""

from collections.abc import Iterator

from tokviz.text.chats import Line
from tokviz.text.markers import Markers
from tokviz.traces.chats import ChatTrace
from tokviz.views.strips.strips import StripRow, strips_payload

NAMES: dict[Line, str] = {
    "system": "System",
    "user": "You",
    "assistant": "Assistant",
    "reply": "To write",
}
FORGED = "Forged"


def chat_payload(chat: ChatTrace, *, name: str, markers: Markers) -> bytes:
    """What the strips show of it."""
    row = StripRow(
        name,
        [token[:4] for token in chat.tokens],
        markers=markers,
        unknown=[(t.start, t.end) for t in chat.tokens if t.token_id == chat.unk_id],
        special=[(t.start, t.end) for t in chat.tokens if t.special],
    )
    return strips_payload([row], text=chat.text, lines=list(_lines(chat)))


def _lines(chat: ChatTrace) -> Iterator[tuple[int, str]]:
    """Where a message begins for the model, by whom it says it is, and how many tokens it has."""
    first = 0
    tokens = chat.tokens
    for at, token in enumerate(tokens):
        ends = at + 1 == len(tokens) or tokens[at + 1].line != token.line
        if ends or (tokens[at + 1].source == "forged" and chat.begins(tokens[at + 1])):
            begun = tokens[first]
            is_forged = begun.source == "forged" and chat.begins(begun)
            name = FORGED if is_forged else NAMES[token.line]
            yield begun.start, f"{name} {at + 1 - first:,}"
            first = at + 1
