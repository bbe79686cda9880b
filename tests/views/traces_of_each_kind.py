"""A trace of each kind, of one short text."""

from tokviz import (
    CodePoints,
    RegexBPE,
    Unigram,
    Whitespace,
    WordLevel,
    WordPiece,
)
from tokviz.traces.saving.loading import Trace

TEXT = "low lower lowest, so low </script><script>alert(1)</script> zzzz"


def traces() -> dict[str, Trace]:
    """By the name of their class, each with at least one step."""
    merges = RegexBPE.train(TEXT, num_merges=8)
    pieces = Unigram.train(TEXT * 3, vocab_size=40)
    matcher = WordPiece.train(TEXT, vocab_size=60)
    listed = WordLevel.train("so low", unk_token="<unk>")
    found = [
        merges.trace,
        pieces.trace,
        listed.trace,
        merges.encode_trace(TEXT),
        pieces.encode_trace("lower"),
        matcher.encode_trace(f"{TEXT} 東 {'x' * 200}"),
        listed.encode_trace(TEXT),
        CodePoints().encode_trace(TEXT),
        Whitespace().encode_trace(TEXT),
    ]
    return {type(trace).__name__: trace for trace in found if trace is not None}
