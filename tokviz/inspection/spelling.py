"""What a token spells: the bytes that it stands for in a text, without the tokenizer's markers.

"##ly" stands for "ly", "▁the" for " the". SentencePiece writes a single byte as "<0x0A>", and so
do those who follow it; where decoding makes a byte of one, they all are bytes. Not all 256 need be
there: Gemma writes the tab as itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.text.markers import NAMED_BYTE, Markers, spelled_text
from tokviz.traces.merges import Token
from tokviz.traces.tokenizer import Tokenizer


@dataclass(frozen=True, eq=False)
class Spelling:
    """How the tokens of one tokenizer are read; ``byte_of`` has the tokens that name a byte."""

    vocab: Mapping[int, Token]
    markers: Markers
    special_ids: frozenset[int]
    byte_of: Mapping[int, int]

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> "Spelling":
        """That of this tokenizer."""
        special_ids = tokenizer.special_ids
        named = {
            token_id: int(found[1], 16)
            for token_id, token in tokenizer.vocab.items()
            if isinstance(token, str)
            and token.startswith("<0x")
            and (found := NAMED_BYTE.fullmatch(token))
            and token_id not in special_ids
        }
        are_bytes = any(tokenizer.decode([i]) != tokenizer.vocab[i] for i in [*named][:1])
        byte_of = named if are_bytes else {}
        return cls(tokenizer.vocab, tokenizer.markers, special_ids, byte_of)

    def bytes_of(self, token_id: int) -> bytes:
        """What the token stands for in a text, in UTF-8; it need not be whole characters."""
        token = self.vocab[token_id]
        if token_id in self.byte_of:
            return bytes([self.byte_of[token_id]])
        if isinstance(token, bytes):
            return token
        return spelled_text(token, self.markers).encode("utf-8", "surrogatepass")

    def text_of(self, token_id: int) -> str | None:
        """What the token stands for as text, or None where the bytes are no whole characters."""
        token = self.vocab[token_id]
        if isinstance(token, str) and token_id not in self.byte_of:
            return spelled_text(token, self.markers)
        try:
            return self.bytes_of(token_id).decode()
        except UnicodeDecodeError:
            return None
