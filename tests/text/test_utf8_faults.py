"""Where U+FFFD comes from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.utf8_faults import all_bytes, byte_by_byte, subparts

AWKWARD = st.sampled_from(bytes.fromhex("41 80 90 95 9f a0 bf c0 c2 c3 e0 ec ed ef f0 f4 f5 ff"))
BYTES = st.lists(AWKWARD, max_size=12).map(bytes) | st.binary(max_size=12)


@given(BYTES)
def test_the_parts_joined_are_what_python_decodes(data: bytes) -> None:
    parts = subparts(data)
    assert "".join(part.text for part in parts) == data.decode(errors="replace")
    assert [part.start for part in parts] == [0, *(part.end for part in parts)][: len(parts)]
    assert all(
        bool(part.fault) == (data[part.start : part.end] != part.text.encode()) for part in parts
    )


@given(BYTES)
def test_sentencepiece_has_one_for_each_byte(data: bytes) -> None:
    kept = data.decode(errors="surrogateescape")
    theirs = "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in kept)
    assert "".join(part.text for part in byte_by_byte(subparts(data))) == theirs


def test_a_run_that_one_fault_spoils_is_replaced_byte_by_byte() -> None:
    parts = all_bytes(b"a\x80")
    assert [part.text for part in parts] == ["\ufffd", "\ufffd"]
    assert all("byte 80 goes on" in part.fault for part in parts)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x80", "byte 80 goes on with a character that nothing began"),
        ("안".encode()[:2], "a character of 3 bytes begins here, but only 2 of them are here"),
        (b"\xc3", "a character of 2 bytes begins here, but only 1 of them is here"),
        (b"\xff", "byte FF is in no character of UTF-8"),
        (b"\xe0\x80", "no character begins with the bytes E0 80"),
    ],
)
def test_each_fault_has_its_reason(data: bytes, why: str) -> None:
    assert subparts(data)[0].fault == why
