"""What the start of the server says."""

import gc

import pytest
from streamlit import config, net_util

from tokviz.ui.server.serving import keep_what_lasts, whereabouts


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: "192.168.1.20")


def lines(address: str) -> list[str]:
    port = str(config.get_option("server.port"))
    return [line.replace(port, "PORT") for line in whereabouts(address)]


def test_a_server_for_this_machine_names_this_machine_alone() -> None:
    assert lines("127.0.0.1") == [
        "tokviz is at http://127.0.0.1:PORT on this machine.",
        "Press Ctrl+C to stop it.",
    ]


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_a_server_for_a_class_names_the_address_that_the_class_opens(address: str) -> None:
    assert lines(address)[:2] == [
        "tokviz is at http://localhost:PORT on this machine.",
        "Others on its network find it at http://192.168.1.20:PORT",
    ]


def test_what_is_imported_is_kept_from_the_collector() -> None:
    try:
        keep_what_lasts()
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        gc.unfreeze()
