"""A tokenizer that is fetched by its name: only where the reader asks, and like a file then."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import as_read, problems
from tests.pages.test_any_tokenizer import at_once, shown, words
from tests.pipelines import built
from tokviz.checks.errors import TokvizError
from tokviz.ui.training import brought

__all__ = ["at_once"]  # a fixture that each test here uses

Open = Callable[..., AppTest]


def test_nothing_is_fetched_because_a_link_says_so(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("tokviz.ui.components.bring.fetch_from_hub", asked.append)
    monkeypatch.setattr("tokviz.ui.components.bring.load_encoding", asked.append)
    for whose in ("hub", "tiktoken"):
        at = open_page("any_tokenizer", whose=whose, hub_name="a/b")
        assert "fetch it, or take GPT-2" in words(at)
    assert asked == []


def test_without_a_network_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise OSError("no route")

    monkeypatch.setattr(brought, "urlopen", no_network)
    monkeypatch.setattr("tiktoken.get_encoding", no_network)
    with pytest.raises(Exception, match=r"but it could not be reached\. Check .* network"):
        brought.fetch_from_hub("a/b")
    with pytest.raises(
        Exception, match=r"fetch cl100k_base, but .* \(OSError\)\. Check .* network"
    ):
        brought.load_encoding("cl100k_base")


@pytest.mark.parametrize(
    ("name", "enabled"),
    [
        ("gpt2", True),
        ("google-bert/bert-base-uncased", True),
        ("../etc/passwd", False),
        ("a/b/c", False),
        ("http://x", False),
        ("a b", False),
        ("", False),
    ],
)
def test_only_a_models_name_can_be_fetched(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, name: str, enabled: bool
) -> None:
    asked: list[str] = []

    def fetched(*, name: str) -> bytes:
        asked.append(name)
        return built("bert").to_str().encode()

    monkeypatch.setattr("tokviz.ui.components.bring.fetch_from_hub", fetched)
    at = open_page("any_tokenizer", whose="hub", hub_name=name)
    button = at.button(key="any_tokenizer:fetch_hub")
    assert button.disabled is not enabled
    button.proto.disabled = False  # as for whoever forges a press
    button.click().run()
    assert asked == [name] * enabled


def test_what_the_hub_gives_is_a_file_like_any_other(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = built("bert").to_str().encode()
    monkeypatch.setattr("tokviz.ui.components.bring.fetch_from_hub", lambda **_: content)
    at = open_page("any_tokenizer", whose="hub", hub_name="a/b")
    at.button(key="any_tokenizer:fetch_hub").click().run()
    assert problems(at) == []
    assert "Beside the library **tokenizers**" in at.success[0].value


def choose(at: AppTest, whose: str) -> AppTest:
    at.session_state["any_tokenizer:whose"] = whose
    return at.run()


@pytest.mark.parametrize("whose", ["file", "tiktoken", "hub"])
def test_until_another_is_there_the_page_shows_the_last_and_says_so(
    whose: str, open_page: Open
) -> None:
    at = open_page("any_tokenizer")
    before = shown(at)
    assert before
    assert "As before" not in words(at)
    at = choose(at, whose)
    assert shown(at) == before
    assert "As before: **GPT-2**" in as_read(words(at))
    assert problems(at) == []
    assert "under “Tokenizer”" in at.info[0].value
    at = choose(at, "gpt2")
    assert "As before" not in words(at)
    assert not at.info


def test_a_fetch_that_fails_leaves_the_last_tokenizer_on_the_page(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise TokvizError("The Hub could not be reached. Check the name.")

    monkeypatch.setattr("tokviz.ui.components.bring.fetch_from_hub", refuse)
    at = open_page("any_tokenizer")
    before = shown(at)
    at = choose(at, "hub")
    at.text_input(key="any_tokenizer:hub_name").set_value("a/b").run()
    at.button(key="any_tokenizer:fetch_hub").click().run()
    assert problems(at) == ["The Hub could not be reached. Check the name."]
    assert shown(at) == before
    assert "As before: **GPT-2**" in as_read(words(at))
