"""What holds ids or texts is a row of them, in order: no text, no bytes, no keys."""

from typing import Any

import pytest

from tests.test_wrong_kinds import TOKENIZERS


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_batch_is_no_bare_text_and_no_mapping(name: str) -> None:
    """Its letters, or its keys, would be encoded one by one."""
    for given in ("low", {"low": 5}, {"low"}):
        with pytest.raises(TypeError, match=rf"texts is .* {given!r} is .* Write \['low'\]"):
            TOKENIZERS[name].encode_batch(given)
    assert TOKENIZERS[name].encode_batch(iter(["low"])) == [TOKENIZERS[name].encode("low")]


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("ids", ["ab", b"ab", bytearray(b"ab"), {97: 98}, {97}, frozenset({97})])
def test_ids_are_neither_bytes_nor_keys_nor_without_order(name: str, ids: Any) -> None:
    """The bytes of b"ab" would be the ids 97 and 98, a mapping's keys ids as well."""
    for method in ("decode", "decode_bytes", "decode_with_offsets"):
        if decode := getattr(TOKENIZERS[name], method, None):
            with pytest.raises(TypeError, match=r"ids is a list .* Write \[97\] for a single one"):
                decode(ids)
