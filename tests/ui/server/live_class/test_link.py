"""The link of a class names the server as the class finds it."""

import pytest
from streamlit import config, net_util

from tokviz.ui.server.live_class.link import class_link
from tokviz.ui.server.whereabouts import BEHIND


@pytest.fixture
def listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: "192.168.1.20")


def link(origin: str, address: str) -> tuple[str, bool]:
    before = config.get_option("server.address")
    config.set_option("server.address", address)
    try:
        made = class_link(origin, "ABCDEF")
        return made.link, made.reaches
    finally:
        config.set_option("server.address", before)


@pytest.mark.parametrize("own", ["http://localhost:8501", "http://127.0.0.1:8501"])
@pytest.mark.usefixtures("listens")
def test_a_leader_on_the_servers_machine_gives_its_number_on_the_network(own: str) -> None:
    port = config.get_option("server.port")
    assert link(own, "0.0.0.0") == (f"http://192.168.1.20:{port}/live/ABCDEF", True)


@pytest.mark.usefixtures("listens")
def test_a_server_for_this_machine_alone_says_that_no_other_reaches_it() -> None:
    assert link("http://localhost:8501", "127.0.0.1") == (
        "http://localhost:8501/live/ABCDEF",
        False,
    )


@pytest.mark.parametrize("own", ["http://localhost:8501", "http://127.0.0.1:9000"])
@pytest.mark.usefixtures("listens")
def test_a_server_behind_another_has_no_number_that_a_class_reaches(
    own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container it has Docker's own, where the link and the picture led nowhere."""
    monkeypatch.setenv(BEHIND, "nginx")
    assert link(own, "0.0.0.0") == (f"{own}/live/ABCDEF", False)


def test_a_server_behind_another_gives_the_first_name_that_it_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(BEHIND, "nginx")
    names = ["*.school.example", "tokviz.school.example", "other.example"]
    options = {"server.allowedHosts": names, "server.baseUrlPath": "", "server.address": "0.0.0.0"}
    monkeypatch.setattr(config, "get_option", options.get)
    made = class_link("http://localhost:9000", "ABCDEF")
    assert (made.link, made.reaches) == ("http://tokviz.school.example:9000/live/ABCDEF", True)


@pytest.mark.parametrize("origin", ["https://tokviz.school.example", "http://192.168.1.20:8501"])
def test_a_leader_who_came_by_a_name_gives_that_name(origin: str) -> None:
    assert link(origin, "127.0.0.1") == (f"{origin}/live/ABCDEF", True)


def test_a_server_below_a_base_path_is_joined_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"server.baseUrlPath": "/lessons/", "server.address": "127.0.0.1"}
    monkeypatch.setattr(config, "get_option", options.get)
    joined = class_link("https://tokviz.school.example", "ABCDEF").link
    assert joined == "https://tokviz.school.example/lessons/live/ABCDEF"


def test_the_qr_code_is_a_square_with_its_three_corners() -> None:
    rows = class_link("https://tokviz.school.example", "ABCDEF").qr
    assert {len(row) for row in rows} == {len(rows)}
    for row, column in ((0, 0), (0, -7), (-7, 0)):
        assert rows[row][column:][:7] == "1111111"
