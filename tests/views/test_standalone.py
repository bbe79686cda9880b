"""Every kind of trace becomes one page that loads nothing, and a frame for a notebook."""

import html
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import tokviz
from tests.views.traces_of_each_kind import TEXT, traces
from tokviz.checks.errors import TokvizError
from tokviz.notebook import frame_html
from tokviz.traces.saving.loading import TRACES
from tokviz.views.stepper.stepper import stepper_html, stepper_payload
from tokviz.views.stepper.words import look_up_replay, whitespace_replay
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import strips_html, strips_payload

each_kind = pytest.mark.parametrize("kind", [trace.__name__ for trace in TRACES])


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    return dict(traces())


@each_kind
def test_a_page_loads_nothing_and_holds_no_word_of_the_text_as_markup(
    kind: str, recorded: dict[str, Any]
) -> None:
    page = tokviz.replay_html(recorded[kind], title=TEXT)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "alert(1)</script>" not in page
    assert not re.search(r"<link(?! rel=\"icon\" href=\"data:,\")|<img|<iframe| src=", page)


@each_kind
def test_a_trace_draws_itself_in_a_notebook(kind: str, recorded: dict[str, Any]) -> None:
    trace = recorded[kind]
    frame = trace._repr_html_()
    srcdoc = re.fullmatch(r'<iframe srcdoc="([^"]*)"[^<>]*></iframe>', frame, re.DOTALL)
    assert srcdoc is not None
    assert html.unescape(srcdoc[1]) == tokviz.replay_html(trace)
    assert 'sandbox="allow-scripts"' in frame


def test_a_comparison_stands_alone_too() -> None:
    model = tokviz.RegexBPE.train(TEXT, num_merges=8)
    row = strip_row("<b>mine</b>", model.encode(TEXT), model.vocab, TEXT)
    page = strips_html(strips_payload([row], text=TEXT), title="Side by side")
    assert "<b>mine" not in page
    assert "http" not in page


def test_what_is_no_trace_is_refused() -> None:
    model = tokviz.RegexBPE.train(TEXT, num_merges=8)
    with pytest.raises(TokvizError, match=r"this is of the kind RegexBPE. Give the \.trace"):
        tokviz.replay_html(model)


def test_a_step_that_is_none_and_a_frame_without_height_are_refused() -> None:
    trace = tokviz.RegexBPE.train(TEXT, num_merges=8).trace
    for step in (-1, 9):
        with pytest.raises(TokvizError, match=f"from 0, the start, to 8, .* but is {step}"):
            tokviz.replay_html(trace, step=step)
    assert tokviz.replay_html(trace, step=8)
    with pytest.raises(TokvizError, match="height must be 200 to 4,000 pixels"):
        frame_html(trace, height=0)


def test_show_says_where_there_is_no_notebook() -> None:
    trace = tokviz.RegexBPE.train(TEXT, num_merges=8).trace
    with pytest.raises(TokvizError, match="show draws in a notebook"):
        tokviz.show(trace)


def test_show_displays_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    notebook = SimpleNamespace(
        get_ipython=object,
        display=SimpleNamespace(display=lambda bundle, raw: shown.append((bundle, raw))),
    )
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    trace = tokviz.RegexBPE.train(TEXT, num_merges=8).trace
    tokviz.show(trace, step=3, height=500)
    ((bundle, raw),) = shown
    assert raw
    assert bundle["text/html"] == frame_html(trace, step=3, height=500)
    assert html.escape(tokviz.replay_html(trace, step=3)) in bundle["text/html"]
    assert html.escape(tokviz.replay_html(trace)) not in bundle["text/html"]


def test_look_ups_alone_end_at_a_word_without_a_number() -> None:
    trace = tokviz.WordLevel.train("so low").encode_trace("so high low")
    replay = look_up_replay(trace)
    assert [moment.say[-1] for moment in replay.moments] == [
        "The text is cut into 3 parts. None is looked up yet.",
        " is on the list: 1.",
        " is not on the list, so it has no number.",
    ]
    assert "Look-ups" in stepper_html(stepper_payload(replay), title="Look-ups")


def test_a_list_of_words_that_another_text_filled_is_replayed() -> None:
    model = tokviz.Whitespace()
    model.encode("so low")
    replay = whitespace_replay(model.encode_trace("low high so"))
    assert "texts before" in str(replay.moments[0].say[0])
    assert [(chip.token, chip.first) for chip in replay.lanes[1].chips] == [
        ("so", 0),
        ("low", 0),
        ("high", 2),
    ]


def test_python_names_a_trace_in_a_few_words() -> None:
    assert repr(tokviz.RegexBPE.train(TEXT, num_merges=8).trace) == "<MergeTrace: 8 steps>"


def test_python_names_what_learns_nothing_in_a_few_words() -> None:
    assert repr(tokviz.Whitespace(["low"])) == "<Whitespace: 1 word>"
    assert repr(tokviz.CodePoints()) == "CodePoints()"
    assert repr(tokviz.Utf8Bytes()) == "Utf8Bytes()"
