"""Where the pieces of an encoded text stand in the text as it was typed, before normalizing.

A piece covers characters of the normalized text, and each of those remembers where it came from.
Ranges never overlap: of the pieces into which one typed character fell ("½" becomes 1⁄2), the
first takes the character and the others stand empty behind it.
"""

from collections.abc import Iterable, Sequence

from tokviz.files.pieces import PieceKind
from tokviz.text.characters import byte_offsets
from tokviz.text.normalizers.segments import Normalization


def piece_spans(
    tokens: Iterable[tuple[str, int]], normalization: Normalization, kinds: Sequence[PieceKind]
) -> list[tuple[int, int]]:
    """The half-open UTF-8 byte range in the source of each token.

    ``tokens`` are (text, id) in order; bytes of one character are tokens of their own,
    the last of which has its range. Spaces that normalizing squeezed belong to the token of the one
    that is left. Both is as in SentencePiece.
    """
    origins = normalization.origins
    ends = [*(begin for begin, _ in origins[1:]), *(end for _, end in origins[-1:])]
    offsets = byte_offsets(normalization.source)
    spans: list[tuple[int, int]] = []
    at = position = pending = 0  # characters done, bytes done, bytes seen of the character at hand
    for text, token_id in tokens:
        length = len(text)
        if kinds[token_id] is PieceKind.BYTE:
            pending += 1
            length = int(pending == len(normalization.text[at].encode()))
            pending = 0 if length else pending
        begin = origins[at][0]
        end = ends[at + length - 1] if length else begin
        start = max(offsets[begin], position)
        position = max(offsets[end], start)
        spans.append((start, position))
        at += length
    return spans
