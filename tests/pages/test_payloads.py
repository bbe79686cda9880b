"""What a reader or a file says is shown as it stands, on every page and in every place.

Many payloads at once: in the text, in every box, in a pattern that does not compile, in special
tokens, in the names and the contents of files. What Streamlit would read as Markdown or HTML is
looked at as it is sent to the browser.
"""

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payloads import HOST, HTML, MARKDOWN, PAYLOADS, TEXT
from tokviz import Unigram, WordLevel
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
KEYS = [row.key for row in LESSONS]
BLOCKS = ("# ", "- ", "1. ", "> ", "| ", "***", "```", "    ")
MARKUP = [text for text in HTML + MARKDOWN if len(text) > 3 and not text.startswith(BLOCKS)]
OURS = set(
    re.findall(
        r"\w+",
        """b bdi br button caption code dd del div dl dt em h5 i ins li mark ol p s section small
        span strong style table tbody td th thead tr ul wbr""",
    )
)
"""Tags that our own HTML has."""


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def markdown(at: AppTest) -> Iterator[str]:
    """All that the browser will read as Markdown."""
    kinds = (at.markdown, at.caption, at.error, at.info, at.warning, at.success, at.toast, at.title)
    yield from (str(element.value) for elements in kinds for element in elements)
    widgets = (at.text_input, at.text_area, at.number_input, at.selectbox, at.slider, at.toggle)
    boxes = (*widgets, at.button, at.multiselect, at.segmented_control, at.pills, at.file_uploader)
    for box in (box for boxes_of_kind in boxes for box in boxes_of_kind):
        yield str(box.label)
        yield str(getattr(box, "help", ""))
    yield from (str(tab.label) for tab in at.tabs)
    yield from (str(place.label) for place in at.expander)


class Tags(HTMLParser):
    """The tags and addresses of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        listens = [name for name, _ in attrs if name.startswith("on") or name in ("src", "href")]
        if tag not in OURS or listens:
            self.found.append(f"<{tag} {listens}>")


def check(at: AppTest) -> None:
    """No payload stands anywhere as markup."""
    for text in markdown(at):
        unescaped = re.sub(r"\\.", "", text)
        assert not [payload for payload in MARKUP if payload in unescaped], text
        assert not text.startswith(BLOCKS)
        assert not re.search(r"<[a-z/!|]", re.sub("`[^`]*`", "", unescaped)), text
    for element in at.get("html"):
        tags = Tags()
        tags.feed(element.proto.body)
        assert tags.found == []
    for chart in at.get("plotly_chart"):
        for text in strings(json.loads(chart.proto.spec)):
            assert not re.search(r"<(?!/?(b|i|br|sub|sup|extra|em)\b)[a-z!]", text), text
            assert f"<a href={HOST}" not in text


def fill(
    at: AppTest, key: str, typed: str = TEXT, *, but: tuple[str, ...] = ("pattern",)
) -> AppTest:
    """Every box of the page says what is hostile, as much of it as there is room for."""
    for box in (*at.text_input, *at.text_area):
        if str(box.key).startswith(f"{key}:") and not str(box.key).endswith(but):
            box.set_value(typed[: box.max_chars or None])
    return look(at, key)


def look(at: AppTest, key: str) -> AppTest:
    """All that stands below the stage is in sight."""
    at.session_state["kept values"].pop(f"{key}:drawn", None)
    return at.run()


def test_the_overview_shows_a_sentence_as_it_stands(open_page: Open) -> None:
    for start in range(0, len(PAYLOADS), 12):
        check(open_page(None, text=pack_text(" ".join(PAYLOADS[start : start + 12])[:400]) or ""))


def test_a_pattern_that_fails_is_said_as_it_stands(open_page: Open) -> None:
    at = open_page("regex_bpe", pattern="own")
    for payload in HTML + MARKDOWN:
        at.text_input(key="regex_bpe:own_pattern").set_value(f"({payload}").run()
        check(at)
        (said,) = problems(at)
        assert f"({payload}" in said


@pytest.mark.parametrize(("number", "key"), list(enumerate(KEYS)))
def test_no_name_of_a_file_is_markup(number: int, key: str, open_page: Open) -> None:
    first = 8 * number % len(PAYLOADS)
    name = "".join(PAYLOADS[first : first + 8]).replace("/", "∕")[:200]
    files = {".txt": b"\xff low low", ".tokviz.json": b"{}", " .txt": TEXT.encode()}
    for suffix, content in files.items():
        upload = open_page(key).file_uploader(key=f"{key}:upload")
        at = upload.set_value((name + suffix, content, "text/plain")).run()
        check(at)
        said = problems(at)
        assert len(said) == 1 or content == TEXT.encode()
        assert content == TEXT.encode() or all(
            "".join(name.split()) in "".join(words.split()) for words in said
        )


@pytest.mark.parametrize("key", ["unigram", "sentencepiece_bpe"])
def test_no_piece_of_a_model_file_is_markup(key: str, open_page: Open, tmp_path: Path) -> None:
    model = Unigram.train(TEXT.replace("\n", " \n ") * 2, vocab_size=600, normalization="identity")
    model.save(tmp_path / "evil.model")
    at = open_page(key)
    at.session_state[f"{key}:section"] = "Load a .model"
    at.run()
    name = "".join(PAYLOADS[:4]).replace("/", "∕") + ".model"
    content = (tmp_path / "evil.model").read_bytes()

    def choose(content: bytes) -> AppTest:
        upload = at.file_uploader(key=f"{key}:model_upload")
        return upload.set_value((name, content, "application/octet-stream")).run()

    check(choose(content))
    check(fill(at, key))
    check(choose(content[:100]))
    (said,) = problems(at)
    assert name in said, said


def test_nothing_of_a_tokenizer_that_was_brought_is_markup(open_page: Open, tmp_path: Path) -> None:
    model = WordLevel.train(TEXT, special_tokens=PAYLOADS[:20])
    model.save(tmp_path / "tokenizer.json")
    name = "".join(PAYLOADS[:4]).replace("/", "∕") + ".json"

    def bring(content: bytes) -> AppTest:
        at = open_page("any_tokenizer", whose="file", text=pack_text(TEXT) or "")
        at.session_state["kept values"]["any_tokenizer:brought"] = ((name, content),)
        return at.run()

    at = bring((tmp_path / "tokenizer.json").read_bytes())
    assert problems(at) == []
    check(at)
    for tab in [tab.label for tab in at.tabs]:
        at.session_state["any_tokenizer:section"] = tab
        check(fill(at, "any_tokenizer"))
    at = bring(b"{")
    check(at)
    (said,) = problems(at)
    assert name in said, said
