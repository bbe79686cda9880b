"""The guided path on its page: each stop as the path has it, the way back, and the challenge."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.guiding import BY_LESSON, PATHS, Open, begin, forward, openings, replays, words
from tests.pages.problems import problems
from tests.payload_reader import unpack
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.traces.merges import MergeTrace
from tokviz.ui.shell import giving
from tokviz.ui.shell.values import pack_text
from tokviz.ui.shell.way import Way
from tokviz.views.player.player import train_payload

THE_LESSON = "KeyError"  # what word level's first version says of an unknown word
MOUNT = 24  # bytes: all that stands before a payload

each_path = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.lesson)


def last_step(payload: bytes) -> int:
    header, arrays = unpack(payload)
    return arrays["step_token"].size if "step_token" in arrays else len(header["moments"]) - 1


def says_changed(at: AppTest) -> bool:
    (style,) = [
        each.proto.body
        for each in at.get("html")
        if ".stApp .st-key-guide_changed" in each.proto.body
    ]
    return "block" in style


@each_path
def test_each_stop_shows_its_step_and_nothing_is_refused(path: GuidedPath, open_page: Open) -> None:
    at = begin(open_page, path.lesson)
    for number, stop in enumerate(path.stops, 1):
        assert [words for words in problems(at) if THE_LESSON not in words] == []
        assert not at.toast
        assert path.step(stop) in openings(at) or path.lesson == "compare"
        assert f"{number} of {len(path.stops)}" in words(at)
        assert not says_changed(at)
        if number < len(path.stops):
            forward(at)
    assert "**Remember:**" in words(at)


@pytest.mark.parametrize(("box", "value"), [("sample", "rhyme"), ("merges", 3)])
def test_a_stop_says_that_its_page_was_changed(box: str, value: str | int, open_page: Open) -> None:
    """Also to who opens the link of the changed page."""
    at = forward(begin(open_page, "byte_bpe"))
    at.session_state[f"byte_bpe:{box}"] = value
    assert says_changed(at.run())
    assert says_changed(open_page("byte_bpe", path="2", **{box: str(value)}))
    assert not says_changed(at.button(key="guide_again").click().run())


def each_training() -> list[tuple[GuidedPath, Stop]]:
    """The stops that merge, one for each training."""
    found = {
        id(model.trace): (path, stop)
        for path in PATHS
        for stop in path.stops
        if isinstance(getattr(model := path.shown(stop).model, "trace", None), MergeTrace)
    }
    return list(found.values())


@pytest.mark.parametrize(
    ("path", "stop"), each_training(), ids=lambda of: getattr(of, "lesson", "")
)
def test_the_page_trains_what_the_path_looked_into(
    path: GuidedPath, stop: Stop, open_page: Open
) -> None:
    at = open_page(path.lesson, **Way(path).link(path.stops.index(stop) + 1))
    payload = train_payload(path.shown(stop).model.trace)
    assert any(data.endswith(payload) for data in replays(at))


@each_path
def test_a_cold_link_opens_the_stop(path: GuidedPath, open_page: Open) -> None:
    at = open_page(path.lesson, path="2")
    assert problems(at) == []
    assert path.step(path.stops[1]) in openings(at) or path.lesson == "compare"
    assert "2 of" in words(at)


ENCODED = [(path, stop) for path in PATHS for stop in path.stops if stop.encoded]


@pytest.mark.parametrize(("path", "stop"), ENCODED, ids=lambda of: getattr(of, "lesson", ""))
def test_a_stop_that_encodes_a_text_shows_it_encoded(
    path: GuidedPath, stop: Stop, open_page: Open
) -> None:
    at = open_page(path.lesson, path=str(path.stops.index(stop) + 1))
    data = replays(at)[-1]
    assert openings(at)[-1] == last_step(data[MOUNT:])
    boxes = {box.key: box for box in (*at.text_area, *at.text_input)}
    name = next(iter(stop.boxes))
    boxes[f"{path.lesson}:{name}"].set_value("the lowest").run()
    assert openings(at)[-1] == 0


@pytest.mark.parametrize("said", ["0", "-1", "99", "abc", "", "1e3", "²"])
def test_a_link_to_no_stop_is_refused_and_the_page_shown(said: str, open_page: Open) -> None:
    at = open_page("byte_bpe", path=said)
    assert [toast.value for toast in at.toast if "“path”" in toast.value]
    assert at.button(key="guide_begin")


def test_what_the_link_says_besides_goes_before_the_stop(open_page: Open) -> None:
    at = open_page("byte_bpe", path="3", sample="rhyme", merges="7", step="5")
    assert at.selectbox(key="byte_bpe:sample").value == "rhyme"
    assert at.number_input(key="byte_bpe:merges").value == 7
    assert 5 in openings(at)


def test_a_link_with_another_text_shows_that_and_says_so(open_page: Open) -> None:
    at = open_page("char_bpe", path="3", text=pack_text("banana bandana") or "")
    assert at.text_area(key="char_bpe:text").value == "banana bandana"
    assert at.selectbox(key="char_bpe:sample").value == "own"
    assert says_changed(at)


def test_the_address_of_a_stop_names_it_and_its_settings(open_page: Open) -> None:
    at = forward(begin(open_page, "byte_bpe"), 2)
    assert at.query_params["path"] == "3"
    assert at.query_params["sample"] == "low"


def test_what_the_reader_had_is_back_when_she_leaves(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.text_area(key="byte_bpe:text").set_value("my own words, my own words").run()
    at.selectbox(key="byte_bpe:sample").set_value("own").run()
    at.number_input(key="byte_bpe:merges").set_value(3).run()
    had = replays(at)
    address = dict(at.query_params)
    at.button(key="guide_begin").click().run()
    assert at.selectbox(key="byte_bpe:sample").value == "tiny"
    forward(at, 3)
    at.text_area(key="byte_bpe:text").set_value("scribbled on the way").run()
    at.button(key="guide_leave").click().run()
    assert at.selectbox(key="byte_bpe:sample").value == "own"
    assert at.text_area(key="byte_bpe:text").value == "my own words, my own words"
    assert at.number_input(key="byte_bpe:merges").value == 3
    assert {data[MOUNT:] for data in had} & {data[MOUNT:] for data in replays(at)}
    assert {name: at.query_params[name] for name in address} == address
    assert "path" not in at.query_params


def test_a_page_left_alone_has_its_bare_address_again(open_page: Open) -> None:
    at = begin(open_page, "unigram")
    at.button(key="guide_leave").click().run()
    assert not at.query_params


def test_again_shows_the_stop_as_it_was(open_page: Open) -> None:
    at = forward(begin(open_page, "byte_bpe"), 2)
    at.selectbox(key="byte_bpe:sample").set_value("rhyme").run()
    at.number_input(key="byte_bpe:merges").set_value(30).run()
    at.button(key="guide_again").click().run()
    assert at.selectbox(key="byte_bpe:sample").value == "low"
    assert at.number_input(key="byte_bpe:merges").value == 12
    assert openings(at)[0] == BY_LESSON["byte_bpe"].step(BY_LESSON["byte_bpe"].stops[2])


def test_stops_of_one_training_hand_the_browser_the_same_payload(open_page: Open) -> None:
    at = forward(begin(open_page, "char_bpe"))
    before, opened = replays(at), openings(at)[0]
    forward(at)
    assert [data[MOUNT:] for data in before] == [data[MOUNT:] for data in replays(at)]
    assert openings(at)[0] > opened


def try_challenge(open_page: Open, lesson: str, said: str) -> str:
    at = open_page(lesson, path=str(len(BY_LESSON[lesson].stops)))
    at.text_input(key=f"{lesson}:challenge").set_value(said).run()
    assert problems(at) == []
    return words(at)


def test_a_challenge_that_is_met_says_so(open_page: Open) -> None:
    assert "✅ Yes" in try_challenge(open_page, "wordpiece", "zoo")


def test_a_challenge_that_is_not_met_says_why(open_page: Open) -> None:
    said = try_challenge(open_page, "byte_bpe", "responsibility")
    assert "Not yet" in said
    assert "of GPT-2" in said


def test_the_box_of_a_challenge_leaves_counting_to_the_verdict(open_page: Open) -> None:
    """A browser's counter takes an emoji for two, and cuts off what is too long without a word."""
    at = open_page("text_to_bytes", path=str(len(BY_LESSON["text_to_bytes"].stops)))
    assert not at.text_input(key="text_to_bytes:challenge").max_chars
    said = try_challenge(open_page, "text_to_bytes", "😀" * 61)
    assert "61 code points; at most 60" in said


def test_what_is_typed_is_no_markdown(open_page: Open) -> None:
    assert "![x](http" not in try_challenge(open_page, "char_bpe", "![x](http://x.y/z)")


def test_a_lesson_saved_on_the_way_is_no_stop(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[bytes] = []
    monkeypatch.setattr(giving, "save_button", lambda _, make, **__: saved.append(make(1, {})))
    open_page("byte_bpe", path="3")
    settings = json.loads(saved[-1])["settings"]
    assert "path" not in settings
    assert settings["merges"] == "12"


def test_a_press_before_the_strip_of_the_last_one_is_drawn_counts_too() -> None:
    """A run that is broken off has gone to its stop, and has drawn no buttons."""
    assert AppTest.from_function(two_presses_at_once).run().text[0].value == "3"


def two_presses_at_once() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.paths import path_of  # noqa: PLC0415
    from tokviz.ui.shell.guide import walk  # noqa: PLC0415
    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    state, path = PageState("compare"), path_of("compare")
    assert path is not None
    state.put("path", 1)
    for _ in range(2):
        walk(state, path, 1)
    st.text(str(state.kept("path")))
