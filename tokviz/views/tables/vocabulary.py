"""A vocabulary as the rows of a table: how each token is written, and how it came to be."""

import re
from dataclasses import dataclass

from tokviz.text.direction import unmarked
from tokviz.text.labels import named, plain_label
from tokviz.text.markers import spelled_bytes
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace, Token

_UNSEEN = re.compile("‹([^›]*)›")


@dataclass(frozen=True, slots=True)
class VocabRow:
    """One token. What tells of its merge is empty for base symbols and special tokens.

    ``hex_bytes`` are those of the text that it stands for: "##of" has the two of "of".
    """

    token_id: int
    token: str
    hex_bytes: str
    made_from: str
    from_ids: str
    step: int | None
    count: int | None


def vocabulary_rows(trace: MergeTrace, *, find: str = "") -> list[VocabRow]:
    """The tokens in the order of their ids; ``find`` keeps those that hold it.

    It is looked for in the token as text, in its label, in its bytes as hex, and as an id. What a
    label writes for what cannot be seen, ``‹F0 9F›``, is found as a whole, or with its brackets.
    """
    find = unmarked(find)
    steps = {step.token_id: step for step in reversed(trace.steps)}
    rows = []
    for token_id, token in trace.vocab.items():
        label = plain_label(token, trace.markers)
        spelled = spelled_bytes(token, trace.markers)
        if not _found(find, token_id, token, label, spelled):
            continue
        step = steps.get(token_id)
        made_from = "" if step is None else _made_from(trace, step.pair)
        rows.append(
            VocabRow(
                token_id,
                label,
                spelled.hex(" ").upper(),
                made_from,
                "" if step is None else " + ".join(map(str, step.pair)),
                None if step is None else step.rank + 1,
                None if step is None else step.count,
            )
        )
    return rows


def _made_from(trace: MergeTrace, pair: Pair) -> str:
    """Both parts from left to right, also where they are written the other way."""
    return " + ".join(named(trace.vocab[part], trace.markers) for part in pair)


def _found(find: str, token_id: int, token: Token, label: str, spelled: bytes) -> bool:
    if not find:
        return True
    text = token if isinstance(token, str) else token.decode("utf-8", "replace")
    digits = find.replace(" ", "").lower()
    return (
        find in text
        or _in_label(find, label)
        or find == str(token_id)
        or (len(digits) >= 2 and digits == spelled.hex()[: len(digits)])
    )


def _in_label(find: str, label: str) -> bool:
    if "‹" in find or "›" in find:
        return find in label
    return find in _UNSEEN.findall(label) or find in _UNSEEN.sub("›", label)
