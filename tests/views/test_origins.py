"""What a base symbol is that is no letter of the text: its card must not call it one."""

import pytest

import tokviz
from tests.payload_reader import unpack
from tests.recorded import recorded
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.origins import origins
from tokviz.views.player.player import encode_payload, train_payload

TEXT = "low<|x|>low"
REGEX = tokviz.RegexBPE.train(TEXT, num_merges=2, special_tokens=("<|x|>",))
CHAR = tokviz.CharBPE.train("low low", num_merges=1)
PIECES = tokviz.SentencePieceBPE.train("low low", vocab_size=9, user_defined_symbols=("lo",))
BYTES = tokviz.SentencePieceBPE.train("low low", vocab_size=264, byte_fallback=True)


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (REGEX.trace, {b"<|x|>": "special"}),
        (REGEX.encode_trace(TEXT, allowed_special="all"), {b"<|x|>": "special"}),
        (CHAR.trace, {"</w>": "word_end"}),
        (CHAR.encode_trace("lol x"), {"</w>": "word_end", "<unk>": "unknown"}),
        (PIECES.trace, {"▁": "space", "<unk>": "unknown"}),
        (PIECES.encode_trace("lox"), {"▁": "space", "lo": "whole", "<unk>": "unknown"}),
        (BYTES.encode_trace("é"), {"▁": "space", "<0xC3>": "byte", "<0xA9>": "byte"}),
        (tokviz.ByteBPE.train("aé", num_merges=1).trace, {}),
        (tokviz.WordPiece.train("lowly", vocab_size=12).trace, {}),
    ],
)
def test_what_is_no_letter_is_named(
    trace: MergeTrace | EncodeTrace | None, said: dict[str | bytes, str]
) -> None:
    assert trace is not None
    found = origins(trace)
    assert {trace.vocab[token_id]: origin for token_id, origin in found.items()} == said


def test_a_payload_names_it_by_its_number() -> None:
    for payload in (train_payload(recorded(CHAR.trace)), encode_payload(CHAR.encode_trace("lox"))):
        header, _ = unpack(payload)
        marked = [number for number, origin in header["origins"].items() if origin == "word_end"]
        assert [header["labels"][int(number)] for number in marked] == [[["marker", "</w>"]]]
