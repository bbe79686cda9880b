"""The protocol's page: what is packed is what was given, and equal content has one signature."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import mount_of, unpack
from tokviz.views.payload import (
    FOLLOWS,
    LARGE,
    MOUNT,
    VERSION,
    as_text,
    deflated,
    inflated,
    mounted,
    pack,
    payload_sig,
)

FACTS: dict[str, object] = {"title": "안녕", "steps": [1, 2], "deep": {"b": 1, "a": 2}}
ARRAYS = {"ranks": np.array([0, 300]), "bits": np.array([1, 2, 3], np.uint8)}

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(JSON, st.lists(st.integers(-(2**31), 2**31 - 1), max_size=9))
def test_what_is_packed_comes_back(fact: Any, values: list[int]) -> None:
    header, arrays = unpack(pack({"fact": fact}, {"values": np.array(values, np.int64)}))
    assert header["fact"] == fact
    assert arrays["values"].tolist() == values


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0, 255], "u1"),
        ([256], "u2"),
        ([65_535], "u2"),
        ([65_536], "i4"),
        ([-1], "i4"),
        ([True, False], "u1"),
        ([0.5], "f8"),
        ([], "f8"),
    ],
)
def test_an_array_travels_in_the_smallest_type(values: list[Any], kind: str) -> None:
    header, arrays = unpack(pack({}, {"values": np.array(values)}))
    assert header["arrays"]["values"] == [kind, 0, len(values)]
    assert arrays["values"].tolist() == values


def test_arrays_start_on_multiples_of_eight() -> None:
    payload = pack(FACTS, ARRAYS)
    start = 4 + int.from_bytes(payload[:4], "little")
    places = unpack(payload)[0]["arrays"].values()
    assert {(start + offset) % 8 for _, offset, _ in places} == {0}
    assert MOUNT.size % 8 == 0


def test_the_order_of_keys_and_arrays_does_not_matter() -> None:
    deep = {"a": 2, "b": 1}
    other = {"deep": deep, "steps": [1, 2], "title": "안녕"}
    assert pack(other, dict(reversed(ARRAYS.items()))) == pack(FACTS, ARRAYS)


def test_the_signature_is_of_all_that_is_sent() -> None:
    changed = [
        pack(FACTS | {"title": "안"}, ARRAYS),
        pack(FACTS | {"deep": {"b": 1, "a": 3}}, ARRAYS),
        pack(FACTS, ARRAYS | {"ranks": np.array([0, 301])}),
        pack(FACTS, ARRAYS | {"ranks": np.array([0.0, 300.0])}),
        pack(FACTS, {"rank": ARRAYS["ranks"], "bits": ARRAYS["bits"]}),
        pack(FACTS),
    ]
    sigs = {payload_sig(payload) for payload in [*changed, pack(FACTS, ARRAYS)]}
    assert len(sigs) == len(changed) + 1


def test_the_header_says_version_and_signature() -> None:
    payload = pack(FACTS, ARRAYS)
    header, _ = unpack(payload)
    assert header["version"] == VERSION
    assert header["sig"] == payload_sig(payload)


def test_a_lone_surrogate_travels() -> None:
    text = "\\ud800 \ud800 \\"
    assert unpack(pack({"text": text}))[0]["text"] == text


def test_a_mount_is_no_part_of_the_signature() -> None:
    payload = pack(FACTS)
    data = mounted(payload, step=7, clock=1, role=FOLLOWS, jumps=2)
    assert mount_of(data) == (7, 1, 1, 2)
    assert data[MOUNT.size :] == payload


def test_a_large_payload_travels_deflated_under_its_own_signature() -> None:
    payload = pack(FACTS, {"ranks": np.arange(LARGE) % 7})
    small = deflated(payload)
    assert len(small) < len(payload) / 2
    assert payload_sig(small) == payload_sig(payload)
    assert inflated(small) == payload
    assert as_text(small) == as_text(payload)


def test_what_is_deflated_is_not_deflated_again() -> None:
    noise = np.random.default_rng(1).integers(0, 256, 2 * LARGE)
    small = deflated(pack(FACTS, {"noise": noise}))
    assert len(small) > LARGE
    assert deflated(small) == small


def test_a_small_payload_travels_as_it_is() -> None:
    payload = pack(FACTS, ARRAYS)
    assert deflated(payload) == inflated(payload) == payload


def test_text_of_a_payload_is_its_bytes() -> None:
    assert as_text(b"\x00\xff?") == "AP8/"


def test_what_is_no_payload_has_no_signature() -> None:
    with pytest.raises(ValueError, match="Make it with pack"):
        payload_sig(b"\x10\0\0\0 not a payload")


@pytest.mark.parametrize("name", ["sig", "version", "arrays"])
def test_the_protocol_s_own_keys_are_taken(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' into a header. Rename the fact"):
        pack({name: 1})


def test_integers_beyond_four_bytes_travel_as_floats_while_these_are_exact() -> None:
    times = [-(2**53), 2**31, 2**53]
    _, arrays = unpack(pack({}, {"times": np.array(times)}))
    assert arrays["times"].tolist() == times
    with pytest.raises(ValueError, match="times reaches from 0 to 9,007,199,254,740,993"):
        pack({}, {"times": np.array([0, 2**53 + 1])})


def test_no_header_holds_nan() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        pack({"share": float("nan")})


def test_a_header_is_json_whatever_its_padding() -> None:
    for length in range(9):
        payload = pack({"x": "a" * length})
        assert json.loads(payload[4:])["x"] == "a" * length
