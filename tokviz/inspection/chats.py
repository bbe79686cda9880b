"""Encoding a conversation: the form's marks as special tokens, what people wrote as plain text.

Each part is encoded by itself and the ids are joined, as in Meta's code for Llama 3. So nothing
that is typed can become a mark, and no token holds both: the marks' ids are put between, not found
in the text. A library that encodes the whole text at once finds marks wherever they are spelled.
Where no mark is a special token, the conversation is a text like any other, and is encoded at once:
a token may begin in a message and end in what looks like a mark.

Not here: which special tokens a tokenizer has, and how it is told to find them or not
(ui/training/chats.py). Who encodes the whole text at once may find another cut at the border of a
part that begins or ends with white space: GPT-2's pattern parts two line ends before a letter.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from tokviz.text.chats import ChatForm, Part
from tokviz.traces.chats import ChatToken, ChatTrace, Source
from tokviz.traces.tokenizer import Tokenizer

Reading: TypeAlias = Callable[[str], tuple[Sequence[int], Sequence[tuple[int, int]]]]
"""A text's ids, and the UTF-8 byte range of each."""
Found: TypeAlias = tuple[int, tuple[int, int], Part]
"""A token's id, its range of bytes, and the part that it is of."""


def encode_chat(
    tokenizer: Tokenizer,
    form: ChatForm,
    parts: Iterable[Part],
    *,
    marks: Mapping[str, int],
    plain: Reading,
    typed: Reading,
) -> ChatTrace:
    """The record.

    Arguments:
        marks: spelling -> id of the special tokens that the form may use.
        plain: encodes the form's own text.
        typed: encodes what people wrote.
    """
    parts = list(parts)
    text = "".join(part.text for part in parts)
    spelled = dict.fromkeys(part.text for part in parts if part.kind == "mark")
    missing = tuple(mark for mark in spelled if mark not in marks)
    special_ids = {*marks.values(), *tokenizer.special_ids} - {tokenizer.unk_id}
    if len(missing) == len(spelled):
        found = _at_once(text, parts, typed)
    else:
        found = _one_by_one(parts, marks, plain, typed)
    tokens: list[ChatToken] = []
    for token_id, (first, last), part in found:
        special = token_id in special_ids
        source: Source = "forged" if special and part.kind == "written" else part.kind
        token = tokenizer.vocab[token_id]
        tokens.append(ChatToken(token_id, token, first, last, source, part.line, special))
    return ChatTrace(text, marks.get(form.opens), tuple(tokens), missing, tokenizer.unk_id)


def _at_once(text: str, parts: Sequence[Part], typed: Reading) -> Iterator[Found]:
    """A token is of the part in which it begins."""
    ends = list(accumulate(len(part.text.encode()) for part in parts))
    ids, spans = typed(text)
    for token_id, (first, last) in zip(ids, spans, strict=True):
        at = min(bisect_right(ends, first), len(parts) - 1)
        yield token_id, (first, last), parts[at]


def _one_by_one(
    parts: Iterable[Part], marks: Mapping[str, int], plain: Reading, typed: Reading
) -> Iterator[Found]:
    start = 0
    for part in parts:
        size = len(part.text.encode())
        if part.kind == "mark" and part.text in marks:
            yield marks[part.text], (start, start + size), part
        else:
            ids, spans = (typed if part.kind == "written" else plain)(part.text)
            for token_id, (first, last) in zip(ids, spans, strict=True):
                yield token_id, (start + first, start + last), part
        start += size
