"""How a conversation was encoded: each token with its place, and who wrote it.

``forged`` are special tokens that stand in what a person wrote: to the model they are as good as
the form's own.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from tokviz.text.chats import Kind, Line
from tokviz.traces.merges import Token

Source: TypeAlias = Kind | Literal["forged"]


class ChatToken(NamedTuple):
    """A token, and the half-open range of UTF-8 bytes of the conversation that it stands for.

    ``special`` says that it is a special token of the tokenizer.
    """

    token_id: int
    token: Token
    start: int
    end: int
    source: Source
    line: Line
    special: bool


@dataclass(frozen=True)
class ChatTrace:
    """The record. ``opens_id`` is the special token that begins a message, None where it is none.

    ``missing`` are the marks that stand in the text and are no special tokens of this tokenizer.
    """

    text: str
    opens_id: int | None
    tokens: tuple[ChatToken, ...]
    missing: tuple[str, ...]
    unk_id: int | None

    @property
    def ids(self) -> list[int]:
        """What the model gets."""
        return [token.token_id for token in self.tokens]

    @property
    def written(self) -> int:
        """Tokens of what people wrote."""
        return sum(token.source in ("written", "forged") for token in self.tokens)

    @property
    def by_form(self) -> int:
        """Tokens that the form adds."""
        return len(self.tokens) - self.written

    @property
    def forged(self) -> tuple[ChatToken, ...]:
        """Special tokens that a message spelled."""
        return tuple(token for token in self.tokens if token.source == "forged")

    @property
    def messages(self) -> int:
        """How many messages the model finds, the one that it is to write among them."""
        return sum(self.begins(token) for token in self.tokens)

    @property
    def forged_messages(self) -> int:
        """How many of them stand inside another."""
        return sum(map(self.begins, self.forged))

    def begins(self, token: ChatToken) -> bool:
        """Whether a message begins here, for the model."""
        return token.token_id == self.opens_id
