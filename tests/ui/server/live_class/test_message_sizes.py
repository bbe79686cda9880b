"""How long a message to a class may be: one of that size is read, of a longer one no more is."""

import json
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined
from tokviz.ui.server.live_class import limits


@pytest.mark.parametrize(
    ("path", "limit", "said"),
    [
        ("state", "STATE_BYTES", {"asking": True}),
        ("vote", "VOTE_BYTES", {"replay": 7, "step": 4, "option": 0}),
        ("sentence", "SENTENCE_BYTES", {"text": "the hen"}),
        ("phone", "VOTE_BYTES", {}),
        ("phone/press", "PRESS_BYTES", {"number": 1, "what": "back"}),
    ],
)
def test_a_message_has_a_size(path: str, limit: str, said: dict[str, Any], live: Asker) -> None:
    most, (name, _) = getattr(limits, limit), joined(live)
    body = json.dumps(said if path == "state" else {"follower": name, **said}).encode()
    url, key = f"/live/{CODE}/{path}", KEY if path == "state" else ""
    status, answer, _ = live.ask("POST", url, body.ljust(most), key=key)
    assert status in {200, 403, 409}, answer
    status, answer, _ = live.ask("POST", url, body.ljust(most + 1), key=key)
    assert (status, f"{most:,}" in answer["error"]) == (413, True)
