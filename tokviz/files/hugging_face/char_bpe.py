"""Character BPE as a ``tokenizer.json``: words between white space, letters, merges.

An end-of-word symbol of its own cannot be held: there it is only ever part of the last letter.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.files.errors import FormatError, short
from tokviz.files.hugging_face.pipeline import bpe, by_spelling, pipeline, split
from tokviz.files.hugging_face.words import WHITE_SPACE
from tokviz.text.labels import plain_label
from tokviz.traces.choice import Pair


def char_bpe_content(
    vocab: Mapping[int, str],
    merges: Sequence[Pair],
    letters: Sequence[str],
    end_of_word: str | None,
    end_of_word_joined: bool,
) -> dict[str, Any]:
    """The file's content; FormatError for what it cannot hold.

    Arguments:
        vocab: id -> token as shown, the last one unknown.
        letters: of each token but the unknown, without its end of word.
        end_of_word, end_of_word_joined: as ``CharBPE`` has them.
    """
    if end_of_word is not None and not end_of_word_joined:
        raise FormatError(
            "In a tokenizer.json the end of a word is part of its last letter, but this "
            f"tokenizer's {plain_label(end_of_word)} is a symbol of its own. Make it part of the "
            "last letter (end_of_word_joined=True)."
        )
    for token_id, text in enumerate(letters):
        if end_of_word and 0 <= vocab[token_id].find(end_of_word) < len(text):
            raise FormatError(
                f"Hugging Face's decoder takes the first {short(end_of_word)} for the end of a "
                f"word, but the token {short(vocab[token_id])} has one that begins among its "
                "letters. Train with another end_of_word."
            )
    return pipeline(
        bpe(
            by_spelling(vocab.items()),
            [(vocab[left], vocab[right]) for left, right in merges],
            unk_token=vocab[len(letters)],
            end_of_word=end_of_word,
        ),
        pre_tokenizer=split(WHITE_SPACE, "Removed"),
        decoder={"type": "Fuse"}
        if end_of_word is None
        else {"type": "BPEDecoder", "suffix": end_of_word},
        special_tokens={},
    )
