"""What stands on the leader's stage, brought to the class before its pages' own runs bring it."""

import gzip

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined, tell
from tokviz.ui.server.live_class import limits

OTHER_KEY = "x" * 40
PLACE = {"page": "byte_bpe", "query": "sample=rhyme&merges=12", "text": ""}
DIGEST = "a" * 64
STAGE = {"title": "🧩 Byte BPE", "replays": [{"kind": "player", "digest": DIGEST}]}
REPLAY = b"what the leader's replay was mounted with"


def path(digest: str = DIGEST) -> str:
    return f"/live/{CODE}/stage/{digest}"


def bring(server: Asker, digest: str = DIGEST, body: bytes = b"", key: str = KEY) -> int:
    return server.ask("POST", path(digest), body or gzip.compress(REPLAY), key=key)[0]


def test_the_leader_brings_a_replay_and_followers_fetch_it_as_it_was_zipped(live: Asker) -> None:
    assert bring(live, key=OTHER_KEY) == 403
    assert live.ask("GET", path())[0] == 204
    assert bring(live) == 200
    response = live.answer("GET", path())
    assert gzip.decompress(response.read()) == REPLAY
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["content-type"] == "application/octet-stream"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-store"


def test_followers_are_told_where_the_stage_is_and_how_many_they_are(live: Asker) -> None:
    _, news = joined(live)
    assert tell(live, place=PLACE, stage=STAGE) == 200
    assert next(news) == {"crowd": 1, "place": PLACE, "stage": STAGE}
    assert tell(live, stage=None) == 200
    assert next(news) == {"stage": None}


@pytest.mark.parametrize(
    "stage",
    [
        {**STAGE, "title": "a" * (limits.TITLE + 1)},
        {**STAGE, "title": None},
        {**STAGE, "replays": []},
        {**STAGE, "replays": STAGE["replays"] * 3},  # type: ignore[operator]
        {**STAGE, "replays": [{"kind": "../code", "digest": DIGEST}]},
        {**STAGE, "replays": [{"kind": "player", "digest": "../state"}]},
        {**STAGE, "replays": [{"kind": "player", "digest": ""}]},
        {**STAGE, "more": 1},
        "player",
    ],
    ids=lambda stage: str(stage)[-40:],
)
def test_a_stage_that_is_none_is_refused(live: Asker, stage: object) -> None:
    assert tell(live, stage=stage) == 400


@pytest.mark.parametrize("digest", ["a" * 63, "A" * 64, "g" * 64])
def test_a_replay_is_brought_under_a_digest_alone(live: Asker, digest: str) -> None:
    assert bring(live, digest) == 400
    assert live.ask("GET", path(digest))[0] == 204


def test_replays_are_bounded_in_size_in_number_and_in_time(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bring(live, body=b"x" * (limits.STAGE_BYTES + 1)) == 413
    digests = [f"{number:064x}" for number in range(limits.STAGES_KEPT + 1)]
    assert {bring(live, digest) for digest in digests} == {200}
    assert bring(live, digests[2]) == 200
    there = [digest for digest in digests if live.ask("GET", path(digest))[0] == 200]
    assert there == digests[1:]
    monkeypatch.setattr(limits, "STATES", 0)
    live.start("GHJKLM")
    status = live.ask("POST", path().replace(CODE, "GHJKLM"), gzip.compress(REPLAY), key=KEY)[0]
    assert status == 429


def test_the_stage_goes_with_its_class(live: Asker) -> None:
    assert bring(live) == 200
    ended = live.classes.find(CODE)
    assert live.ask("DELETE", f"/live/{CODE}", key=KEY)[0] == 200
    assert live.ask("GET", path())[0] == 204  # a follower may ask at that moment
    assert ended is not None
    assert ended.stages == {}
