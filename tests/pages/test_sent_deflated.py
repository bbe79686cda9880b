"""What a page sends of a long text travels deflated: a classroom shares one network."""

import random
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.lessons import LESSONS
from tokviz.views.payload import LARGE, MOUNT, inflated

WORDS = [
    "".join(random.Random(number).choices("abcdefghiklmnoprstuw", k=2 + number % 9))
    for number in range(3_000)
]
TEXT = " ".join(random.Random(0).choices(WORDS, k=60_000))


@pytest.mark.parametrize("key", [lesson.key for lesson in LESSONS])
def test_nothing_large_is_sent_as_it_is(key: str, open_page: Callable[..., AppTest]) -> None:
    at = open_page(key, sample="own", code="1")
    at.text_area(key=f"{key}:text").set_value(TEXT).run()
    sent = [element.proto for element in at.get("bidi_component")]
    for proto in sent:
        if len(proto.bytes) >= LARGE:
            payload = proto.bytes[MOUNT.size :]
            assert payload[:4] == bytes(4), f"{proto.component_name} sends it as it is"
            assert len(inflated(payload)) > len(payload)
