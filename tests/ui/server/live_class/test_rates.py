"""How often something may be tried."""

import pytest

from tokviz.ui.server.live_class import rates
from tokviz.ui.server.live_class.rates import Rate


def test_a_source_waits_for_the_next_window_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(rates, "CLOCK", lambda: now[0])
    rate = Rate(2, 5, seconds=60)
    for _ in range(2):
        assert not rate.is_full("one")
        rate.count("one")
    assert rate.is_full("one")
    assert not rate.is_full("two")
    now[0] = 60
    assert not rate.is_full("one")


def test_many_sources_together_wait_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "CLOCK", lambda: 0.0)
    rate = Rate(2, 5)
    for source in "abcde":
        rate.count(source)
    assert rate.is_full("f")
