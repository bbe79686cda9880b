"""Encoding a conversation: the form's marks as special tokens, what people wrote as plain text.

Each part is encoded by itself and the ids are joined, as in Meta's code for Llama 3. So nothing
that is typed can become a mark, and no token holds both: the marks' ids are put between, not found
in the text. A library that encodes the whole text at once finds marks wherever they are spelled.

Not here: which special tokens a tokenizer has, and how it is told to find them or not
(ui/training/chats.py). Who encodes the whole text at once may find another cut at the border of a
part that begins or ends with white space: GPT-2's pattern parts two line ends before a letter.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from tokviz.text.chats import ChatForm, Part
from tokviz.traces.chats import ChatToken, ChatTrace, Source
from tokviz.traces.tokenizer import Tokenizer

Reading: TypeAlias = Callable[[str], tuple[Sequence[int], Sequence[tuple[int, int]]]]
"""A text's ids, and the UTF-8 byte range of each."""


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
    tokens: list[ChatToken] = []
    missing: dict[str, None] = {}
    special_ids, start = {*marks.values(), *tokenizer.special_ids} - {tokenizer.unk_id}, 0
    text = ""
    for part in parts:
        text += part.text
        size = len(part.text.encode())
        if part.kind == "mark" and part.text in marks:
            token_id = marks[part.text]
            found = [(token_id, (0, size))]
        else:
            if part.kind == "mark":
                missing[part.text] = None
            ids, spans = (typed if part.kind == "written" else plain)(part.text)
            found = list(zip(ids, spans, strict=True))
        for token_id, (first, last) in found:
            special = token_id in special_ids
            source: Source = "forged" if special and part.kind == "written" else part.kind
            place = (start + first, start + last)
            token = tokenizer.vocab[token_id]
            tokens.append(ChatToken(token_id, token, *place, source, part.line, special))
        start += size
    return ChatTrace(text, marks.get(form.opens), tuple(tokens), tuple(missing), tokenizer.unk_id)
