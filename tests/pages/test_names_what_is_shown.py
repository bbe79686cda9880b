"""List, settings, message and Share name the text that is on the stage, whatever was asked for."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_last_good import choose_file, shown
from tokviz.checks.limits import TEXT_BYTES
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
KEYS = [row.key for row in LESSONS]
TOO_LONG = "geese " * (TEXT_BYTES // 6 + 1)
OWN_AS_BEFORE = "Your own text, as before"


def listed(at: AppTest, key: str) -> str:
    """What the list at the top says."""
    box = at.selectbox(key=f"{key}:sample")
    return str(box.options[box.index or 0])


def paste(at: AppTest, key: str, text: str) -> None:
    at.text_area(key=f"{key}:text").set_value(text).run()


def settings_say(at: AppTest, words: str) -> bool:
    return any(caption.value.startswith(words) for caption in at.caption)


@pytest.mark.parametrize("key", KEYS)
def test_a_text_over_the_limit_leaves_the_name_of_what_is_shown(key: str, open_page: Open) -> None:
    at = open_page(key)
    before, name, address = shown(at), listed(at, key), dict(at.query_params)
    paste(at, key, TOO_LONG)
    for _ in range(2):
        (message,) = problems(at)
        assert (
            f"may have up to 4 MB, 4,000,000 bytes, but this one has {len(TOO_LONG):,}" in message
        )
        assert message.endswith(f"As before: **{name}**.")
        assert listed(at, key) == name
        assert OWN_AS_BEFORE not in at.selectbox(key=f"{key}:sample").options
        assert settings_say(at, f"**{name}.**")
        assert at.text_area(key=f"{key}:text").value == TOO_LONG
        assert (shown(at), dict(at.query_params)) == (before, address)
        at.run()


def test_a_text_over_the_limit_that_is_cut_is_learned_from(open_page: Open) -> None:
    at = open_page("byte_bpe")
    paste(at, "byte_bpe", TOO_LONG)
    paste(at, "byte_bpe", TOO_LONG[:600])
    assert problems(at) == []
    assert listed(at, "byte_bpe") == "Your own text"
    assert settings_say(at, "Your own text, 600 code points")


def test_another_choice_ends_what_is_said_of_a_refused_text(open_page: Open) -> None:
    at = open_page("byte_bpe")
    paste(at, "byte_bpe", TOO_LONG)
    at.selectbox(key="byte_bpe:sample").set_value("harbour").run()
    assert problems(at) == []
    assert listed(at, "byte_bpe") == "The lighthouse keeper"


def test_after_ones_own_text_that_text_is_named_with_its_length(open_page: Open) -> None:
    at = open_page("byte_bpe")
    paste(at, "byte_bpe", "geese and gulls and geese")
    paste(at, "byte_bpe", TOO_LONG)
    (message,) = problems(at)
    assert message.endswith("As before: **Your own text, 25 code points**.")
    assert listed(at, "byte_bpe") == OWN_AS_BEFORE
    assert settings_say(at, "Your own text, 25 code points.")


def test_after_a_file_that_file_is_named(open_page: Open) -> None:
    at = open_page("byte_bpe")
    choose_file(at, "byte_bpe", "geese.txt", b"geese and gulls and geese")
    choose_file(at, "byte_bpe", "photo.jpg", b"\xff\xd8\xff")
    (message,) = problems(at)
    assert message.endswith("As before: **geese.txt**.")
    assert listed(at, "byte_bpe") == "File: geese.txt"
    assert settings_say(at, "The file that you chose: geese.txt")


def test_no_file_yet_leaves_the_name_of_what_is_shown(open_page: Open) -> None:
    at = open_page("byte_bpe")
    name = listed(at, "byte_bpe")
    at.selectbox(key="byte_bpe:sample").set_value("file").run()
    assert any(info.value.endswith(f"As before: **{name}**.") for info in at.info)
    assert listed(at, "byte_bpe") == name


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("spoil", ["cut", "no text"])
def test_a_damaged_link_opens_a_sample_and_names_it(key: str, spoil: str, open_page: Open) -> None:
    whole = pack_text("geese and gulls and geese") or ""
    at = open_page(key, text={"cut": whole[:-6], "no text": "%%%"}[spoil])
    assert listed(at, key) == listed(open_page(key), key) != "Your own text"
    assert not settings_say(at, "Your own text")
    assert at.text_area(key=f"{key}:text").value == ""


def test_a_text_that_settings_do_not_suit_is_not_said_to_be_shown(open_page: Open) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern="((x+x+)+y)")
    name = listed(at, "regex_bpe")
    paste(at, "regex_bpe", "x" * 4_000)
    (message,) = problems(at)
    assert message.endswith(f"As before: **{name}**.")


def test_after_ones_own_text_one_that_settings_do_not_suit_is_not_said_to_be_shown(
    open_page: Open,
) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern="((x+x+)+y)")
    paste(at, "regex_bpe", "geese and gulls and geese")
    before, refused = shown(at), "x" * 4_000
    assert listed(at, "regex_bpe") == "Your own text"
    paste(at, "regex_bpe", refused)
    for _ in range(2):
        (message,) = problems(at)
        assert message.endswith("As before: **Your own text, 25 code points**.")
        assert listed(at, "regex_bpe") == OWN_AS_BEFORE
        assert settings_say(at, "Your own text, 25 code points.")
        assert at.text_area(key="regex_bpe:text").value == refused
        assert shown(at) == before
        at.run()
    at.text_input(key="regex_bpe:own_pattern").set_value("x+").run()
    assert problems(at) == []
    assert listed(at, "regex_bpe") == "Your own text"
    assert settings_say(at, "Your own text, 4,000 code points.")


def test_after_a_file_one_that_settings_do_not_suit_is_not_said_to_be_shown(
    open_page: Open,
) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern="((x+x+)+y)")
    choose_file(at, "regex_bpe", "geese.txt", b"geese and gulls and geese")
    choose_file(at, "regex_bpe", "rows.txt", b"x" * 4_000)
    for _ in range(2):
        (message,) = problems(at)
        assert message.endswith("As before: **geese.txt**.")
        assert listed(at, "regex_bpe") == "File: geese.txt"
        assert settings_say(at, "The file that you chose: geese.txt")
        at.run()


def test_share_names_the_text_that_its_link_holds(open_page: Open) -> None:
    at = open_page("byte_bpe")
    paste(at, "byte_bpe", TOO_LONG)
    name = listed(at, "byte_bpe")
    assert any(f"It holds the text “{name}”, the settings" in one.value for one in at.markdown)
