"""What a base symbol is that is no letter of the text: its card must not call it one."""

from typing import Any

import pytest

import tokviz
from tests.payload_reader import unpack
from tests.recorded import recorded
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.origins import alphabet, origins
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


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (tokviz.ByteBPE.train("aaab", num_merges=2), {"unit": 256}),
        (REGEX, {"unit": 256, "special": 1}),
        (CHAR, {"unit": 3, "mark": 1, "special": 1}),
        (tokviz.WordPiece.train("low low", vocab_size=9), {"start": 3, "special": 5}),
        (PIECES, {"unit": 2, "special": 3, "start": 1}),
        (BYTES, {"unit": 4, "byte": 256, "special": 3}),
    ],
)
def test_what_a_vocabulary_began_with_and_what_was_learned_are_all_of_it(
    model: Any, said: dict[str, int]
) -> None:
    found = dict(alphabet(model.trace))
    assert found == said
    learned = set(model.trace.merged_ids.tolist())
    assert sum(found.values()) + len(learned) == len(model.vocab)
