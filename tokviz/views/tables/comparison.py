"""One text in our tokenizer and in a reference (GPT-2): what each makes of it, and what they share.

Tokens are compared by the UTF-8 bytes that they stand for, so half a character is a token like
any other, and " the" with its space is not "the". A tokenizer's own marks do not count: "##s"
stands for "s".
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import tiktoken

from tokviz.text.labels import Unit, plain_label, plural, unit_of, upper
from tokviz.text.markers import Markers, spelled_bytes
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.merges import Token
from tokviz.traces.results import Loss, Span, lost_share
from tokviz.views.strips.losses import lost_as
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow


@dataclass(frozen=True, slots=True)
class Side:
    """One tokenizer's result: its strip, and its counts. A ratio of nothing to nothing is 0."""

    row: StripRow
    num_bytes: int
    num_characters: int
    unit: Unit

    @property
    def name(self) -> str:
        """The tokenizer's name."""
        return self.row.name

    @property
    def num_tokens(self) -> int:
        """How many tokens the text became."""
        return len(self.row.tokens)

    @property
    def bytes_per_token(self) -> float | None:
        """UTF-8 bytes that one token stands for, on average; None where none stands for any."""
        return self.row.bytes_per_token(self.num_bytes)

    @property
    def characters_per_token(self) -> float:
        """What one token stands for in its ``unit``, on average."""
        return self.num_characters / self.num_tokens if self.num_tokens else 0.0


@dataclass(frozen=True, slots=True)
class LearnedToken:
    """A token of ours that is more than one symbol, and the reference's id for the same bytes.

    ``count`` is how often it stands in the text as our tokenizer cut it.
    """

    token_id: int
    token: Token
    label: str
    spelled: bytes
    count: int
    reference_id: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides of one text, and our learned tokens in the order of their ids."""

    text: str
    ours: Side
    reference: Side
    learned: tuple[LearnedToken, ...]
    losses: tuple[Loss, ...] = ()

    @property
    def rows(self) -> tuple[StripRow, StripRow]:
        """The strips, ours first."""
        return self.ours.row, self.reference.row

    @property
    def shared(self) -> tuple[LearnedToken, ...]:
        """Our learned tokens whose bytes are a token of the reference too."""
        return tuple(token for token in self.learned if token.reference_id is not None)

    def verdict(self) -> str:
        """Who needs fewer tokens, in a sentence; in another, what ours lost: that needs none."""
        share = lost_share(self.losses, self.text)
        how = ", ".join(lost_as(self.losses))
        lost = f" {upper(self.ours.name)} loses {share:.1%} of the text ({how})."
        return self._needs() + (lost if share else "")

    def _needs(self) -> str:
        ours, theirs = self.ours.num_tokens, self.reference.num_tokens
        if ours == theirs:
            return f"Both need {plural(ours, 'token')}."
        less, more = sorted((self.ours, self.reference), key=lambda side: side.num_tokens)
        if not less.num_tokens:
            needs = plural(more.num_tokens, "token")
            return upper(f"{less.name} keeps nothing of this text, {more.name} needs {needs}.")
        needs = plural(less.num_tokens, "token")
        return upper(f"{less.name} needs {needs}, {more.name} needs {more.num_tokens:,}.")

    def summary_table(self) -> list[dict[str, str | int | float | None]]:
        """One row per tokenizer, ready for a table."""
        return [
            {
                "tokenizer": side.name,
                "tokens": side.num_tokens,
                "bytes per token": side.bytes_per_token,
                f"{side.unit}s per token": side.characters_per_token,
            }
            for side in (self.ours, self.reference)
        ]

    def learned_table(self) -> list[dict[str, str | int | None]]:
        """One row per learned token, ready for a table; no id of the reference is None."""
        return [
            {
                "token": token.label,
                "our id": token.token_id,
                "bytes": token.spelled.hex(" ").upper(),
                "uses at the end": token.count,
                f"{self.reference.name} id": token.reference_id,
            }
            for token in self.learned
        ]


def compare(
    text: str,
    ids: Sequence[int],
    vocab: Mapping[int, Token],
    reference: tiktoken.Encoding,
    *,
    name: str = "Ours",
    markers: Markers = (),
    special_ids: Collection[int] = (),
    spans: Sequence[Span] | None = None,
    unknown: Collection[Span] = (),
    losses: Sequence[Loss] = (),
) -> Comparison:
    """Set our encoding ``ids`` of ``text`` beside the reference's.

    Arguments:
        vocab: id -> token of our tokenizer, bytes or str.
        markers: what our tokenizer writes into its tokens, as ``label_parts`` takes them.
        special_ids: ids in ``vocab`` that nothing learned: special and unknown tokens.
        spans: the UTF-8 byte range of each of ``ids``; without them they are looked for.
        unknown: the spans of the tokens that stand for what is unknown.
        losses: what our ids do not give back.
    """
    text = well_formed(text)
    their_ids = reference.encode(text, allowed_special="all")
    their_vocab = {i: reference.decode_single_token_bytes(i) for i in dict.fromkeys(their_ids)}
    size, unit = len(text.encode()), unit_of([text])
    ours = strip_row(
        name,
        ids,
        vocab,
        text,
        markers=markers,
        spans=spans,
        losses=losses,
        unknown=unknown,
    )
    theirs = strip_row("GPT-2", their_ids, their_vocab, text)
    return Comparison(
        text=text,
        ours=Side(ours, size, len(text), unit),
        reference=Side(theirs, size, len(text), unit),
        learned=_learned(ids, vocab, reference, markers, frozenset(special_ids)),
        losses=tuple(losses),
    )


def _learned(
    ids: Sequence[int],
    vocab: Mapping[int, Token],
    reference: tiktoken.Encoding,
    markers: Markers,
    special_ids: frozenset[int],
) -> tuple[LearnedToken, ...]:
    counts = Counter(ids)
    found = []
    for token_id, token in sorted(vocab.items()):
        spelled = spelled_bytes(token, markers)
        symbols = (
            len(spelled) if isinstance(token, bytes) else len(spelled.decode(errors="replace"))
        )
        if symbols > 1 and token_id not in special_ids:
            label = plain_label(token, markers)
            twin = reference_id(spelled, reference)
            found.append(LearnedToken(token_id, token, label, spelled, counts[token_id], twin))
    return tuple(found)


def reference_id(spelled: bytes, reference: tiktoken.Encoding) -> int | None:
    """The reference's ordinary token with exactly these bytes; special tokens do not count."""
    if spelled.decode(errors="replace") in reference.special_tokens_set:
        return None
    try:
        return reference.encode_single_token(spelled)
    except KeyError:
        return None
