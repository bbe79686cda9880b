"""Payloads read back in Python, as script/payload.js reads them in the browser."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt
from streamlit.testing.v1 import AppTest

from tokviz.views.components import WRITTEN
from tokviz.views.payload import MOUNT, inflated

TYPES = {"u1": "<u1", "u2": "<u2", "i4": "<i4", "f8": "<f8"}

BUTTONS = (
    *("tokviz.live", "tokviz.present", "tokviz.save", "tokviz.chart"),
    *(
        "tokviz.written",
        "tokviz.guide",
        "tokviz.link",
        "tokviz.words",
        "tokviz.classroom",
        "tokviz.class_door",
    ),
)

Arrays = dict[str, npt.NDArray[Any]]


def unpack(payload: bytes) -> tuple[dict[str, Any], Arrays]:
    """The header, and the arrays where the header says they are."""
    payload = inflated(payload)
    start = 4 + int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4:start])
    arrays = {
        name: np.frombuffer(payload, TYPES[kind], size, start + offset)
        for name, (kind, offset, size) in header["arrays"].items()
    }
    return header, arrays


def components(at: AppTest) -> list[Any]:
    """The components of a page in order, as they were sent, without those that are only buttons."""
    sent = [element.proto for element in at.get("bidi_component")]
    return [proto for proto in sent if proto.component_name not in BUTTONS]


def written(at: AppTest) -> list[str]:
    """The results that stand in boxes of their own, in order."""
    sent = [element.proto for element in at.get("bidi_component")]
    return [proto.bytes.decode() for proto in sent if proto.component_name == WRITTEN.name]


def mount_of(data: bytes) -> tuple[int, int, int, int]:
    """(step, clock, role, jumps) before a payload."""
    step, clock, role, jumps, _, _ = MOUNT.unpack_from(data)
    return step, clock, role, jumps
